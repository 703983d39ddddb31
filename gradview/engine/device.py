"""Which device a run uses and how TensorFlow is set up for it, before its first operation."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import tensorflow as tf
from platformdirs import user_cache_dir

from gradview.results.estimate import bytes_words, estimate
from gradview.spec.experiment import Experiment
from gradview.spec.problems import ExperimentError, Problem
from gradview.spec.run import Run
from gradview.spec.shapes import Sizes

PROBE_SECONDS = 20
"""A card newer than the build fails in its first kernel, or compiles for half an hour: longer than this is a
no."""


@dataclass(frozen=True)
class Used:
    """The device of a run, and why it was chosen where that is not plain."""

    name: str
    reason: str = ""


def hide_gpus() -> None:
    """Let this process never touch a GPU. To be called before TensorFlow's first operation."""
    tf.config.set_visible_devices([], "GPU")


def allow_gpus() -> None:
    """Let GPUs' memory grow as needed instead of being taken whole. To be called before the first
    operation."""
    for card in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(card, True)


def use(run: Run) -> Used:
    """Set precision and determinism, and choose the device.

    Raises
    ------
    ExperimentError
        `run.device` names a GPU that is not there.
    """
    tf.config.experimental.enable_tensor_float_32_execution(run.tf32)
    if run.deterministic:
        tf.config.experimental.enable_op_determinism()
    if run.device == "cpu":
        return Used("CPU")
    cards = [d.name.removeprefix("/physical_device:").lower() for d in tf.config.get_visible_devices("GPU")]
    if run.device == "auto":
        if not cards:
            return Used("CPU", "TensorFlow sees no GPU.")
        return (
            Used(cards[0].upper())
            if probe()
            else Used("CPU", "The GPU did not pass a small test within 20 s.")
        )
    if run.device not in cards:
        there = ", ".join(cards) or "no GPU"
        raise ExperimentError(
            (
                Problem(
                    ("run", "device"),
                    f"{run.device} is not here (TensorFlow sees {there}); write 'auto' or 'cpu'",
                ),
            )
        )
    return Used(run.device.upper())


def scope(used: Used) -> AbstractContextManager[Any]:
    """Place operations on the device."""
    return tf.device(f"/{used.name}:0" if used.name == "CPU" else f"/{used.name}")  # type: ignore[no-any-return]


def probe() -> bool:
    """Whether a GPU computes a small product and tanh, tried in a child and remembered by card and TensorFlow
    version."""
    cards = tf.config.list_physical_devices("GPU")
    details = [str(sorted(tf.config.experimental.get_device_details(c).items())) for c in cards]
    key = f"{tf.__version__} {details} {_driver()}"
    memory = Path(user_cache_dir("gradview")) / "gpu.json"
    try:
        known = json.loads(memory.read_text("utf-8"))
    except (OSError, ValueError):
        known = {}
    if not isinstance(known, dict) or key not in known:
        known = {key: _computes()}
        try:
            memory.parent.mkdir(parents=True, exist_ok=True)
            memory.write_text(json.dumps(known), "utf-8")
        except OSError:
            pass  # a cache that cannot be written costs one more probe
    return bool(known[key])


def _driver() -> str:
    try:
        return Path("/proc/driver/nvidia/version").read_text("utf-8").splitlines()[0]
    except (OSError, IndexError):
        return ""


def _computes() -> bool:
    code = (
        "import tensorflow as tf\n"
        "with tf.device('/GPU:0'):\n"
        "    a = tf.tanh(tf.ones((8, 8)) @ tf.ones((8, 8)))\n"
        "assert abs(float(a[0, 0]) - 1) < 1e-5\n"
    )
    try:
        done = subprocess.run(
            [sys.executable, "-c", code], timeout=PROBE_SECONDS, capture_output=True, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def refuse_if_too_large(experiment: Experiment, sizes: Sizes) -> None:
    """Compare the estimate with what may be used.

    Raises
    ------
    ExperimentError
        At `run.memory`, or at the sizes where the machine itself is too small.
    """
    needed = estimate(experiment, sizes).total_bytes
    asked = experiment.run.memory
    available = psutil.virtual_memory().available if asked == "auto" else asked
    if needed > available:
        where = "of this machine's memory are free" if asked == "auto" else "may be used"
        message = (
            f"this run needs about {bytes_words(needed)} and {bytes_words(available)} {where}; "
            "fewer steps, samples or units, or fewer measures, need less"
        )
        raise ExperimentError((Problem(("run", "memory"), message),))
