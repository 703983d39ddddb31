"""The list of what was run or opened in this sitting: pick one to see it again."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from gradview.app.runs import Run, Runs
from gradview.app.runs_model import COLUMNS, RunsModel
from gradview.views.colours import Palette


class RunsTable(QTableView):
    """Click or Return shows a run, Delete removes it, the context menu does the rest."""

    experimentAsked = Signal(object)
    exportAsked = Signal(object)

    def __init__(self, runs: Runs, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs = runs
        self._model = RunsModel(runs, palette, self)
        self.setModel(self._model)
        self.setAccessibleName("Runs of this sitting")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(24)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for place, column in enumerate(COLUMNS):
            if place != 1:
                self.setColumnWidth(place, column.width)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self.clicked.connect(self._show)
        runs.shownChanged.connect(self._select)
        runs.added.connect(self._select)

    def setColours(self, palette: Palette) -> None:
        """Follow the theme."""
        self._model.setColours(palette)

    def current(self) -> Run | None:
        """The run of the selected row."""
        index = self.currentIndex()
        return self._model.run(index.row()) if index.isValid() else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        run = self.current()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and run is not None:
            self._runs.show(run)
        elif event.key() == Qt.Key.Key_Delete and run is not None:
            self._runs.remove(run)
        else:
            super().keyPressEvent(event)

    def menu(self, run: Run) -> QMenu:
        """What can be done with a run."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        show = menu.addAction("Show this run")
        show.triggered.connect(self._show_current)
        take = menu.addAction("Edit this run's experiment")
        take.setToolTip("Put the experiment as it was run on the left; undo takes it back")
        take.triggered.connect(self._ask_experiment)
        export = menu.addAction("Export result…")
        export.triggered.connect(self._ask_export)
        menu.addSeparator()
        remove = menu.addAction("Remove from the list")
        remove.triggered.connect(self._remove)
        show.setEnabled(run.result is not None)
        export.setEnabled(run.result is not None)
        remove.setEnabled(run.is_over())
        return menu

    def _show_menu(self, at: QPoint) -> None:
        index = self.indexAt(at)
        if index.isValid():
            self.setCurrentIndex(index)
            self.menu(self._model.run(index.row())).popup(self.viewport().mapToGlobal(at))

    def _show(self, index: QModelIndex) -> None:
        self._runs.show(self._model.run(index.row()))

    def _show_current(self) -> None:
        self._runs.show(self.current())

    def _ask_experiment(self) -> None:
        self.experimentAsked.emit(self.current())

    def _ask_export(self) -> None:
        self.exportAsked.emit(self.current())

    def _remove(self) -> None:
        run = self.current()
        if run is not None:
            self._runs.remove(run)

    def _select(self, run: Run | None) -> None:
        if run is not None and run in self._runs.all():
            self.setCurrentIndex(self._model.index(self._model.row(run), 0))
