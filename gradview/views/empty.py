"""What a panel shows when it has nothing to draw: why, and the one action that changes it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from gradview.views.colours import Palette


class EmptyPage(QWidget):
    """A sentence and, where there is something to do, a button."""

    asked = Signal()

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = QLabel()
        self.sentence.setWordWrap(True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = QPushButton()
        self.button.clicked.connect(self.asked)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addStretch(2)
        layout.addWidget(self.sentence)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        self.setColours(palette)

    def say(self, sentence: str, action: str = "") -> None:
        """Say why there is nothing; without an action there is no button."""
        self.sentence.setText(sentence)
        self.button.setText(action)
        self.button.setVisible(bool(action))

    def setColours(self, palette: Palette) -> None:
        """Write in the colours of a theme."""
        self.sentence.setStyleSheet(f"color: {palette.muted}")
