"""One experiment in a child process, waited for: what the command line runs. Knows no Qt."""

import queue
import signal
import threading
import uuid
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from gradview.jobs.entry import ENGINE
from gradview.jobs.messages import Failure, Message, Progress, Request
from gradview.jobs.owner import ChildOwner
from gradview.jobs.scratch import ScratchError, Session
from gradview.jobs.spawned import SpawnedChild
from gradview.jobs.state import WorkerState
from gradview.results.outcome import RunError, Stopped
from gradview.results.result import Result
from gradview.spec.problems import ExperimentError

OnProgress = Callable[[str, int, int], object]

LOOK = 0.1  # seconds between two looks for a Ctrl-C where waiting cannot be interrupted (Windows)


def run_in_child(
    draft: Mapping[str, Any],
    folder: Path | None = None,
    *,
    on_progress: OnProgress | None = None,
    entry: str = ENGINE,
) -> Result:
    """Compute a draft in a child process and wait for it.

    The first Ctrl-C asks the child to stop; a second one, or half a second, ends it. A large result lies in a
    temporary folder, removed with it.

    Parameters
    ----------
    draft, folder
        The experiment, and where its paths start.
    on_progress
        Called with stage, step and total; answering False stops.
    entry
        `module:function` of what computes.

    Raises
    ------
    ExperimentError
        The experiment is wrong.
    RunError
        The run failed, the process died, or TensorFlow is missing.
    Stopped
        Somebody asked for it.
    """
    job = uuid.uuid4().hex
    try:
        session = Session()
    except ScratchError:  # then even a large result comes through the pipe
        return computed(Request(job, draft, folder), entry, on_progress)
    try:
        result = computed(Request(job, draft, folder, session.run_folder(job)), entry, on_progress)
    except BaseException:
        session.close()
        raise
    weakref.finalize(result, session.close)
    return result


def computed(request: Request, entry: str, on_progress: OnProgress | None) -> Result:
    """The request's result, from a child that is gone afterwards."""
    run = Run(on_progress)
    owner = ChildOwner(entry, run.bring, run, spare=False)
    try:
        with interrupts(run):
            owner.start()
            owner.run(request)
            return run.wait(owner)
    finally:
        owner.close()


class Run:
    """What became of the one job: a listener that waits."""

    def __init__(self, on_progress: OnProgress | None) -> None:
        self._on_progress = on_progress
        self._arrived: queue.Queue[tuple[SpawnedChild, Message]] = queue.Queue()
        self._answer: Result | Exception | None = None
        self._unwanted = False
        self.interrupted = 0

    def bring(self, child: SpawnedChild, message: Message) -> None:
        self._arrived.put((child, message))

    def wait(self, owner: ChildOwner) -> Result:
        """Hand on what arrives until there is an answer."""
        asked = False
        while self._answer is None:
            seconds = owner.seconds_to_deadline()
            with suppress(queue.Empty):
                owner.handle(*self._arrived.get(timeout=LOOK if seconds is None else min(LOOK, seconds)))
            if (self.interrupted or self._unwanted) and not asked:
                asked = True
                owner.stop()
            owner.tick(now=self.interrupted > 1)
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer

    def state_changed(self, state: WorkerState, text: str) -> None:
        """Nobody looks at it here."""

    def progress(self, job: str, progress: Progress) -> None:
        if self._on_progress is None:
            return
        if self._on_progress(progress.stage, progress.step, progress.total) is False:
            self._unwanted = True

    def finished(self, job: str, result: Result) -> None:
        self._answer = result

    def failed(self, job: str, failure: Failure) -> None:
        if failure.kind == "experiment":
            self._answer = ExperimentError(failure.problems)
        else:
            self._answer = RunError(failure.message, failure.details)

    def stopped(self, job: str) -> None:
        self._answer = Stopped()


@contextmanager
def interrupts(run: Run) -> Iterator[None]:
    """Count Ctrl-C in `run` instead of raising; elsewhere than in the main thread nobody sends one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def count(number: int, frame: FrameType | None) -> None:
        run.interrupted += 1

    before = signal.signal(signal.SIGINT, count)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
