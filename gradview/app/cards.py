"""Cards: a heading in a colour of its meaning, and sentences."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from gradview.views.colours import Palette

Tone = Literal["plain", "info", "ok", "warning", "error"]


class Card(QFrame):
    """A heading and text. One that leads somewhere is a button as well: click, Return or Space."""

    clicked = Signal()

    def __init__(
        self,
        heading: str,
        text: str,
        tone: Tone,
        palette: Palette,
        *,
        leads: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.heading, self.text = QLabel(heading), QLabel(text)
        self._tone, self._leads = tone, leads
        self.setObjectName("card")
        self.setAccessibleName(f"{heading}: {text}")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(9, 6, 9, 7)
        layout.setSpacing(2)
        for label in (self.heading, self.text):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            layout.addWidget(label)
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        if leads:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setColours(palette)

    def setColours(self, palette: Palette) -> None:
        """Follow the theme."""
        colour = {
            "plain": palette.text,
            "info": palette.accent,
            "ok": palette.ok_text,
            "warning": palette.warning_text,
            "error": palette.error_text,
        }[self._tone]
        self.setStyleSheet(
            f"#card {{ background: {palette.base}; border: 1px solid {palette.border}; border-radius: 4px; }}"
            f" #card:focus {{ border-color: {palette.accent}; }}"
        )
        self.heading.setStyleSheet(f"color: {colour}")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._leads and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._leads and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)
