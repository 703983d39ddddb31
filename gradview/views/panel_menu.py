"""What a right click on a picture offers: to files, to the clipboard, back to the whole picture."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from gradview.views.export_dialog import FORMATS, ask_export
from gradview.views.paper import copy

if TYPE_CHECKING:
    from gradview.views.view import View


class PanelMenu(QMenu):
    """The context menu of a view."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._view = view
        for ending, words in FORMATS.items():
            action = self.addAction(f"Export as {ending.upper()}…")
            action.setToolTip(words)
            action.triggered.connect(partial(self._export, ending))
        self.addSeparator()
        self.addAction("Copy picture and numbers").triggered.connect(self._copy)
        self.addSeparator()
        self.addAction("Show everything").triggered.connect(self._reset)
        self.aboutToShow.connect(self._enable)

    def _enable(self) -> None:
        for action in self.actions():
            action.setEnabled(self._view.drawn() is not None)

    def _export(self, ending: str, _: bool = False) -> None:
        ask_export(self._view, self._view.exportFolder(), ending)

    def _copy(self, _: bool = False) -> None:
        copy(self._view, *self._view.paper_size())

    def _reset(self, _: bool = False) -> None:
        self._view.picture.reset()
