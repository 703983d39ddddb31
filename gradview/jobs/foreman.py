"""The worker in its own thread: hears the window by queued slots and answers by signals."""

import dataclasses
import logging

from PySide6.QtCore import QObject, Signal, Slot

from gradview.jobs.messages import Failure, Progress, Request
from gradview.jobs.scratch import ScratchError, Session, remove_with
from gradview.jobs.state import WorkerState
from gradview.jobs.time_left import TimeLeft
from gradview.results.result import Result

log = logging.getLogger(__name__)


class Foreman(QObject):
    """What both ways of computing have in common. Slots run in the worker's thread."""

    stateChanged = Signal(object, str)
    jobProgress = Signal(str, object)
    jobFinished = Signal(str, object)
    jobFailed = Signal(str, object)
    jobStopped = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._session: Session | None = None
        self._no_session = False
        self._time_left = TimeLeft()

    def expect(self, job: str) -> None:
        """A job was asked for (called in the window's thread)."""

    def ask_to_stop(self) -> None:
        """Stop was pressed (called in the window's thread); `stop` follows when ours listens."""

    # The three below are slots where they are defined, not here: PySide 6.11 calls a slot that overrides
    # another one in the thread of the sender.

    def begin(self) -> None:
        raise NotImplementedError

    def run(self, request: Request) -> None:
        raise NotImplementedError

    def stop(self) -> None:
        raise NotImplementedError

    @Slot()
    def close(self) -> None:
        """End what was started here, last of all the thread."""
        self.end()
        if self._session is not None:
            self._session.close()
        self.thread().quit()

    def end(self) -> None:
        """End what computes."""

    def with_folder(self, request: Request) -> Request:
        """The request with a place for a large result; without one it comes as it is."""
        if self._session is None and not self._no_session:
            try:
                self._session = Session()
            except ScratchError as error:
                self._no_session = True
                log.warning("%s They stay in memory.", error)
        if self._session is None:
            return request
        return dataclasses.replace(request, out_folder=self._session.run_folder(request.job))

    def state_changed(self, state: WorkerState, text: str) -> None:
        self.stateChanged.emit(state, text)

    def progress(self, job: str, progress: Progress) -> None:
        self.jobProgress.emit(job, self._time_left.added(progress))

    def finished(self, job: str, result: Result) -> None:
        remove_with(result)
        self.jobFinished.emit(job, result)

    def failed(self, job: str, failure: Failure) -> None:
        self.jobFailed.emit(job, failure)

    def stopped(self, job: str) -> None:
        self.jobStopped.emit(job)
