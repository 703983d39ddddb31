"""A row above a plot that says what each line and each sign means; it never lies on a curve."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from gradview.results.absence import Absence
from gradview.views.colours import Palette
from gradview.views.marks import DOT, paint_presence
from gradview.views.plotting import pg

SAMPLE = 24.0
LINE = 18.0


@dataclass(frozen=True)
class Entry:
    """One meaning: a line in `colour`, or the sign of a kind of nothing."""

    text: str
    colour: str
    dashed: bool = False
    presence: Absence | None = None
    filled: bool = False  # a map's zero is a coloured cell, a curve's an outline


class Legend(pg.GraphicsWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """Entries side by side, in as many lines as the width asks for."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette
        self._entries: tuple[Entry, ...] = ()
        self._arrange()

    def setEntries(self, entries: tuple[Entry, ...], palette: Palette) -> None:
        """Show other entries."""
        self._entries, self._palette = entries, palette
        self._arrange()
        self.update()

    def entries(self) -> tuple[Entry, ...]:
        """What the legend says."""
        return self._entries

    def resizeEvent(self, event: object) -> None:
        """Break the lines anew."""
        self._arrange()

    def paint(self, painter: QPainter, *_: object) -> None:
        """Draw a sample and its meaning, one after the other."""
        for entry, at in zip(self._entries, self._places(), strict=True):
            self._paint_sample(painter, entry, at)
            painter.setPen(QColor(self._palette.text))
            text = QRectF(at.x() + SAMPLE + 5, at.y(), 2000, LINE)
            painter.drawText(text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, entry.text)

    def _paint_sample(self, painter: QPainter, entry: Entry, at: QPointF) -> None:
        middle = at.y() + LINE / 2
        if entry.presence is None:
            pen = line_pen(entry.colour, entry.dashed, 2.0)
            pen.setCosmetic(False)  # nothing stretches a legend
            painter.setPen(pen)
            painter.drawLine(QPointF(at.x(), middle), QPointF(at.x() + SAMPLE, middle))
            return
        cell = QRectF(at.x() + 4, middle - 6, SAMPLE - 6, 12)
        if entry.filled and entry.presence in (Absence.ZERO, Absence.UNDERFLOW):
            painter.fillRect(cell, QColor(entry.colour))
            painter.setPen(QPen(QColor(self._palette.border), 1))
            painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5))
            if entry.presence is Absence.UNDERFLOW:
                painter.setBrush(QColor(self._palette.text))
                painter.drawEllipse(cell.center(), DOT, DOT)
                painter.setBrush(Qt.BrushStyle.NoBrush)
            return
        paint_presence(painter, cell, entry.presence, self._palette, entry.colour)

    def _places(self) -> list[QPointF]:
        metrics = QFontMetricsF(self.font())
        width = max(self.size().width(), 100.0)
        places, x, y = [], 0.0, 0.0
        for entry in self._entries:
            needed = SAMPLE + 5 + metrics.horizontalAdvance(entry.text)
            if x and x + needed > width:
                x, y = 0.0, y + LINE
            places.append(QPointF(x, y))
            x += needed + 18
        return places

    def _arrange(self) -> None:
        places = self._places()
        height = places[-1].y() + LINE if places else 0.0
        self.setMinimumHeight(height)
        self.setMaximumHeight(height)


def line_pen(colour: str, dashed: bool, width: float) -> QPen:
    """The pen of a curve; dashes too tell the kinds apart."""
    pen = QPen(QColor(colour), width)
    pen.setCosmetic(True)
    if dashed:
        pen.setDashPattern([5.0, 3.0])
    return pen
