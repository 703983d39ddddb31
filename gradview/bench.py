"""How long gradview takes for work of a given size, in the form in which other programs are timed too."""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gradview.api import engine, run
from gradview.results.result import Result
from gradview.spec.experiment import Experiment

Draft = dict[str, Any]
WORKS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "states": (
        "dL/dh_t and dL/dc_t for every step, and dL/dW; L is the mean of the last h squared",
        ("states", "weights"),
        ("total/h", "total/c"),
    ),
    "outputs": (
        "d(sum of h_t)/dW for every step",
        ("outputs_by_weights",),
        ("outputs_by_weights/kernel", "outputs_by_weights/recurrent_kernel", "outputs_by_weights/bias"),
    ),
}
"""In words; what is measured; and the arrays that the checksum is over."""


@dataclass(frozen=True)
class Timing:
    """One line of figures, in seconds.

    Attributes
    ----------
    size : T, B, D, H
    import_s : importing TensorFlow and reading the experiment
    first_s : the first run, its compilation included
    best_s, median_s : of the runs after it
    checksum : sum of the magnitudes of the gradients asked for, to tell that others did the same
    """

    work: str
    peer: str
    size: tuple[int, int, int, int]
    import_s: float
    first_s: float
    best_s: float
    median_s: float
    checksum: float


def bench(work: str, size: tuple[int, int, int, int], repeat: int = 5) -> Timing:
    """Time an LSTM of T steps, B samples, D features and H units in float32 on the CPU.

    Raises
    ------
    KeyError
        There is no such work.
    RunError
        TensorFlow is missing.
    """
    _, measures, arrays = WORKS[work]
    with tempfile.TemporaryDirectory(prefix="gradview-bench-") as folder:
        began = time.perf_counter()
        engine()  # its import is not the first run's
        experiment = Experiment.from_draft(lstm(Path(folder), size, measures))
        imported = time.perf_counter() - began
        first, result = timed(run, experiment)
        checksum = sum(float(np.abs(result[name]).sum(dtype=np.float64)) for name in arrays)
        later = [timed(run, experiment)[0] for _ in range(repeat)]
    return Timing(
        work,
        "gradview",
        size,
        round(imported, 2),
        round(first, 4),
        round(min(later), 5),
        round(statistics.median(later), 5),
        checksum,
    )


def lstm(folder: Path, size: tuple[int, int, int, int], measures: tuple[str, ...]) -> Draft:
    """The experiment, its numbers drawn into files of a folder as every program compared draws them."""
    T, B, D, H = size
    draw = np.random.RandomState(0)
    weights = {
        "kernel": draw.randn(D, 4 * H) / np.sqrt(D),
        "recurrent_kernel": draw.randn(H, 4 * H) / np.sqrt(H),
        "bias": np.zeros(4 * H),
    }
    np.savez(folder / "weights.npz", **{name: each.astype(np.float32) for name, each in weights.items()})
    np.savez(folder / "inputs.npz", x=draw.randn(T, B, D).astype(np.float32))
    return {
        "model": {
            "kind": "recurrent",
            "layers": [{"cell": "lstm", "units": H}],
            "weights": {"from": "file", "path": str(folder / "weights.npz"), "layout": "keras"},
        },
        "inputs": {
            "from": "file",
            "path": str(folder / "inputs.npz"),
            "key": "x",
            "layout": "step,sample,feature",
        },
        "loss": {"expression": "mean(h[-1]**2)"},
        "measures": list(measures),
        "run": {"device": "cpu", "precision": "float32", "check": False},
    }


def timed(work: Callable[[Experiment], Result], experiment: Experiment) -> tuple[float, Result]:
    """Seconds, and what came out."""
    began = time.perf_counter()
    result = work(experiment)
    return time.perf_counter() - began, result


def in_words(timing: Timing) -> str:
    """For people."""
    T, B, D, H = timing.size
    return (
        f"{timing.work}, {T} steps x {B} samples, {D} features, {H} units: first run {timing.first_s:.3f} s,"
        f" then {timing.best_s:.4f} s at best and {timing.median_s:.4f} s in the middle"
    )


def as_json(timing: Timing) -> str:
    """One line, for programs."""
    return json.dumps(asdict(timing))
