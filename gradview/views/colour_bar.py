"""The colour bar of a map: its limits, its scale, its unit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from gradview.views.arrays import Floats
from gradview.views.axes import Axis
from gradview.views.colours import LEVELS, Colours, Palette
from gradview.views.picture import bare_plot, label_axis
from gradview.views.plotting import pg
from gradview.views.scale import Scale, Tick, number_text


class ColourBar:
    """A narrow plot, `item`, whose right axis reads the colours."""

    def __init__(self, palette: Palette) -> None:
        self.axis = Axis("right", palette)
        self.spacers = {side: Axis(side, palette) for side in ("top", "bottom")}
        self.item = bare_plot(palette, {"right": self.axis, **self.spacers})
        for spacer in self.spacers.values():
            spacer.setStyle(showValues=False, tickLength=0)
            spacer.setOpacity(0)
        self.item.setMaximumWidth(96)
        self.item.setMinimumWidth(96)
        self.item.vb.setMouseEnabled(False, False)
        self.image = pg.ImageItem()
        self.item.addItem(self.image)

    def show(
        self, low: float, high: float, scale: Scale, table: Colours, label: str, palette: Palette
    ) -> None:
        """Read the colours of `table` [level, 3] between two limits."""
        self.item.setVisible(high > low)
        if not high > low:
            return
        bottom, top = (float(scale.forward(limit)) for limit in (low, high))
        self.image.setImage(table[:, None, :], levels=(0, 255))
        self.image.setRect(QRectF(0, bottom, 1, top - bottom))
        self.item.vb.setRange(xRange=(0, 1), yRange=(bottom, top), padding=0)
        self.item.vb.setBorder(pg.mkPen(palette.muted))
        self.axis.setColours(palette)
        self.axis.setOf(scale)
        texts = (number_text(limit, 3).replace("-", "−") for limit in (low, high))
        self.axis.setEnds((Tick(bottom, next(texts)), Tick(top, next(texts))))
        label_axis(self.axis, label, palette)

    def alignTo(self, plot: pg.PlotItem) -> None:
        """Stand beside a plot: from its upper to its lower edge."""
        for side, spacer in self.spacers.items():
            axis = plot.getAxis(side)
            spacer.setHeight(axis.height() if axis.isVisible() else 0)

    def limits(self) -> tuple[float, float]:
        """The drawn coordinates of the two ends."""
        bottom, top = self.item.vb.viewRange()[1]
        return bottom, top


def colour_levels(values: Floats, low: float, high: float, scale: Scale) -> NDArray[np.intp]:
    """The level of each value, from 0 to LEVELS - 1, as integers; NaN gives the middle."""
    bottom, top = (float(scale.forward(limit)) for limit in (low, high))
    part = (scale.forward(values) - bottom) / (top - bottom) if top > bottom else np.full(values.shape, 0.5)
    part = np.clip(np.nan_to_num(part, nan=0.5), 0, 1)
    return np.rint(part * (LEVELS - 1)).astype(np.intp)
