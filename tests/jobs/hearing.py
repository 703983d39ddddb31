"""Hears a worker's signals, in order, and waits for what a test expects."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Slot
from pytestqt.qtbot import QtBot

from gradview.jobs.messages import Failure, Progress
from gradview.jobs.state import WorkerState
from gradview.jobs.worker import Worker
from gradview.results.result import Result
from gradview.spec.drafts import new_draft

LONG = 120_000  # milliseconds: with TensorFlow a child starts in 4-13 seconds where nothing else runs


class Hearing(QObject):
    """What a worker said so far."""

    def __init__(self, worker: Worker, qtbot: QtBot) -> None:
        super().__init__()
        self.worker, self.qtbot = worker, qtbot
        self.states: list[WorkerState] = []
        self.stages: dict[str, list[Progress]] = {}
        self.ends: dict[str, Result | Failure | None] = {}
        self.events: list[str] = []  # in the order of their coming: states, stages, "end"
        worker.stateChanged.connect(self._state)
        worker.jobProgress.connect(self._progress)
        worker.jobFinished.connect(self._end)
        worker.jobFailed.connect(self._end)
        worker.jobStopped.connect(self._end)

    @Slot(object)
    def _state(self, state: WorkerState) -> None:
        self.states.append(state)
        self.events.append(state.name)

    @Slot(str, object)
    def _progress(self, job: str, progress: Progress) -> None:
        assert job not in self.ends, "progress after the end"
        self.stages.setdefault(job, []).append(progress)
        self.events.append(progress.stage)

    @Slot(str, object)
    @Slot(str)
    def _end(self, job: str, outcome: Any = None) -> None:
        assert job not in self.ends, "a job ended twice"
        self.ends[job] = outcome
        self.events.append("end")

    def wait(self, condition: Callable[[], object], milliseconds: int = LONG) -> None:
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=milliseconds)

    def wait_for_state(self, state: WorkerState, milliseconds: int = LONG) -> None:
        self.wait(lambda: self.worker.state() is state, milliseconds)

    def run(self, name: str = "quick", **run: Any) -> str:
        draft = new_draft("loop")
        draft["name"] = name
        draft["run"] = {**draft["run"], "device": "cpu", **run}
        return self.worker.run(draft)

    def wait_for_stage(self, job: str, stage: str) -> None:
        self.wait(lambda: any(progress.stage == stage for progress in self.stages.get(job, [])))

    def outcome(self, job: str, milliseconds: int = LONG) -> Result | Failure | None:
        """How a job ended: a Result, a Failure, or None where it was stopped."""
        self.wait(lambda: job in self.ends, milliseconds)
        return self.ends[job]

    def result(self, job: str) -> Result:
        outcome = self.outcome(job)
        assert isinstance(outcome, Result), outcome
        return outcome

    def failure(self, job: str) -> Failure:
        outcome = self.outcome(job)
        assert isinstance(outcome, Failure), outcome
        return outcome

    def warm_children(self) -> set[int]:
        """The processes of this worker that have imported the engine."""
        owner = self.worker._foreman._owner
        return {child.pid for child in (owner._current, owner._spare) if child is not None and child.ready}
