"""An engine without TensorFlow. The experiment's name says what it does: "slow running", "crash", "big"."""

import ctypes
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from gradview.results.folder import new_array
from gradview.results.names import array_info
from gradview.results.outcome import RunError, Stopped
from gradview.results.result import Result
from gradview.spec.experiment import Experiment
from gradview.spec.problems import ExperimentError, Problem

OnProgress = Callable[[str, int, int], bool]

BIG = 9_000_000  # float64 numbers: more than 64 MB
STAGES = ("building", "running", "checking", "writing")
STEPS = 300  # of a slow stage: half a minute
devices: list[str] = []  # tests.jobs.device notes here what was fixed


def compute(
    experiment: Experiment, *, on_progress: OnProgress | None = None, folder: Path | None = None
) -> Result:
    name = experiment.name
    tell = on_progress or (lambda stage, step, total: True)
    for stage in STAGES:
        if f"hang {stage}" in name:
            tell(stage, 0, STEPS)
            time.sleep(60)
        if f"hold {stage}" in name:
            tell(stage, 0, STEPS)
            ctypes.PyDLL(None).sleep(60)  # as compiled code that keeps the interpreter
        pause = 0.1 if f"slow {stage}" in name else 0.0
        steps = STEPS if pause else 3
        for step in range(steps + 1):
            if not tell(stage, step, steps):
                raise Stopped
            time.sleep(pause)
    misbehave(name)
    return made(experiment, BIG if "big" in name else 10, folder)


def misbehave(name: str) -> None:
    if "crash" in name:
        os.kill(os.getpid(), signal.SIGSEGV)
    if "exit" in name:
        os._exit(7)
    if "refuse" in name:
        raise ExperimentError(Problem(("model", "steps"), "needs 900 GB; there are 24 GB"))
    if "fail" in name:
        raise RunError("The states are not finite from step 3 on.", "details of it")
    if "raise" in name:
        raise ZeroDivisionError("a fault of ours")
    if "memory" in name:
        raise MemoryError
    if "print" in name:
        print("x" * 100_000)
        os.write(1, b"y" * 100_000)


def made(experiment: Experiment, steps: int, folder: Path | None) -> Result:
    info = array_info("value", "x", dims=("step",))
    array = new_array(folder, info.name, (steps,), np.float64)
    array[:] = np.arange(steps)
    loss = array_info("loss")
    meta: dict[str, Any] = {
        "experiment": experiment.to_draft(),
        "arrays": {info.name: info.to_meta(), loss.name: loss.to_meta()},
        "device": " ".join(devices),
        "pid": os.getpid(),
        "thread": threading.get_ident(),
        "written": folder is not None,
    }
    return Result({info.name: array, loss.name: np.array(0.5)}, meta, folder)
