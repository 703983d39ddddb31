"""A line over the steps that keeps its peaks however many steps there are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from gradview.views.clipping import Box, clipped
from gradview.views.drawn import Curve
from gradview.views.legend import line_pen
from gradview.views.plotting import pg
from gradview.views.pooling import bin_size, extremes
from gradview.views.presence import HATCHED
from gradview.views.scale import Scale

FEW = 40
"""Up to so many steps in sight each has a marker."""


class CurveLine(pg.PlotCurveItem):  # type: ignore[misc]  # pyqtgraph has no types
    """One curve: what is in sight, pooled to two points a pixel; markers on steps without neighbours."""

    def __init__(self, curve: Curve, scale: Scale, colour: str, width: float = 2.0) -> None:
        super().__init__()
        self.curve = curve
        there = np.isfinite(curve.values) & ~np.isin(curve.codes, HATCHED)
        self._drawn = scale.forward(np.where(there, curve.values, np.nan))
        self._colour, self._width = colour, width
        self.markers = pg.ScatterPlotItem(
            pen=None,
            brush=QColor(colour),
            symbol="s" if self.dashed else "o",
            pxMode=True,
            size=7.0 if curve.values.size <= 10 else 4.5,
        )
        self.markers.setParentItem(self)

    @property
    def dashed(self) -> bool:
        """Direct gradients are dashed, so that colour is not the only sign."""
        return self.curve.kind == "direct"

    def bounds(self, first: int = 0, last: int | None = None) -> tuple[float, float] | None:
        """The lowest and highest drawn coordinate, None if nothing has a place."""
        there = self._drawn[first:last]
        there = there[np.isfinite(there)]
        return (float(there.min()), float(there.max())) if there.size else None

    def showSteps(self, low: float, high: float, pixels: float, box: Box | None = None) -> None:
        """Draw the steps between two coordinates, in so many pixels, and nothing outside a box."""
        first = int(np.clip(np.floor(low) - 2, 0, self._drawn.size))
        last = int(np.clip(np.ceil(high) + 1, 0, self._drawn.size))
        size = bin_size(max(1, last - first), max(2, int(pixels)))
        first = first // size * size
        at, kept = extremes(self._drawn[first:last], size)
        there = np.isfinite(kept)
        joined = np.append(there[1:] & there[:-1], False)[there]
        alone = there if last - first <= FEW else _alone(there)
        x = (at + first + 1).astype(np.float64)
        # Width 2 with antialiasing is 100 times slower than width 1: seen from some thousand points on.
        width = 1.0 if x.size > 1000 and box is None else self._width
        pen = line_pen(self._colour, self.dashed, width)
        # Gaps are told by `connect`: NaN in a path is an error in the SVG that Qt writes.
        line = (x[there], kept[there].astype(np.float64), joined.astype(np.int32))
        if box is not None:
            line = clipped(*line, box)
            alone &= (x >= box[0]) & (x <= box[1]) & (kept >= box[2]) & (kept <= box[3])
        self.setData(line[0], line[1], pen=pen, connect=line[2])
        self.markers.setData(x[alone], kept[alone])


def _alone(there: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Points that no line segment reaches, because neither neighbour has a place."""
    wide = np.pad(there, 1)
    return np.asarray(wide[1:-1] & ~wide[:-2] & ~wide[2:])
