"""What computes, named as `module:function` and imported where it is to run, never before."""

import importlib
import importlib.util
import os
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol, cast

from gradview.results.missing import why_not
from gradview.results.result import Result
from gradview.spec.experiment import Experiment

ENGINE = "gradview.engine.compute:compute"
QUIET = {"TF_CPP_MIN_LOG_LEVEL": "2", "TF_CPP_MAX_VLOG_LEVEL": "0", "GRPC_VERBOSITY": "ERROR"}


class Compute(Protocol):
    """An experiment to a result. `on_progress(stage, step, total)` answers False to stop."""

    def __call__(
        self,
        experiment: Experiment,
        *,
        on_progress: Callable[[str, int, int], bool] | None = None,
        folder: Path | None = None,
    ) -> Result: ...


class EngineMissingError(Exception):
    """The engine cannot be imported: a sentence with a remedy."""


def load(entry: str) -> Compute:
    """Import what computes.

    Raises
    ------
    EngineMissingError
        TensorFlow is not installed, or it or the engine fails to import.
    """
    for name, value in QUIET.items():  # read by TensorFlow while it is imported
        os.environ.setdefault(name, value)
    module, function = entry.split(":")
    try:
        return cast(Compute, getattr(importlib.import_module(module), function))
    except ImportError as error:
        raise EngineMissingError(why_not(error)) from error
    except Exception as error:  # a broken installation raises anything: AttributeError, TypeError, OSError
        raise EngineMissingError(
            f"TensorFlow cannot be imported ({type(error).__name__}: {error})."
        ) from error


def fix_devices(entry: str, gpu: bool) -> None:
    """Hide the GPUs or allow them, once, before the first operation.

    The functions stand in the module `device` beside the one that computes; without it nothing is fixed.
    """
    name = entry.split(":")[0].rpartition(".")[0] + ".device"
    if importlib.util.find_spec(name) is None:
        return
    module: Any = importlib.import_module(name)
    if gpu:
        module.allow_gpus()
    else:
        module.hide_gpus()


def versions() -> dict[str, str]:
    """The versions of what was imported to compute."""
    found = {}
    for package in ("tensorflow", "tensorflow-cpu", "keras", "numpy"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    if "tensorflow-cpu" in found:
        found.setdefault("tensorflow", found["tensorflow-cpu"])
    return found
