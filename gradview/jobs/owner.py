"""Runs jobs in children: one at work, where memory allows a spare one kept warm, each replaced at need.

All methods are called in one thread; what children say is handed in by `handle`. Knows no Qt.
"""

import glob
import logging
import shutil
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from gradview.jobs.devices import wants_gpu
from gradview.jobs.messages import (
    STARTING,
    Died,
    Failed,
    Failure,
    Finished,
    Message,
    Progress,
    Ready,
    Request,
    StoppedMessage,
    StopRequest,
)
from gradview.jobs.perform import part_of
from gradview.jobs.spawned import SpawnedChild
from gradview.jobs.state import WorkerState
from gradview.results.result import Result, load
from gradview.results.store import ResultError

UNHARMED = "The experiment and earlier results are as they were."
GRACE = 0.5  # seconds that a child has to answer a Stop
TRIES = 3  # children in a row that may die before they are of use

log = logging.getLogger(__name__)


class Listener(Protocol):
    """Who hears what becomes of the jobs."""

    def state_changed(self, state: WorkerState, text: str) -> None: ...
    def progress(self, job: str, progress: Progress) -> None: ...
    def finished(self, job: str, result: Result) -> None: ...
    def failed(self, job: str, failure: Failure) -> None: ...
    def stopped(self, job: str) -> None: ...


class ChildOwner:
    """Runs one request at a time, in order.

    Parameters
    ----------
    entry
        `module:function` of what computes.
    deliver
        Takes (child, message) in any thread and brings it to `handle` in the owner's own.
    listener
        Hears what becomes of the jobs, in the owner's thread.
    spare
        Whether a second child is kept warm.
    """

    def __init__(
        self, entry: str, deliver: Callable[[SpawnedChild, Message], None], listener: Listener, spare: bool
    ) -> None:
        self._entry, self._deliver, self._listener, self._keeps_spare = entry, deliver, listener, spare
        self._current: SpawnedChild | None = None
        self._spare: SpawnedChild | None = None
        self._ending: dict[SpawnedChild, Request | None] = {}  # ended, not gone yet, with what they were at
        self._waiting: deque[Request] = deque()
        self._running: Request | None = None
        self._seen: Progress | None = None
        self._deadline: float | None = None
        self._deaths = self._spare_deaths = 0
        self._unavailable: Failure | None = None
        self._told: tuple[WorkerState, str] | None = None

    def start(self) -> None:
        """Warm a child; after a time of being unavailable, anew."""
        if self._current is None:
            self._unavailable, self._deaths, self._spare_deaths = None, 0, 0
        self._advance()

    def run(self, request: Request) -> None:
        """Compute when those before it are done."""
        self._waiting.append(replace(request, gpu=wants_gpu(request.draft)))
        self._advance()

    def stop(self) -> None:
        """Stop everything that was asked for so far."""
        while self._waiting:
            self._listener.stopped(self._waiting.popleft().job)
        if self._running is not None and self._current is not None and self._deadline is None:
            self._deadline = time.monotonic() + GRACE
            self._current.send(StopRequest(self._running.job))
        self._tell_state()

    def seconds_to_deadline(self) -> float | None:
        """When `tick` is due; None if nothing is waited for."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def tick(self, now: bool = False) -> None:
        """End a child that has not answered a Stop in time (or `now`)."""
        if self._deadline is None or (time.monotonic() < self._deadline and not now):
            return
        running = self._running
        assert running is not None
        self._end_current()
        self._settled()
        self._listener.stopped(running.job)
        self._advance()

    def close(self) -> bool:
        """End every child. True: all are gone."""
        self._waiting.clear()
        self._deadline, self._unavailable = None, Failure("unavailable", "The worker is closed.")
        self._end_current()
        if self._spare is not None:
            self._end(self._spare, None)
            self._spare = None
        gone = [child.wait() for child in self._ending]
        for request in self._ending.values():
            remove_remains(request)
        self._ending.clear()
        self._running = None
        return all(gone)

    def handle(self, child: SpawnedChild, message: Message) -> None:
        """What a child said; what comes from one that was ended, or is about another job, is dropped."""
        if isinstance(message, Died):
            self._buried(child, message)
        elif child is self._spare:
            self._handle_spare(child, message)
        elif child is not self._current:
            return
        elif isinstance(message, Ready):
            child.ready = message
            self._advance()
        elif isinstance(message, Failed) and message.job == "":
            self._give_up(Failure("unavailable", message.message, details=message.details))
        elif self._running is not None and message.job == self._running.job:
            self._handle_job(message)

    def _handle_job(self, message: Message) -> None:
        job = message.job
        if isinstance(message, Progress):
            self._seen = message
            if self._deadline is None:
                self._listener.progress(job, message)
            return
        asked_to_stop = self._deadline is not None
        self._settled()
        if isinstance(message, StoppedMessage) or asked_to_stop:
            # A result that crossed the Stop on its way is not shown: the user was told 'Stopping'.
            if isinstance(message, Finished) and message.folder is not None:
                shutil.rmtree(message.folder, ignore_errors=True)
            self._listener.stopped(job)
        elif isinstance(message, Finished):
            self._deliver_result(message)
        elif isinstance(message, Failed):
            self._listener.failed(
                job, Failure(message.kind, message.message, message.problems, message.details)
            )
        self._advance()

    def _deliver_result(self, message: Finished) -> None:
        try:
            result = load(message.folder) if message.folder else Result(message.arrays, message.meta)
        except (ResultError, OSError) as error:
            self._listener.failed(message.job, Failure("run", f"The result cannot be read: {error}"))
        else:
            self._listener.finished(message.job, result)

    def _handle_spare(self, child: SpawnedChild, message: Message) -> None:
        if isinstance(message, Ready):
            child.ready, self._spare_deaths = message, 0
        elif isinstance(message, Failed):
            self._spare_deaths = TRIES

    def _buried(self, child: SpawnedChild, died: Died) -> None:
        if child in self._ending:
            remove_remains(self._ending.pop(child))
        elif child is self._spare:
            self._spare, self._spare_deaths = None, self._spare_deaths + 1
            log.warning("The spare worker process %s.", died.words)
            self._advance()
        elif child is self._current:
            self._current = None
            self._mourn(child, died)

    def _mourn(self, child: SpawnedChild, died: Died) -> None:
        """The child at work is gone, and nobody ended it."""
        running, seen = self._running, self._seen
        if running is not None:
            stopping = self._deadline is not None
            self._settled()
            remove_remains(running)
            if stopping:
                self._listener.stopped(running.job)
            else:
                message = f"The worker process {died.words}{at(seen)}. {UNHARMED}"
                self._listener.failed(running.job, Failure("died", message, details=died.details))
        else:
            self._deaths += 1
            log.warning("The worker process %s%s", died.words, "" if child.ready else " before it was ready.")
            if self._deaths >= TRIES:
                who = "The" if child.ready else "TensorFlow cannot be started: the"
                reason = f"{who} worker process {died.words}, {TRIES} times in a row."
                self._give_up(Failure("unavailable", reason, details=died.details))
                return
        self._advance()

    def _give_up(self, failure: Failure) -> None:
        self._unavailable = failure
        running = self._running
        self._end_current()
        if running is not None:
            self._settled()
            self._tell_state()
            self._listener.failed(running.job, failure)
        self._advance()

    def _advance(self) -> None:
        """Do what can be done now: replace a child, run what waits, warm a spare one, say where we are."""
        if self._unavailable is not None:
            self._tell_state()
            while self._waiting:
                self._listener.failed(self._waiting.popleft().job, self._unavailable)
            return
        if self._running is None and self._waiting:
            self._give_class(self._waiting[0].gpu)
        try:
            self._man()
        except OSError as error:  # no memory for a process, or too many of them
            self._give_up(Failure("unavailable", f"A worker process cannot be started: {error}."))
            return
        if self._running is None and self._waiting:
            self._begin(self._waiting[0])
        self._tell_state()

    def _man(self) -> None:
        """See that a child is at work, and a spare one warm once that one is."""
        if self._current is None:
            self._current, self._spare = self._spare or self._spawn(), None
        if self._keeps_spare and self._spare is None and self._current.ready and self._spare_deaths < TRIES:
            self._spare = self._spawn()

    def _begin(self, request: Request) -> None:
        child = self._current
        if child is None or child.ready is None:
            self._listener.progress(request.job, Progress(request.job, STARTING, 0, 0))
            return
        self._running = self._waiting.popleft()
        child.gpu = request.gpu
        child.send(request)

    def _give_class(self, gpu: bool) -> None:
        """Let go of a child that has made its devices of the other class."""
        if self._current is not None and self._current.gpu not in (None, gpu):
            self._end(self._current, None)
            self._current = None

    def _spawn(self) -> SpawnedChild:
        return SpawnedChild(self._entry, self._deliver)

    def _end_current(self) -> None:
        if self._current is not None:
            self._end(self._current, self._running)
            self._current = None

    def _end(self, child: SpawnedChild, request: Request | None) -> None:
        self._ending[child] = request
        child.end()

    def _settled(self) -> None:
        self._running = self._seen = self._deadline = None
        self._deaths = 0

    def _tell_state(self) -> None:
        said = self._state()
        if said != self._told:
            self._told = said
            self._listener.state_changed(*said)

    def _state(self) -> tuple[WorkerState, str]:
        if self._unavailable is not None:
            return WorkerState.UNAVAILABLE, self._unavailable.message
        if self._running is not None:
            state = WorkerState.BUSY if self._deadline is None else WorkerState.STOPPING
            return state, state.text
        if self._current is None or self._current.ready is None:
            return WorkerState.STARTING, WorkerState.STARTING.text
        version = self._current.ready.versions.get("tensorflow")
        return WorkerState.READY, WorkerState.READY.text + (f" (TensorFlow {version})" if version else "")


def at(seen: Progress | None) -> str:
    """Where a run was when it was last heard of."""
    if seen is None:
        return " before it had begun"
    where = f" at step {seen.step} of {seen.total}" if seen.total else ""
    return f" while {seen.stage}{where}"


def remove_remains(request: Request | None) -> None:
    """Remove what a child has left that ended before it could hand over a result, half written or whole."""
    if request is None or request.out_folder is None:
        return
    folder = request.out_folder
    for left in (folder, part_of(folder), *folder.parent.glob(f".{glob.escape(folder.name)}.*")):
        shutil.rmtree(left, ignore_errors=True)
