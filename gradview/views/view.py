"""What every panel is: a result and a cursor in, a picture out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QWidget

from gradview.views.colours import Palette
from gradview.views.cursor import Cursor

if TYPE_CHECKING:
    from gradview.results.result import Result


class View(QWidget):
    """One way to look at a result.

    A view resolves (result, choices, cursor) into one frozen value and draws that, again only when it changed.
    """

    name: ClassVar[str] = ""
    label: ClassVar[str] = ""
    tip: ClassVar[str] = ""

    measureRequested = Signal(str)
    """The empty panel's action: the name of the measure to add and run again."""
    choicesChanged = Signal()
    hoverChanged = Signal(str)

    def __init__(self, cursor: Cursor, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cursor = cursor
        self._colours = palette
        self._result: Result | None = None

    @classmethod
    def reason(cls, result: Result) -> str | None:
        """Why this view cannot draw the result, in words; None if it can."""
        raise NotImplementedError

    def result(self) -> Result | None:
        """The result that is shown."""
        return self._result

    def setResult(self, result: Result | None) -> None:
        """Show another result; None shows an empty panel."""
        self._result = result

    def setPalette(self, palette: Palette | QPalette | Qt.GlobalColor | QColor) -> None:
        """Draw in another theme. Qt's own palettes are handed on to Qt."""
        if not isinstance(palette, Palette):
            super().setPalette(palette)
            return
        self._colours = palette

    def choices(self) -> dict[str, Any]:
        """What is chosen, as plain JSON types."""
        return {}

    def setChoices(self, choices: Mapping[str, Any]) -> None:
        """Choose; what this result does not have falls back to the nearest it has."""

    def hoverText(self) -> str:
        """The line at the bottom: exact values under the pointer, else at the cursor."""
        return ""

    def setNote(self, text: str) -> None:
        """A strip above the picture ('of the earlier experiment'); '' takes it away."""

    def export(self, path: str | Path, size: tuple[int, int] = (1000, 600), dpi: int = 150) -> None:
        """Write the picture (.png, .svg, .pdf) or its numbers (.csv), by the ending of the path."""
