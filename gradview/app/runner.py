"""Brings document, worker and list of runs together: Run, Stop, and what becomes of them."""

from __future__ import annotations

import logging
import time
from typing import Literal

from PySide6.QtCore import QObject, Signal

from gradview.app.document import Document
from gradview.app.runs import Run, Runs, RunState
from gradview.jobs.messages import Failure, Progress
from gradview.jobs.state import WorkerState
from gradview.jobs.worker import Worker
from gradview.results.result import Result

log = logging.getLogger(__name__)

Can = Literal["run", "stop", "mend", "retry"]


class Runner(QObject):
    """What Run and Stop do, and what the button says.

    Signals: `stateChanged` when what can be done, or the worker's state, is another; `failed` with a run that
    failed.
    """

    stateChanged = Signal()
    failed = Signal(object)

    def __init__(self, document: Document, runs: Runs, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._runs, self._worker = document, runs, worker
        self._running: Run | None = None
        self._told = ""
        worker.stateChanged.connect(self._note_state)
        worker.jobProgress.connect(self._note_progress)
        worker.jobFinished.connect(self._finish)
        worker.jobFailed.connect(self._fail)
        worker.jobStopped.connect(self._note_stop)
        document.draftChanged.connect(self.stateChanged)

    def running(self) -> Run | None:
        """The run that has not ended."""
        return self._running

    def worker_state(self) -> WorkerState:
        return self._worker.state()

    def worker_words(self) -> str:
        """The worker's state for the status bar."""
        return self._worker.text()

    def can(self) -> Can:
        """What the button does next."""
        if self._running is not None:
            return "stop"
        if self._worker.state() is WorkerState.UNAVAILABLE:
            return "retry"
        return "mend" if self._document.problems() else "run"

    def words(self) -> str:
        """What the button says."""
        can = self.can()
        if can == "mend":
            count = len(self._document.problems())
            return f"Fix {count} field{'' if count == 1 else 's'}"
        if can == "retry":
            return "Cannot run"
        return "Stop" if can == "stop" else "Run"

    def tip(self) -> str:
        """Why it says so."""
        can = self.can()
        if can == "mend":
            return f"{self._document.problems()[0]}. Click to go there."
        if can == "retry":
            return f"{self._worker.text()} Click to try again."
        if can == "stop":
            return "Stop the run; earlier results stay."
        if self._worker.state() is WorkerState.STARTING:
            return "Compute the gradients. TensorFlow is still starting: the run begins when it is there."
        return "Compute the gradients of the experiment on the left."

    def run(self) -> None:
        """Run the document's experiment, if it can be run."""
        experiment = self._document.experiment()
        if self.can() != "run" or experiment is None:
            return
        draft, folder = self._document.draft(), self._document.folder()
        job = self._worker.run(draft, folder)
        self._running = Run(job, self._document.name(), draft, folder)
        log.info("%s: run %d begins.", self._running.name, self._running.number)
        self._runs.add(self._running)
        self.stateChanged.emit()

    def stop(self) -> None:
        """Stop what runs."""
        if self._running is not None:
            self._worker.stop()

    def retry(self) -> None:
        """Try to start the worker again."""
        self._worker.start()

    def _note_state(self, state: WorkerState) -> None:
        text = self._worker.text()
        if state in (WorkerState.READY, WorkerState.UNAVAILABLE) and text != self._told:
            self._told = text  # it is ready again after every run
            log.log(logging.INFO if state is WorkerState.READY else logging.ERROR, "%s", text)
        self.stateChanged.emit()

    def _note_progress(self, job: str, progress: Progress) -> None:
        run = self._runs.find(job)
        if run is not None:
            self._runs.note(run, progress)

    def _finish(self, job: str, result: Result) -> None:
        self._end(job, RunState.DONE, result=result)

    def _fail(self, job: str, failure: Failure) -> None:
        run = self._end(job, RunState.FAILED, failure=failure)
        if run is not None:
            log.error("%s: %s", run.name, failure.message, extra={"details": failure.details})
            self.failed.emit(run)

    def _note_stop(self, job: str) -> None:
        self._end(job, RunState.STOPPED)

    def _end(
        self, job: str, state: RunState, *, result: Result | None = None, failure: Failure | None = None
    ) -> Run | None:
        run = self._runs.find(job)
        if run is None:
            return None
        if run is self._running:
            self._running = None
        if state is not RunState.FAILED:
            seconds = time.monotonic() - run.began
            log.info("%s: run %d %s after %.2f s.", run.name, run.number, state.value, seconds)
        self._runs.end(run, state, result=result, failure=failure)
        self.stateChanged.emit()
        return run
