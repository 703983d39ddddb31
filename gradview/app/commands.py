"""What the actions do: each method is one entry of the table in actions.py."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QToolTip, QWidget

from gradview.app import layout
from gradview.app.about import versions_text
from gradview.app.actions import set_words
from gradview.app.runs import Run
from gradview.views.export_dialog import ask_export

if TYPE_CHECKING:
    from gradview.app.window import Window

log = logging.getLogger(__name__)

NEXT_START = "From the next start of gradview on, experiments run {where}."


class Commands(QObject):
    """The window's actions at work. It holds no state of its own."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        for name, action in window.actions_by_name.items():
            method = getattr(self, name, None)
            if method is not None:
                action.triggered.connect(method)
        for view in window.panels.views():
            view.setExportFolder(window.settings.lastFolder())
            view.exported.connect(self.tell_export)
            view.exportFailed.connect(self.tell_failed_export)
        self.follow_runner()
        self.follow_shown()
        self.follow_mode()

    def new(self) -> None:
        self._window.files.new()

    def open(self) -> None:
        self._window.files.ask_open()

    def save(self) -> None:
        self._window.files.save()

    def save_as(self) -> None:
        self._window.files.save_as()

    def export(self) -> None:
        self._window.files.ask_export(self._window.runs.shown())

    def export_panel(self) -> None:
        window, view = self._window, self._window.panels.current()
        if view.drawn() is None:
            window.notice.say(f"{view.label} is empty. {view.why_empty()}", "warning", topic="export")
        else:
            ask_export(view, window.settings.lastFolder())

    def quit(self) -> None:
        self._window.close()

    def run(self) -> None:
        """Run, or do what has to be done before."""
        window, can = self._window, self._window.runner.can()
        if can == "mend":
            window.docks["experiment"].bring()
            window.experiment.go_to_first_problem()
        elif can == "retry":
            window.runner.retry()
        else:
            window.notice.forget("run")
            window.runner.run()

    def stop(self) -> None:
        self._window.runner.stop()

    def measure_and_run(self, measure: str) -> None:
        """What an empty panel asks for; without a result it is just a run."""
        if measure:
            self._window.experiment.measure(measure)
        self.run()

    def in_process(self) -> None:
        self._window.settings.setWorkerMode("process")
        self.follow_mode()
        self._window.notice.say(NEXT_START.format(where="in a process of their own"), topic="mode")

    def in_thread(self) -> None:
        self._window.settings.setWorkerMode("thread")
        self.follow_mode()
        where = "in a thread of the window's process, on the device that the first of them asks for"
        self._window.notice.say(NEXT_START.format(where=where), topic="mode")

    def as_tabs(self) -> None:
        self._window.panels.as_tabs()

    def side_by_side(self) -> None:
        self._window.panels.split(Qt.Orientation.Horizontal)

    def stacked(self) -> None:
        self._window.panels.split(Qt.Orientation.Vertical)

    def dock_all(self) -> None:
        layout.dock_all(self._window)

    def reset_layout(self) -> None:
        layout.reset(self._window)

    def step_back(self) -> None:
        cursor = self._window.panels.step_cursor
        cursor.setStep(cursor.step() - 1)

    def step_on(self) -> None:
        cursor = self._window.panels.step_cursor
        cursor.setStep(cursor.step() + 1)

    def next_area(self) -> None:
        """Give the focus to the next part of the window that is in sight."""
        window = self._window
        targets = [
            next(iter(window.experiment.form.tabStops())),
            window.panels.current().focusTarget(),
            window.panels.steps.slider,
            window.table,
        ]
        parts: list[QWidget] = [window.experiment, window.panels.area, window.panels.steps, window.table]
        focus = window.focusWidget()
        here = [place for place, part in enumerate(parts) if focus is part or part.isAncestorOf(focus)]
        at = here[0] if here else -1
        for target in targets[at + 1 :] + targets[: at + 1]:
            if target.isVisible() and target.isEnabled():
                target.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def full_screen(self) -> None:
        window = self._window
        if window.isFullScreen():
            window.showNormal()
        else:
            window.showFullScreen()

    def help(self) -> None:
        """Show what the field with the focus means: its tooltip, or that of what it stands in."""
        widget: QWidget | None = self._window.focusWidget()
        while widget is not None and not widget.toolTip():
            widget = widget.parentWidget()
        if widget is not None:
            QToolTip.showText(widget.mapToGlobal(QPoint(0, widget.height())), widget.toolTip(), widget)

    def about(self) -> None:
        self._window.notice.say(versions_text(), topic="about")

    def follow_runner(self) -> None:
        """The run action says what it waits for; while something runs it is Stop."""
        window, runner = self._window, self._window.runner
        can = runner.can()
        run, stop = window.actions_by_name["run"], window.actions_by_name["stop"]
        set_words(run, runner.words(), f"{runner.tip()} (Ctrl+R or F5)")
        run.setVisible(can != "stop")
        run.setEnabled(can != "stop")
        stop.setVisible(can == "stop")
        stop.setEnabled(can == "stop")

    def follow_shown(self) -> None:
        """What needs a result is enabled when one is shown."""
        run = self._window.runs.shown()
        for name in ("export", "export_panel"):
            self._window.actions_by_name[name].setEnabled(run is not None)

    def follow_mode(self) -> None:
        """Tick where the next start computes."""
        mode = self._window.settings.workerMode()
        self._window.actions_by_name["in_process"].setChecked(mode == "process")
        self._window.actions_by_name["in_thread"].setChecked(mode == "thread")

    def tell_failure(self, run: Run) -> None:
        """Say why a run has no result; what is wrong with fields is said beside them too."""
        window, failure = self._window, run.failure
        if failure is None:
            return
        offers = (("Details", self.show_log),) if failure.details else ()
        window.notice.say(f"{run.name}: {failure.message}", "error", offers, topic="run")
        if failure.problems and run.draft == window.document.draft():
            window.experiment.form.setProblems(failure.problems)
            window.experiment.form.focusPath(failure.problems[0].path)

    def tell_export(self, path: Path) -> None:
        """Say where a panel was written, and start there the next time."""
        window = self._window
        window.settings.setLastFolder(path.parent)
        for view in window.panels.views():
            view.setExportFolder(path.parent)
        window.notice.say(f"Wrote {path}", topic="done")

    def tell_failed_export(self, words: str) -> None:
        self._window.notice.say(words, "error", topic="export")

    def show_log(self) -> None:
        self._window.docks["log"].bring()
        self._window.log.setFocus()
        self._window.log.showDetails()
