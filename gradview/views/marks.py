"""The kinds of nothing, drawn alike wherever they occur: hatched, dotted, magenta, or the colour of zero."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from gradview.results.absence import Absence
from gradview.views.colours import Palette
from gradview.views.plotting import pg
from gradview.views.presence import BAD, HATCHED, Codes

HATCH = 6.0
"""Pixels between hatch lines, along the axes."""
DOT = 1.7
"""Radius of the dot of an underflow, in pixels."""
DOTS = 7.0
"""Pixels between dots where cells are too small for one each."""


def paint_presence(painter: QPainter, area: QRectF, kind: Absence, palette: Palette, colour: str) -> None:
    """Fill an area with the sign of a kind of nothing; zeros and underflows are drawn in `colour`."""
    painter.setPen(Qt.PenStyle.NoPen)
    if kind in HATCHED:
        painter.fillRect(area, QColor(palette.no_path))
        painter.setPen(QPen(QColor(palette.hatch), 1))
        painter.drawLines(_hatch(area, lambda x, y: np.ones(x.shape, bool)))
    elif kind in BAD:
        painter.fillRect(area, QColor(palette.not_a_number))
    else:
        painter.setPen(QPen(QColor(colour), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
        if kind is Absence.UNDERFLOW:
            painter.setBrush(QColor(colour))
            for x in np.arange(area.left() + min(DOTS, area.width()) / 2, area.right(), DOTS):
                painter.drawEllipse(QPointF(x, area.center().y()), 1.2, 1.2)


class Marks(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """Hatching and dots over the cells of a map, in pixels of the screen at every zoom."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette
        self._codes: Codes = np.zeros((0, 0), np.uint8)
        self._area = QRectF()
        self._ready: tuple[Any, list[QLineF], list[QPointF]] | None = None

    def setCells(self, codes: Codes, area: QRectF, palette: Palette) -> None:
        """Mark the cells `codes` [row, column] that fill an area; row 0 at the area's smaller y."""
        self.prepareGeometryChange()
        self._codes, self._area, self._palette, self._ready = codes, area, palette, None
        self.update()

    def boundingRect(self) -> QRectF:
        """Where the cells are."""
        return self._area

    def paint(self, painter: QPainter, *_: object) -> None:
        """Draw lines and dots in the scene's pixels."""
        if not self._codes.size or not self._codes.any():
            return
        transform = self.sceneTransform()
        seen = transform.mapRect(self._area).intersected(self.getViewBox().sceneBoundingRect())
        key = (transform, seen)
        if self._ready is None or self._ready[0] != key:
            self._ready = (key, *self._shapes(transform, seen))
        _, lines, dots = self._ready
        painter.setTransform(transform.inverted()[0] * painter.transform())
        painter.setPen(QPen(QColor(self._palette.hatch), 1))
        painter.drawLines(lines)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._palette.text))
        for dot in dots:
            painter.drawEllipse(dot, DOT, DOT)

    def _shapes(self, transform: QTransform, seen: QRectF) -> tuple[list[QLineF], list[QPointF]]:
        back = transform.inverted()[0]

        def codes_at(x: NDArray[np.float64], y: NDArray[np.float64]) -> Codes:
            across = (x * back.m11() + back.dx() - self._area.left()) / self._area.width()
            along = (y * back.m22() + back.dy() - self._area.top()) / self._area.height()
            rows, columns = self._codes.shape
            row = np.clip((along * rows).astype(int), 0, rows - 1)
            column = np.clip((across * columns).astype(int), 0, columns - 1)
            return np.asarray(self._codes[row, column])

        lines = (
            _hatch(seen, lambda x, y: np.isin(codes_at(x, y), HATCHED))
            if np.isin(self._codes, HATCHED).any()
            else []
        )
        return lines, self._dots(transform, seen, codes_at)

    def _dots(self, transform: QTransform, seen: QRectF, codes_at: Any) -> list[QPointF]:
        if not (self._codes == Absence.UNDERFLOW).any():
            return []
        rows, columns = self._codes.shape
        whole = transform.mapRect(self._area)
        across, along = whole.width() / columns, whole.height() / rows
        xs = _dot_places(whole.left(), across, columns, seen.left(), seen.right())
        ys = _dot_places(whole.top(), along, rows, seen.top(), seen.bottom())
        x, y = (part.ravel() for part in np.meshgrid(xs, ys))
        there = codes_at(x, y) == Absence.UNDERFLOW
        there &= (x >= seen.left()) & (x <= seen.right()) & (y >= seen.top()) & (y <= seen.bottom())
        return [QPointF(a, b) for a, b in zip(x[there].tolist(), y[there].tolist(), strict=True)]


def _dot_places(start: float, size: float, count: int, low: float, high: float) -> NDArray[np.float64]:
    """Along one axis: the middle of each cell; evenly where cells are too small or large for one dot each."""
    if DOTS <= size <= 3 * DOTS:
        return np.asarray(start + (np.arange(count) + 0.5) * size, np.float64)
    return np.arange(low + DOTS / 2, high, DOTS)


def _hatch(area: QRectF, inside: Any) -> list[QLineF]:
    """Diagonal lines over the part of an area that is `inside`, in phase over the whole scene."""
    if area.width() < 1 or area.height() < 1:
        return []
    offsets = (
        np.arange(np.ceil((area.left() + area.top()) / HATCH), (area.right() + area.bottom()) / HATCH) * HATCH
    )
    x = np.arange(area.left(), area.right() + 0.5, 1.0)[None, :]
    y = offsets[:, None] - x
    there = (y >= area.top()) & (y <= area.bottom())
    there &= inside(np.broadcast_to(x, y.shape), y)
    edges = np.diff(np.pad(there, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    line, start = np.nonzero(edges == 1)
    _, stop = np.nonzero(edges == -1)
    lefts, rights = x[0, start].tolist(), x[0, stop - 1].tolist()
    sums = offsets[line].tolist()
    return [QLineF(a, s - a, b, s - b) for a, b, s in zip(lefts, rights, sums, strict=True) if b > a]
