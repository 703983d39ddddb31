"""What stands around a picture: note, title line, choices, hover line; or the empty page in its place."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QLabel, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from gradview.views.choices import ChoicesRow
from gradview.views.colours import Palette
from gradview.views.empty import EmptyPage
from gradview.views.heading import title_html


class Frame:
    """The parts of a panel, from the top: note, title, choices, picture, hover line."""

    def __init__(self, picture: QWidget, palette: Palette, panel: QWidget) -> None:
        self._palette = palette
        self._title = ("", "")
        self.note = QLabel()
        self.title = QLabel()
        self.row = ChoicesRow()
        self.picture = picture
        self.empty = EmptyPage(palette)
        self.hover = QLabel()
        self.note.setVisible(False)
        self.title.setTextFormat(Qt.TextFormat.RichText)
        self.title.setWordWrap(True)
        self.hover.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.hover.setTextFormat(Qt.TextFormat.PlainText)
        self.hover.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        # Long values must not widen the panel.
        self.hover.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(picture)
        layout = QVBoxLayout(panel)
        layout.setContentsMargins(10, 8, 10, 6)
        layout.setSpacing(6)
        for part in (self.note, self.title, self.row, self._stack, self.hover):
            layout.addWidget(part)
        layout.setStretchFactor(self._stack, 1)

    def setNote(self, text: str) -> None:
        """Show a strip with a note; '' takes it away."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def showPicture(self, words: str, symbol: str) -> None:
        """Show the picture under a title."""
        self._title = (words, symbol)
        self.title.setText(title_html(words, symbol, self._palette))
        self._show(True)

    def showEmpty(self, sentence: str, has_result: bool) -> None:
        """Show why there is nothing; offer to measure what is missing, or to run at all."""
        self._title = ("", "")
        self.empty.say(sentence, "Measure it and run again" if has_result else "Run the experiment")
        self._show(False)

    def setHover(self, text: str) -> None:
        """Show exact values."""
        self.hover.setText(text)
        self.hover.setToolTip(text)  # a narrow panel cuts the line off

    def setColours(self, palette: Palette) -> None:
        """Write in the colours of a theme."""
        self._palette = palette
        self.title.setText(title_html(*self._title, palette) if self._title[0] else "")
        self.hover.setStyleSheet(f"color: {palette.muted}")
        self.note.setStyleSheet(
            f"color: {palette.warning_text}; background: {palette.raised}; padding: 3px 8px;"
            f" border-left: 3px solid {palette.warning}"
        )
        self.empty.setColours(palette)

    def _show(self, picture: bool) -> None:
        self._stack.setCurrentWidget(self.picture if picture else self.empty)
        for part in (self.title, self.row, self.hover):
            part.setVisible(picture)
