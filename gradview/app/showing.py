"""Keeps what is shown in line with the run that is looked at, and says when the experiment has moved on."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from gradview.app.document import Document
from gradview.app.findings_panel import FindingsPanel
from gradview.app.panels import Panels
from gradview.app.runs import Run, Runs, RunState
from gradview.app.status import Status
from gradview.spec.experiment import Experiment
from gradview.spec.problems import ExperimentError

EARLIER = "Of the earlier experiment: a field on the left has changed since this run."


class Showing(QObject):
    """Follows the runs and the document, and leads the panels."""

    def __init__(
        self,
        document: Document,
        runs: Runs,
        panels: Panels,
        findings: FindingsPanel,
        status: Status,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._runs = document, runs
        self._panels, self._findings, self._status = panels, findings, status
        self._asked: Any = None  # what the shown run computed
        runs.shownChanged.connect(self.show_run)
        document.draftChanged.connect(self.show_note)
        findings.arrayAsked.connect(self._go)

    def show_run(self, run: Run | None) -> None:
        """Show the result of a run everywhere."""
        result = run.result if run is not None else None
        self._asked = None if run is None else computed(run)
        self._panels.setName(run.name if run is not None else "")
        self._panels.setResult(result)
        self._findings.setResult(result)
        self._status.showDevice("" if result is None else device_words(result.meta))
        self.show_note()

    def show_note(self) -> None:
        """Say whose picture it is, unless it is that of the experiment on the left."""
        self._panels.setNote(self.note())

    def note(self) -> str:
        """What the strip above each picture says."""
        run, experiment = self._runs.shown(), self._document.experiment()
        if run is None or (experiment is not None and asked(experiment) == self._asked):
            return ""
        if run.state is RunState.OPENED and run.path is not None:
            return f"From {run.path.name}, not from the experiment on the left."
        return EARLIER

    def _go(self, array: str) -> None:
        """Bring a panel to the front that can draw what a finding is about."""
        run = self._runs.shown()
        if run is not None and run.result is not None:
            self._panels.bring(next(self._panels.views()).name)


def asked(experiment: Experiment) -> Any:
    """What an experiment computes, whatever it is called."""
    return experiment.model_dump(exclude={"name"})


def computed(run: Run) -> Any:
    """What a run computed; None if its file does not say."""
    try:
        return asked(Experiment.from_draft(run.draft, run.folder))
    except ExperimentError:  # of a newer version, or its files are gone
        return None


def device_words(meta: dict[str, Any]) -> str:
    """'CPU, float32'."""
    device = str(meta.get("device") or "").upper()
    return ", ".join(part for part in (device, str(meta.get("precision") or "")) if part)
