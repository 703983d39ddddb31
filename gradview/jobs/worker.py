"""The worker as the window holds it: methods that return at once, signals that tell what came of them.

A thread of its own owns the processes and their pipes, or computes itself (mode "thread").
"""

import atexit
import copy
import logging
import os
import sys
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QMetaObject, QObject, Qt, QThread, Signal, Slot

from gradview.jobs.entry import ENGINE
from gradview.jobs.foreman import Foreman
from gradview.jobs.local_foreman import LocalForeman
from gradview.jobs.messages import Request
from gradview.jobs.process_foreman import ProcessForeman
from gradview.jobs.state import WorkerState

log = logging.getLogger(__name__)

PATIENCE = 10_000  # milliseconds that closing waits for the thread; a process needs a tenth of a second


class EventLoopThread(QThread):
    """A thread that runs an event loop. (A bare QThread with TensorFlow in it crashes with the third job.)"""

    def run(self) -> None:
        self.exec()


def leave() -> None:
    """End the program at once: a thread in it cannot be ended, and Qt aborts when a running one is freed."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # a program without a terminal has none
            stream.flush()
    os._exit(0)


ABANDONED: list[QObject] = []  # a thread inside a computation cannot be ended; freeing it would crash


class Worker(QObject):
    """Runs experiments, one at a time, without ever keeping the window waiting.

    Parameters
    ----------
    mode
        "process": in a child process, which Stop can end at any moment. "thread": in a thread of this
        process, which then imports TensorFlow; Stop works between segments only.
    entry
        `module:function` of what computes.
    spare
        Whether a second child is kept warm; None: where the machine has 16 GB or more.
    """

    stateChanged = Signal(object)
    jobProgress = Signal(str, object)
    jobFinished = Signal(str, object)
    jobFailed = Signal(str, object)
    jobStopped = Signal(str)

    _startAsked = Signal()
    _runAsked = Signal(object)
    _stopAsked = Signal()

    def __init__(
        self,
        mode: Literal["process", "thread"] = "process",
        *,
        entry: str = ENGINE,
        spare: bool | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.mode = mode
        self._state = WorkerState.STARTING
        self._text = self._state.text
        self._started = self._closed = False
        self._thread = EventLoopThread()
        self._thread.setObjectName("gradview worker")
        self._foreman: Foreman = ProcessForeman(entry, spare) if mode == "process" else LocalForeman(entry)
        self._foreman.moveToThread(self._thread)
        self._connect()

    def _connect(self) -> None:
        foreman = self._foreman
        self._startAsked.connect(foreman.begin)
        self._runAsked.connect(foreman.run)
        self._stopAsked.connect(foreman.stop)
        foreman.stateChanged.connect(self._noteState)
        foreman.jobProgress.connect(self.jobProgress)
        foreman.jobFinished.connect(self.jobFinished)
        foreman.jobFailed.connect(self.jobFailed)
        foreman.jobStopped.connect(self.jobStopped)

    def start(self) -> None:
        """Warm up. After UNAVAILABLE: try again."""
        if self._closed:
            return
        if not self._started:
            self._started = True
            self._thread.start()
        self._startAsked.emit()

    def run(self, draft: Mapping[str, Any], folder: Path | None = None) -> str:
        """Compute a draft whose paths start at `folder`; it waits for what runs. Returns the job's id."""
        if not self._started:
            self.start()
        request = Request(job=uuid.uuid4().hex, draft=copy.deepcopy(dict(draft)), folder=folder)
        self._foreman.expect(request.job)
        self._runAsked.emit(request)
        return request.job

    def stop(self) -> None:
        """Stop what was asked for so far: jobStopped follows within a second (in a thread: a segment)."""
        self._foreman.ask_to_stop()
        self._stopAsked.emit()

    def state(self) -> WorkerState:
        return self._state

    def text(self) -> str:
        """The state in words for the status bar; where it is UNAVAILABLE, why."""
        return self._text

    def close(self) -> None:
        """End the thread and every process. Nothing is said about jobs afterwards."""
        if self._closed:
            return
        self._closed = True
        self.blockSignals(True)
        self._foreman.ask_to_stop()
        if not self._started:
            return
        QMetaObject.invokeMethod(self._foreman, "close", Qt.ConnectionType.QueuedConnection)
        if not self._thread.wait(PATIENCE):
            self._abandon()

    def _abandon(self) -> None:
        log.warning("The worker thread is inside a computation. The program will end without waiting for it.")
        ABANDONED.extend((self._thread, self._foreman))
        atexit.register(leave)

    @Slot(object, str)
    def _noteState(self, state: WorkerState, text: str) -> None:
        self._state, self._text = state, text
        self.stateChanged.emit(state)
