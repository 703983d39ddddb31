"""Numbers written in the draft: one number or nested lists, typed as JSON or pasted from a spreadsheet."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QPointF, QSize, Qt
from PySide6.QtGui import QFontDatabase, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from gradview.forms.array_text import (
    MOST_NUMBERS,
    count,
    read_numbers,
    read_table,
    shape_in_words,
    write_numbers,
)
from gradview.forms.fields import Leaf
from gradview.forms.form import ABSENT
from gradview.forms.marks import dim_colour, problem_colour

_MOST_LINES = 5


class ArrayText(QPlainTextEdit):
    """Text as high as its lines, up to a few; Tab leaves it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(max(self.font().pointSizeF(), 7.0))
        self.setFont(font)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(3)
        self.textChanged.connect(self.fit)
        self._marked = False
        self.fit()

    def mark(self, marked: bool) -> None:
        self._marked = marked
        self.viewport().update()

    def marked(self) -> bool:
        return self._marked

    def fit(self) -> None:
        """Be as high as the text needs, within bounds."""
        lines = self.document().size().height()  # a plain text document measures itself in lines
        lines = max(1, min(int(lines), _MOST_LINES))
        margins = 2 * (int(self.document().documentMargin()) + self.frameWidth())
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + margins + 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def sizeHint(self) -> QSize:
        return QSize(120, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self.height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page around it until it has the focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste cells of a spreadsheet as a list; other text as it is."""
        table = read_table(source.text()) if source.hasText() else None
        self.insertPlainText(source.text() if table is None else write_numbers(table))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._marked:
            painter = QPainter(self.viewport())
            painter.setPen(QPen(problem_colour(self.palette()), 1.4))
            y = self.viewport().height() - 1.0
            painter.drawLine(QPointF(3, y), QPointF(self.viewport().width() - 3, y))


class ArrayField(Leaf):
    """Numbers as text, with their shape below if `sized`. What is not numbers is given back as typed."""

    def __init__(
        self, placeholder: str = "", empty: Any = ABSENT, sized: bool = True, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._placeholder, self._empty, self._sized = placeholder, empty, sized
        self.text = ArrayText(self)
        self.text.setPlaceholderText(placeholder)
        self.text.textChanged.connect(self.take)
        self.shape = QLabel(self)
        self.shape.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        layout.addWidget(self.text)
        layout.addWidget(self.shape)
        self.target = self.text
        self.colour()

    def take(self) -> None:
        text = self.text.toPlainText()
        self.edit(read_numbers(text) if text.strip() else self._empty)

    def showValue(self) -> None:
        """Write the value out; of very many numbers say how many, and let new text replace them."""
        many = isinstance(self._value, list) and count(self._value) > MOST_NUMBERS
        words = f"{shape_in_words(self._value)}, too many to show; what is typed or pasted here replaces them"
        self.text.setPlaceholderText(words if many else self._placeholder)
        blank = many or self._value is ABSENT or self._value is None
        self.text.setPlainText("" if blank else write_numbers(self._value))
        self.showEdited()

    def showEdited(self) -> None:
        words = shape_in_words(self._value) if self._sized else ""
        self.shape.setText(words)
        self.shape.setVisible(bool(words))

    def showProblems(self) -> None:
        self.text.mark(bool(self.problems()))

    def colour(self) -> None:
        """Follow the theme."""
        palette, colour = self.shape.palette(), dim_colour(self.palette())
        if palette.color(QPalette.ColorRole.WindowText) != colour:
            palette.setColor(QPalette.ColorRole.WindowText, colour)
            self.shape.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.ApplicationPaletteChange):
            self.colour()
        super().changeEvent(event)
