"""gradview: where the gradient goes inside a loop."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gradview.version import __version__ as __version__

if TYPE_CHECKING:
    from gradview.api import Experiment, ExperimentError, Result, ResultError, RunError, Stopped, load, run

__all__ = ["Experiment", "ExperimentError", "Result", "ResultError", "RunError", "Stopped", "load", "run"]


def __getattr__(name: str) -> Any:
    """Load a public name on first use: importing gradview alone takes no time."""
    if name not in __all__:
        raise AttributeError(f"module 'gradview' has no attribute {name!r}")
    return getattr(import_module("gradview.api"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
