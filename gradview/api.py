"""gradview in Python: an experiment in, a result out, computed in this process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from gradview.results.folder import replaceable
from gradview.results.missing import why_not
from gradview.results.outcome import RunError as RunError
from gradview.results.outcome import Stopped as Stopped
from gradview.results.result import Result as Result
from gradview.results.result import ResultError as ResultError
from gradview.results.result import load as load
from gradview.spec.experiment import Experiment as Experiment
from gradview.spec.problems import ExperimentError as ExperimentError

OnProgress = Callable[[str, int, int], Any]
Compute = Callable[..., Result]


def run(
    experiment: Experiment | Mapping[str, Any] | str | Path,
    on_progress: OnProgress | None = None,
    folder: str | Path | None = None,
    *,
    compute: Compute | None = None,
) -> Result:
    """Compute an experiment.

    Parameters
    ----------
    experiment
        An Experiment, a dict as in its file (paths start at the working directory), or a file's path.
    on_progress
        Called with (stage, step, total) between segments; returning False stops the run.
    folder
        Where the arrays are written as memory-mapped files; None keeps them in memory.
    compute
        What computes; the engine.

    Raises
    ------
    ExperimentError
        The experiment is wrong, or needs more memory than there is.
    ResultError
        The folder holds other things than a result.
    RunError
        It failed while it was running, or TensorFlow is missing.
    Stopped
        on_progress returned False.
    """
    if isinstance(experiment, (str, Path)):
        experiment = Experiment.load(experiment)
    elif not isinstance(experiment, Experiment):
        experiment = Experiment.from_draft(experiment)

    place = None if folder is None else Path(folder)
    if place is not None and place.exists() and not replaceable(place):
        raise ResultError(f"{place} holds other things than a result; nothing was computed")

    def goes_on(stage: str, step: int, total: int) -> bool:
        # A callback that returns nothing does not want to stop.
        return on_progress is None or on_progress(stage, step, total) is not False

    return (compute or engine())(
        experiment,
        on_progress=None if on_progress is None else goes_on,
        folder=place,
    )


def engine() -> Compute:
    """Import what computes, and with it TensorFlow.

    Raises
    ------
    RunError
        TensorFlow is missing or cannot be imported.
    """
    try:
        from gradview.engine.compute import compute
    except ImportError as error:
        raise RunError(why_not(error)) from error
    return compute
