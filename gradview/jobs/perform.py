"""One request computed in whatever process or thread we are in, and how what it raises is told."""

import shutil
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from gradview.jobs.entry import Compute
from gradview.jobs.messages import Failed, Message, Request, StoppedMessage
from gradview.results.estimate import estimate
from gradview.results.folder import array_path, finish, new_array, save_folder
from gradview.results.outcome import RunError, Stopped
from gradview.results.result import Result, load
from gradview.results.store import ResultError
from gradview.spec.experiment import Experiment
from gradview.spec.problems import ExperimentError
from gradview.spec.shapes import sizes

PIPE_LIMIT = 64 * 2**20  # bytes of arrays that still go through the pipe
PAUSE = 0.05  # seconds between two reports of one stage: more would only keep the window busy

OnProgress = Callable[[str, int, int], bool]


def perform(request: Request, compute: Compute, on_progress: OnProgress) -> Result:
    """Compute a request. A large result is a folder of memory maps, there whole or not at all.

    Raises
    ------
    ExperimentError, RunError, Stopped
        See `told`; anything else is a fault in gradview.
    """
    experiment = Experiment.from_draft(request.draft, request.folder)
    target = request.out_folder
    if target is None or estimate(experiment, sizes(experiment)).result_bytes < PIPE_LIMIT:
        result = compute(experiment, on_progress=on_progress)
        return result if target is None or size(result) < PIPE_LIMIT else stored(result, target)
    part = part_of(target)
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    try:
        return completed(compute(experiment, on_progress=on_progress, folder=part), part, target)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def part_of(folder: Path) -> Path:
    """Where a folder is written before it is whole."""
    return folder.with_name(folder.name + ".part")


def size(result: Result) -> int:
    return sum(array.nbytes for array in result.values())


def stored(result: Result, target: Path) -> Result:
    """A result that turned out larger than it was thought, as a folder."""
    save_folder(target, dict(result), result.meta)
    result.close()
    return load(target)


def completed(result: Result, part: Path, target: Path) -> Result:
    """Add what the engine has not written itself, and give the folder its name."""
    missing = {name: array for name, array in result.items() if not array_path(part, name).exists()}
    if len(missing) == len(result):
        return stored(result, target)
    meta = result.meta
    for array in result.values():
        flush = getattr(array, "flush", None)
        if flush is not None:
            flush()
    for name, array in missing.items():
        kept = new_array(part, name, array.shape, array.dtype)
        kept[...] = array
        del kept
    result.close()  # Windows renames no folder whose files are mapped
    finish(part, meta)
    part.replace(target)
    return load(target)


class Sparing:
    """Progress that is told only every so often, and where a stage begins or ends."""

    def __init__(self, tell: Callable[[str, int, int], None]) -> None:
        self._tell = tell
        self._stage, self._at = "", 0.0

    def __call__(self, stage: str, step: int, total: int) -> None:
        now = time.monotonic()
        if stage != self._stage or step == total or now - self._at >= PAUSE:
            self._stage, self._at = stage, now
            self._tell(stage, step, total)


def told(job: str, error: Exception) -> Message:
    """The message that says how a run ended that has no result."""
    if isinstance(error, Stopped):
        return StoppedMessage(job)
    if isinstance(error, ExperimentError):
        return Failed(job, "experiment", str(error), error.problems)
    if isinstance(error, RunError):
        return Failed(job, "run", error.message, details=error.details)
    details = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    if isinstance(error, MemoryError):
        return Failed(job, "run", "The run needed more memory than there is.", details=details)
    if isinstance(error, (OSError, ResultError)):
        return Failed(job, "run", f"The result could not be written: {error}", details=details)
    sentence = f"The run failed for a reason that gradview did not foresee ({type(error).__name__}: {error})."
    return Failed(job, "run", sentence, details=details)
