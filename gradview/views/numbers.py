"""Numbers written into the cells of a small table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from gradview.views.colours import Colours, luminance
from gradview.views.plotting import pg

LARGEST, SMALLEST = 15, 9
"""Pixels; numbers that would have to be smaller are left out, and the hover line has them."""


class Numbers(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """Texts [row, column] over cells, as large as these allow, black or white by the cell's lightness."""

    def __init__(self) -> None:
        super().__init__()
        self._texts: tuple[tuple[str, ...], ...] = ()
        self._dark: NDArray[np.bool_] = np.zeros((0, 0), bool)
        self._area, self._border = QRectF(), "#000000"
        self.setZValue(3)

    def setTexts(self, texts: tuple[tuple[str, ...], ...], cells: Colours, area: QRectF, border: str) -> None:
        """Write other texts; `cells` [row, column, 3] are the colours below."""
        self.prepareGeometryChange()
        self._texts, self._area, self._border = texts, area, border
        self._dark = luminance(cells) < 0.18
        self.update()

    def texts(self) -> tuple[tuple[str, ...], ...]:
        """What is written, by row and column."""
        return self._texts

    def boundingRect(self) -> QRectF:
        """Where the cells are."""
        return self._area

    def paint(self, painter: QPainter, *_: object) -> None:
        """Write in the scene's pixels, so that text is never stretched."""
        if not self._texts:
            return
        transform = self.sceneTransform()
        whole = transform.mapRect(self._area)
        rows, columns = len(self._texts), len(self._texts[0])
        width, height = whole.width() / columns, whole.height() / rows
        font = self._font(width - 8, height - 4)
        if font is None:
            return
        painter.setTransform(transform.inverted()[0] * painter.transform())
        seen = self.getViewBox().sceneBoundingRect()
        painter.setPen(QPen(QColor(self._border), 1))
        painter.drawLines(_borders(whole, width, height, seen))
        painter.setFont(font)
        upward = transform.m22() < 0
        for row, texts in enumerate(self._texts):
            line = rows - 1 - row if upward else row
            for column, text in enumerate(texts):
                painter.setPen(QColor("#FFFFFF" if self._dark[row, column] else "#14171B"))
                cell = QRectF(whole.left() + column * width, whole.top() + line * height, width, height)
                if seen.contains(cell.adjusted(4, 2, -4, -2)):
                    painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, text)

    def _font(self, width: float, height: float) -> QFont | None:
        """The largest font in which the longest text fits a cell."""
        longest = max((text for row in self._texts for text in row), key=len)
        font = QFont(self.scene().font())
        pixels = LARGEST
        while pixels >= SMALLEST:
            font.setPixelSize(pixels)
            metrics = QFontMetricsF(font)
            if metrics.horizontalAdvance(longest) <= width and metrics.height() <= height:
                return font
            pixels -= 1
        return None


def _borders(whole: QRectF, width: float, height: float, seen: QRectF) -> list[QLineF]:
    """The lines between cells, as far as they are in sight."""
    xs = np.arange(whole.left() + width, whole.right() - 1, width).tolist()
    ys = np.arange(whole.top() + height, whole.bottom() - 1, height).tolist()
    upright = [QLineF(x, seen.top(), x, seen.bottom()) for x in xs if seen.left() < x < seen.right()]
    return upright + [QLineF(seen.left(), y, seen.right(), y) for y in ys if seen.top() < y < seen.bottom()]
