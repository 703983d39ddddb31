"""Axes whose ticks come from a scale or from names, with exact labels and no prefix of their own accord."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPicture

from gradview.views.colours import Palette
from gradview.views.places import Places
from gradview.views.plotting import pg
from gradview.views.scale import Scale, Tick

ROW = 16.0
"""Height of one row of the foot, in pixels."""


class Axis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """An axis of a plot, ticked by a Scale or by Places.

    An upright axis may have a foot: named rows of fixed height at its lower end, where a Strip is drawn.
    """

    def __init__(self, side: str, palette: Palette, of: Scale | Places | None = None) -> None:
        self._specs: Any = None
        self.picture: QPicture | None
        super().__init__(side, showValues=True)
        self._of: Scale | Places = of or Scale()
        self._foot: tuple[str, ...] = ()
        self._ends: tuple[Tick, ...] = ()
        self._texts: dict[float, str] = {}
        self.enableAutoSIPrefix(False)
        self.setStyle(tickLength=-4, hideOverlappingLabels=False, autoExpandTextSpace=True, tickTextOffset=5)
        self.setColours(palette)

    def setOf(self, of: Scale | Places, foot: tuple[str, ...] = ()) -> None:
        """Tick by another scale or other places; `foot` names the rows at the lower end, from below."""
        if (of, foot) != (self._of, self._foot):
            self._of, self._foot = of, foot
            self.picture = None
            self.update()

    def setEnds(self, ends: tuple[Tick, ...]) -> None:
        """Label the two ends exactly; ticks that would run into them go unlabelled."""
        self._ends = ends
        self.picture = None
        self.update()

    def setColours(self, palette: Palette) -> None:
        """Draw in the colours of a theme."""
        self.setPen(pg.mkPen(palette.muted))
        self.setTickPen(pg.mkPen(palette.grid))
        self.setTextPen(pg.mkPen(palette.text))

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        """Pyqtgraph asks for the ticks between two coordinates, labelled ones first."""
        low, high = min(minVal, maxVal), max(minVal, maxVal)
        ticks = self._ticks(low, high, size)
        if self._foot and size > 0:
            pixel = (high - low) / size
            floor = low + (len(self._foot) * ROW + 9) * pixel
            ticks = [tick for tick in ticks if tick.at >= floor]
            ticks += [Tick(low + (row + 0.5) * ROW * pixel, name) for row, name in enumerate(self._foot)]
        if self._ends and size > 0:
            near = 15.0 * (high - low) / size
            ticks = [each for each in ticks if all(abs(each.at - end.at) > near for end in self._ends)]
            ticks += self._ends
        self._texts = {tick.at: tick.text for tick in ticks}
        named = [tick.at for tick in ticks if tick.text]
        return [(1.0, named), (0.1, [tick.at for tick in ticks if not tick.text])]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Pyqtgraph asks for the labels of the ticks that it was given."""
        return [self._texts.get(value, "") for value in values]

    def fitting(self, texts: Sequence[str], room: float) -> str:
        """The first text that fits into so many pixels, '' if none does."""
        metrics = QFontMetricsF(self.label.font())
        return next((text for text in texts if metrics.horizontalAdvance(text) <= room), "")

    def boundingRect(self) -> QRectF:
        """Room for labels that reach beyond the ends; pyqtgraph leaves them out where there is a grid."""
        rect: QRectF = super().boundingRect()
        return rect.adjusted(-16, -8, 16, 8)

    def setFont(self, font: QFont) -> None:
        """Write ticks and label in a font."""
        super().setFont(font)
        self.setStyle(tickFont=font)
        self.label.setFont(font)
        self._specs = None

    def paint(self, painter: QPainter, *_: object) -> None:
        """Draw directly: pyqtgraph's recording comes out in another size on paper than on the screen."""
        if self.picture is None or self._specs is None:
            self._specs = self.generateDrawSpecs(painter)
            self.picture = QPicture()  # pyqtgraph sets it to None whenever something changed
        if self._specs is not None:
            self.drawPicture(painter, *self._specs)

    def labels(self) -> list[str]:
        """The labels that stand on the axis now."""
        return [text for text in self._texts.values() if text]

    def _ticks(self, low: float, high: float, room: float) -> list[Tick]:
        upright = self.orientation in ("left", "right")
        if isinstance(self._of, Scale):
            return self._of.ticks(low, high, room, 28.0 if upright else 64.0)
        return self._of.ticks(low, high, room, 18.0 if upright else self._widest(self._of))

    def _widest(self, places: Places) -> float:
        """Room for the longest label among the first thousand, and a gap."""
        metrics = QFontMetricsF(self.style["tickFont"] or self.font())
        labels: Any = places.labels[:1000] if places.labels else (str(places.count),)
        return max((metrics.horizontalAdvance(text) for text in labels), default=8.0) + 14.0
