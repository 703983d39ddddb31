"""Rows at the foot of a plot that show where a curve has no place: zeros, no path, underflow, NaN."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gradview.results.absence import Absence
from gradview.views.axes import ROW
from gradview.views.colours import Palette
from gradview.views.marks import paint_presence
from gradview.views.plotting import pg
from gradview.views.pooling import bin_size, worst
from gradview.views.presence import Codes


@dataclass(frozen=True)
class StripRow:
    """The codes [step] of one curve and the colour it is drawn in."""

    label: str
    codes: Codes
    colour: str


class Strip(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """Lies on the lower end of a view box; rows are of fixed height whatever the zoom."""

    def __init__(self, box: pg.ViewBox, palette: Palette) -> None:
        super().__init__(box)
        self._box, self._palette = box, palette
        self._rows: tuple[StripRow, ...] = ()
        self.setZValue(5)
        box.sigRangeChanged.connect(self._refresh)
        box.sigResized.connect(self._refresh)

    def setRows(self, rows: tuple[StripRow, ...], palette: Palette) -> None:
        """Show other rows, from below."""
        self._rows, self._palette = rows, palette
        self._refresh()

    def rows(self) -> tuple[StripRow, ...]:
        """The rows, from below."""
        return self._rows

    def height(self) -> float:
        """In pixels."""
        return len(self._rows) * ROW

    def boundingRect(self) -> QRectF:
        """The lower end of the view box, in its pixels."""
        box = self._box.rect()
        return QRectF(box.left(), box.bottom() - self.height(), box.width(), self.height())

    def paint(self, painter: QPainter, *_: object) -> None:
        """Draw each row's runs of equal codes."""
        area = self.boundingRect()
        if not self._rows or area.width() < 2:
            return
        painter.fillRect(area, QColor(self._palette.base))
        painter.setPen(QPen(QColor(self._palette.border), 1))
        painter.drawLine(area.topLeft(), area.topRight())
        for position, row in enumerate(self._rows):
            top = area.bottom() - (position + 1) * ROW
            self._paint_row(painter, row, QRectF(area.left(), top, area.width(), ROW))

    def _paint_row(self, painter: QPainter, row: StripRow, area: QRectF) -> None:
        low, high = self._box.viewRange()[0]
        size = bin_size(max(1, int(high - low)), max(1, int(area.width() / 2)))
        first = int(np.clip(np.floor(low - 0.5), 0, row.codes.size)) // size * size
        last = int(np.clip(np.ceil(high + 0.5), 0, row.codes.size))
        codes = worst(row.codes[first:last], size)
        if not codes.size:
            return
        pixel = area.width() / (high - low)
        borders = np.flatnonzero(np.diff(codes)) + 1
        for start, stop in zip([0, *borders.tolist()], [*borders.tolist(), codes.size], strict=True):
            kind = Absence(codes[start])
            if kind is Absence.VALUE:
                continue
            left = area.left() + (first + start * size + 0.5 - low) * pixel
            right = area.left() + (min(first + stop * size, row.codes.size) + 0.5 - low) * pixel
            run = QRectF(left, area.top() + 4, right - left, ROW - 7).intersected(area)
            if kind in (Absence.ZERO, Absence.UNDERFLOW) and size == 1 and pixel >= 7:
                self._paint_circles(painter, row.colour, kind, run, pixel)
            else:
                paint_presence(painter, run, kind, self._palette, row.colour)

    def _paint_circles(
        self, painter: QPainter, colour: str, kind: Absence, run: QRectF, pixel: float
    ) -> None:
        """One circle a step: empty for an exact zero, with a dot for an underflow."""
        painter.setPen(QPen(QColor(colour), 1.2))
        for count in range(round(run.width() / pixel)):
            centre = QPointF(run.left() + (count + 0.5) * pixel, run.center().y())
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, 3.2, 3.2)
            if kind is Absence.UNDERFLOW:
                painter.setBrush(QColor(colour))
                painter.drawEllipse(centre, 0.8, 0.8)

    def _refresh(self) -> None:
        self.prepareGeometryChange()
        self.update()
