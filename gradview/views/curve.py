"""A line over the steps that keeps its peaks however many steps there are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from gradview.views.drawn import Curve
from gradview.views.legend import line_pen
from gradview.views.plotting import pg
from gradview.views.pooling import bin_size, extremes
from gradview.views.scale import Scale

FEW = 40
"""Up to so many steps in sight each has a marker."""


class CurveLine(pg.PlotCurveItem):  # type: ignore[misc]  # pyqtgraph has no types
    """One curve: what is in sight, pooled to about two points a pixel; markers on steps without neighbours."""

    def __init__(self, curve: Curve, scale: Scale, colour: str, width: float = 0.0) -> None:
        super().__init__(connect="finite")
        self.curve = curve
        self._drawn = scale.forward(np.where(np.isfinite(curve.values), curve.values, np.nan))
        self._colour, self._width = colour, width
        self.markers = pg.ScatterPlotItem(
            pen=None, brush=QColor(colour), symbol="s" if self.dashed else "o", size=5, pxMode=True
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

    def showSteps(self, low: float, high: float, pixels: float) -> None:
        """Draw the steps between two coordinates, in so many pixels."""
        first = int(np.clip(np.floor(low) - 2, 0, self._drawn.size))
        last = int(np.clip(np.ceil(high) + 1, 0, self._drawn.size))
        size = bin_size(max(1, last - first), max(2, int(pixels)))
        first = first // size * size
        at, kept = extremes(self._drawn[first:last], size)
        x = (at + first + 1).astype(np.float64)
        # Width 2 with antialiasing is 100 times slower than width 1, which matters from a few thousand points on.
        width = self._width or (1.0 if x.size > 1000 else 2.0)
        self.setData(x, kept, pen=line_pen(self._colour, self.dashed, width), connect="finite")
        alone = np.isfinite(kept) if last - first <= FEW else _alone(kept)
        self.markers.setData(x[alone], kept[alone])


def _alone(values: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Points that no line segment reaches, because neither neighbour has a place."""
    there = np.pad(np.isfinite(values), 1)
    return np.asarray(there[1:-1] & ~there[:-2] & ~there[2:])
