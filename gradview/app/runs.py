"""What was run or opened in this sitting, and which of it is looked at. Knows no widget and no worker."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from enum import Enum
from itertools import count
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from gradview.jobs.messages import Failure, Progress
from gradview.results.result import Result

_numbers = count(1)


class RunState(Enum):
    """Where a run is; the value is the word that the list shows."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"
    OPENED = "opened"


@dataclass(eq=False)
class Run:
    """One row of the list.

    Attributes
    ----------
    job : the worker's id of it; "" for a result opened from a file
    draft, folder : the experiment as it was run, and where its paths start
    path : the file that a result was opened from
    """

    job: str
    name: str
    draft: dict[str, Any]
    folder: Path | None = None
    path: Path | None = None
    state: RunState = RunState.RUNNING
    progress: Progress | None = None
    result: Result | None = None
    failure: Failure | None = None
    seconds: float | None = None
    number: int = field(default_factory=lambda: next(_numbers))
    began: float = field(default_factory=time.monotonic)

    def is_over(self) -> bool:
        return self.state is not RunState.RUNNING


class Runs(QObject):
    """The runs in order, and the one that the panels show."""

    added = Signal(object)
    changed = Signal(object)
    removed = Signal(object)
    shownChanged = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runs: list[Run] = []
        self._shown: Run | None = None

    def all(self) -> tuple[Run, ...]:
        """Oldest first."""
        return tuple(self._runs)

    def shown(self) -> Run | None:
        """The one whose result the panels show."""
        return self._shown

    def find(self, job: str) -> Run | None:
        """The run of a job, if it is still in the list."""
        return next((run for run in self._runs if run.job == job), None)

    def add(self, run: Run) -> None:
        """Append a run; one that has a result already is shown."""
        self._runs.append(run)
        self.added.emit(run)
        if run.result is not None:
            self.show(run)

    def note(self, run: Run, progress: Progress) -> None:
        """Say how far it is."""
        run.progress = progress
        self.changed.emit(run)

    def end(
        self, run: Run, state: RunState, *, result: Result | None = None, failure: Failure | None = None
    ) -> None:
        """Say how it ended. Its result is shown if the newest earlier one was looked at, or none."""
        newest = next((one for one in reversed(self._runs) if one.result is not None), None)
        run.state, run.result, run.failure, run.progress = state, result, failure, None
        run.seconds = time.monotonic() - run.began
        self.changed.emit(run)
        if result is not None and self._shown in (None, newest):
            self.show(run)

    def show(self, run: Run | None) -> None:
        """Look at another run's result."""
        if run is not self._shown and (run is None or run.result is not None):
            self._shown = run
            self.shownChanged.emit(run)

    def remove(self, run: Run) -> None:
        """Take it out of the list; its result goes with it unless something else holds it."""
        if run not in self._runs or not run.is_over():
            return
        place = self._runs.index(run)
        self._runs.remove(run)
        if run is self._shown:
            near = [*self._runs[place:], *reversed(self._runs[:place])]
            self.show(next((one for one in near if one.result is not None), None))
        self.removed.emit(run)
