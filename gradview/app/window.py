"""The window: it makes the parts, places them, and connects them. It computes nothing."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from gradview.app import layout
from gradview.app.actions import ACTIONS, make_actions
from gradview.app.commands import Commands
from gradview.app.device_label import DeviceLabel
from gradview.app.docks import Dock
from gradview.app.document import Document
from gradview.app.experiment_panel import ExperimentPanel
from gradview.app.files import Files
from gradview.app.findings_panel import FindingsPanel
from gradview.app.log import LogPanel
from gradview.app.menus import (
    RecentMenu,
    add_at_the_right,
    add_docks,
    add_undo,
    examples_menu,
    make_menus,
    make_toolbar,
    theme_menu,
)
from gradview.app.notice import Notice
from gradview.app.panels import Panels
from gradview.app.recovery import Recovery
from gradview.app.runner import Runner
from gradview.app.runs import Runs
from gradview.app.runs_table import RunsTable
from gradview.app.settings import Settings
from gradview.app.showing import Showing
from gradview.app.status import Status
from gradview.app.theme import Theme
from gradview.jobs.worker import Worker


class Window(QMainWindow):
    """Takes over the worker and the recovery: closing the window ends both."""

    def __init__(self, settings: Settings, theme: Theme, worker: Worker, recovery: Recovery) -> None:
        super().__init__()
        self.settings, self.theme, self.worker, self.recovery = settings, theme, worker, recovery
        self._make()
        self._place()
        self._make_menus()
        self.commands = Commands(self)
        self._connect()
        self.follow_title()
        self.follow_theme()
        layout.restore(self, settings)

    def _make(self) -> None:
        palette = self.theme.palette()
        self.log = LogPanel()
        self.log.attach()
        self.document = Document(self)
        self.runs = Runs(self)
        self.runner = Runner(self.document, self.runs, self.worker, self)
        self.notice = Notice(palette)
        self.files = Files(self.document, self.runs, self.settings, self.notice.say, self)
        self.experiment = ExperimentPanel(self.document, palette)
        self.panels = Panels(palette)
        self.findings = FindingsPanel(self.panels.step_cursor, palette)
        self.table = RunsTable(self.runs, palette)
        self.status = Status(self.runner)
        self.showing = Showing(self.document, self.runs, self.panels, self.findings, self.status, self)
        self.actions_by_name = make_actions(self)

    def _place(self) -> None:
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addWidget(self.panels, 1)
        self.setCentralWidget(middle)
        self.setStatusBar(self.status)
        layout.prepare(self)
        self.docks = {
            name: Dock(name, title, widget, self)
            for name, title, widget in (
                ("experiment", "Experiment", self.experiment),
                ("findings", "Findings", self.findings),
                ("runs", "Runs", self.table),
                ("log", "Log", self.log),
            )
        }
        layout.place(self, self.docks)
        self.setAcceptDrops(True)

    def _make_menus(self) -> None:
        actions = self.actions_by_name
        menus = make_menus(self, actions)
        self.examples = examples_menu(self.files, self)
        menus["File"].insertMenu(actions["save"], RecentMenu(self.files, self.settings, self))
        menus["File"].insertMenu(actions["save"], self.examples)
        menus["View"].insertMenu(actions["full_screen"], theme_menu(self.settings, self))
        add_undo(menus["Edit"], self.document.undo, actions)
        add_docks(menus["View"], self.panels.docks, self.docks, self.panels.bring)
        bar, self.examples_button = make_toolbar(self, actions, self.examples)
        add_at_the_right(bar, DeviceLabel(self.document))

    def _connect(self) -> None:
        commands = self.commands
        self.runner.stateChanged.connect(commands.follow_runner)
        self.runner.failed.connect(commands.tell_failure)
        self.runs.changed.connect(self.status.showRun)
        self.runs.shownChanged.connect(commands.follow_shown)
        self.document.titleChanged.connect(self.follow_title)
        self.document.draftChanged.connect(self.keep)
        self.files.aboutChanged.connect(self.findings.setAbout)
        self.theme.changed.connect(self.follow_theme)
        self.panels.measureRequested.connect(commands.measure_and_run)
        self.table.experimentAsked.connect(self.files.take_experiment)
        self.table.exportAsked.connect(self.files.ask_export)

    def follow_title(self) -> None:
        """The title names the experiment and its file; nothing is kept once all is saved."""
        path = self.document.path()
        where = f" ({path.name})" if path else ""
        self.setWindowTitle(f"{self.document.name()}[*]{where} — gradview")
        self.setWindowModified(self.document.isModified())
        if not self.document.isModified():
            self.recovery.forget()

    def keep(self) -> None:
        """Keep unsaved changes for the case that the program or the computer ends."""
        if self.document.isModified():
            self.recovery.keep(self.document.draft(), self.document.path())

    def follow_theme(self) -> None:
        """Draw everything in the present theme."""
        palette = self.theme.palette()
        parts = (self.notice, self.experiment.summary, self.panels, self.findings, self.table, self.log)
        for part in parts:
            part.setColours(palette)
        for entry in ACTIONS:
            if entry.icon:
                colour = palette.accent_text if entry.name in ("run", "stop") else ""
                self.actions_by_name[entry.name].setIcon(self.theme.icon(entry.icon, colour))
        self.examples_button.setIcon(self.theme.icon("examples"))

    def bring(self) -> None:
        """Come to the front."""
        if self.isMinimized():
            self.showNormal()
        self.raise_()
        self.activateWindow()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.files.may_leave():
            event.ignore()
            return
        layout.save(self, self.settings)
        self.files.close()
        self.worker.close()
        self.recovery.forget()
        self.log.detach()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.files.open_all(dropped(event))


def dropped(event: QDropEvent) -> list[Path]:
    """The local files that are dragged."""
    urls = event.mimeData().urls()
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
