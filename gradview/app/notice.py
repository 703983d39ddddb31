"""A strip below the toolbar that says something and offers what can be done about it; nothing modal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from gradview.views.colours import Palette

Level = Literal["info", "warning", "error"]
Offer = tuple[str, Callable[[], None]]


class Notice(QWidget):
    """One message at a time; the next one replaces it, and it goes when its reason has gone."""

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette, self._level = palette, "info"
        self._buttons: list[QPushButton] = []
        self.topic = ""
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.words.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.close_button = QToolButton()
        self.close_button.setText("✕")
        self.close_button.setToolTip("Take this message away")
        self.close_button.setAccessibleName("Dismiss")
        self.close_button.setAutoRaise(True)
        self.close_button.clicked.connect(self.clear)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 5, 8, 5)
        self._row.addWidget(self.words, 1)
        self._row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def say(self, text: str, level: Level = "info", offers: Sequence[Offer] = (), topic: str = "") -> None:
        """Show a message. What is offered takes it away; `topic` names it for `forget`."""
        self._drop_buttons()
        self.topic, self._level = topic, level
        self.words.setText(text)
        for label, answer in offers:
            button = QPushButton(label)
            button.clicked.connect(self.clear)
            button.clicked.connect(answer)
            self._row.insertWidget(self._row.count() - 1, button, 0, Qt.AlignmentFlag.AlignVCenter)
            self._buttons.append(button)
        self.setColours(self._palette)
        self.show()

    def text(self) -> str:
        """What is said; '' if nothing."""
        return self.words.text() if not self.isHidden() else ""

    def forget(self, topic: str) -> None:
        """Take the message away if it is about this."""
        if topic == self.topic:
            self.clear()

    def clear(self) -> None:
        """Take the message away."""
        self.topic = ""
        self.hide()

    def setColours(self, palette: Palette) -> None:
        """Follow the theme."""
        self._palette = palette
        edge = {"info": palette.accent, "warning": palette.warning, "error": palette.error_text}[self._level]
        self.setStyleSheet(
            f"gradview--app--notice--Notice, Notice {{ background: {palette.raised};"
            f" border-left: 4px solid {edge}; }}"
        )

    def _drop_buttons(self) -> None:
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
