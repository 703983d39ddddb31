"""What a right click on a picture offers: to files, to the clipboard, back to the whole picture."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from gradview.views.paper import copy

if TYPE_CHECKING:
    from gradview.views.view import View

FORMATS = {"PNG": "PNG picture", "SVG": "SVG drawing", "PDF": "PDF document", "CSV": "Numbers as CSV"}


class PanelMenu(QMenu):
    """The context menu of a view."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._view = view
        for ending, words in FORMATS.items():
            action = self.addAction(f"Export as {ending}…")
            action.setToolTip(words)
            action.triggered.connect(partial(self._export, ending.lower()))
        self.addSeparator()
        self.addAction("Copy picture and numbers").triggered.connect(self._copy)
        self.addSeparator()
        self.addAction("Show everything").triggered.connect(self._reset)
        self.aboutToShow.connect(self._enable)

    def _enable(self) -> None:
        for action in self.actions():
            action.setEnabled(self._view.drawn() is not None)

    def _export(self, ending: str, _: bool = False) -> None:
        start = f"{self._view.experiment_name() or 'gradview'} {self._view.name}.{ending}"
        words = FORMATS[ending.upper()]
        path, _kind = QFileDialog.getSaveFileName(self._view, "Export", start, f"{words} (*.{ending})")
        if not path:
            return
        if not path.lower().endswith(f".{ending}"):
            path += f".{ending}"
        try:
            self._view.export(path, *self._view.paper_size())
        except (OSError, ValueError) as error:
            QMessageBox.warning(self._view, "Export", str(error))

    def _copy(self, _: bool = False) -> None:
        copy(self._view, *self._view.paper_size())

    def _reset(self, _: bool = False) -> None:
        self._view.picture.reset()
