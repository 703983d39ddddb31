"""How a problem looks: vermilion words with a sign, a line under a field, a wave under an expression."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QWidget

if TYPE_CHECKING:
    from gradview.spec.problems import Problem

# Vermilion of Okabe and Ito, darkened and lightened until text keeps 4.5 : 1 on either theme's background.
ON_LIGHT = QColor("#B34700")
ON_DARK = QColor("#FF8F55")
SIGN = 13  # pixels


def problem_colour(palette: QPalette) -> QColor:
    """The colour of problems on this palette's window background."""
    return ON_DARK if palette.color(QPalette.ColorRole.Window).lightness() < 128 else ON_LIGHT


def dim_colour(palette: QPalette) -> QColor:
    """Text that steps back: captions and shapes. Halfway is still 4.5 : 1 in both themes."""
    text, back = palette.color(QPalette.ColorRole.WindowText), palette.color(QPalette.ColorRole.Window)
    return QColor.fromRgbF(
        0.68 * text.redF() + 0.32 * back.redF(),
        0.68 * text.greenF() + 0.32 * back.greenF(),
        0.68 * text.blueF() + 0.32 * back.blueF(),
    )


def problem_sign(colour: QColor, ratio: float) -> QPixmap:
    """A triangle with an exclamation mark."""
    pixmap = QPixmap(QSize(SIGN, SIGN) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(colour, 1.3)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPolygon(
        QPolygonF([QPointF(SIGN / 2, 1.2), QPointF(SIGN - 1, SIGN - 1.7), QPointF(1, SIGN - 1.7)])
    )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRect(QRectF(SIGN / 2 - 0.65, 4.6, 1.3, 3.6))
    painter.drawRect(QRectF(SIGN / 2 - 0.65, 9.0, 1.3, 1.4))
    painter.end()
    return pixmap


class ProblemLine(QWidget):
    """The problems of one field in words; takes no room while there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sign = QLabel(self)
        self._words = QLabel(self)
        self._words.setWordWrap(True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 2)
        layout.setSpacing(5)
        layout.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._words, 1)
        self.colour()
        self.hide()

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Say them, one a line; what is left of a path names the part meant."""
        self._words.setText("\n".join(in_words(problem) for problem in problems))
        self.fit()
        self.setVisible(bool(problems))

    def text(self) -> str:
        return self._words.text()

    def fit(self) -> None:
        """Be as high as the words are at this width. (Qt's own height for width squeezes other rows.)"""
        room = QRect(0, 0, max(self.width() - SIGN - 5, 60), 10_000)
        words = self._words.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, self._words.text())
        self._words.setFixedHeight(max(words.height() + 1, SIGN))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def colour(self) -> None:
        """Follow the theme."""
        colour = problem_colour(self.palette())
        self._sign.setPixmap(problem_sign(colour, self.devicePixelRatioF()))
        palette = self._words.palette()
        if palette.color(QPalette.ColorRole.WindowText) != colour:
            palette.setColor(QPalette.ColorRole.WindowText, colour)
            self._words.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.ApplicationPaletteChange):
            self.colour()
        super().changeEvent(event)


def in_words(problem: Problem) -> str:
    """A problem as a form says it."""
    where = ".".join(map(str, problem.path))
    return f"{where}: {problem.message}" if where else problem.message


class MarkedLineEdit(QLineEdit):
    """A line of text that can be marked: as a whole, or from a column on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._marked = False
        self._column: int | None = None
        self.setAcceptDrops(False)  # a dropped file is to be opened, not written out

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the experiment, which takes back the edits of every field in turn."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            if event.matches(keys.Undo) or event.matches(keys.Redo):
                event.ignore()
                return False
        return super().event(event)

    def mark(self, marked: bool, column: int | None = None) -> None:
        """Mark the field, or with a column (0-based) the text from there to its end."""
        if (marked, column) != (self._marked, self._column):
            self._marked, self._column = marked, column
            self.update()

    def marked_from(self) -> int | None:
        """The column that the mark starts at: 0 for the whole field, None for no mark."""
        return (self._column or 0) if self._marked else None

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._marked:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(problem_colour(self.palette()), 1.4))
        if self._column is None or not self.text():
            y = self.height() - 1.5
            painter.drawLine(QPointF(4, y), QPointF(self.width() - 4, y))
        else:
            painter.drawPolyline(self._wave(self._column))

    def _wave(self, column: int) -> QPolygonF:
        """A wave under the text from a column on, in widget coordinates, as far as it is in sight."""
        metrics, text = self.fontMetrics(), self.text()
        column = min(column, max(len(text) - 1, 0))
        origin = self.cursorRect().center().x() - metrics.horizontalAdvance(text[: self.cursorPosition()])
        left = max(origin + metrics.horizontalAdvance(text[:column]), 3)
        right = max(min(origin + metrics.horizontalAdvance(text), self.width() - 4), left + 6)
        y = self.height() / 2 + metrics.height() / 2 - 0.5
        return QPolygonF([QPointF(left + 2 * i, y + (i % 2) * 2) for i in range(int(right - left) // 2 + 1)])
