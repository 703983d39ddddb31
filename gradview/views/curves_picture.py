"""Curves over the steps, one plot a state, with a step cursor through all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QPointF

from gradview.results.absence import Absence
from gradview.views.axes import Axis
from gradview.views.colours import Palette
from gradview.views.curve import CurveLine
from gradview.views.drawn import Curves, Plot
from gradview.views.legend import Entry
from gradview.views.picture import BODY, Picture, Place, StepLine, bare_plot, label_axis
from gradview.views.plotting import pg
from gradview.views.presence import WORDS, kinds
from gradview.views.strip import Strip, StripRow

AXIS = 42.0
"""Height of the lowest plot's axis, in pixels."""
WIDTH = 92.0
"""Width of the left axes where plots stand above each other."""


class CurvesPicture(Picture):
    """Draws Curves."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self._drawn: Curves | None = None
        self.plots: list[pg.PlotItem] = []
        self.lines: list[list[CurveLine]] = []
        self.strips: list[Strip] = []
        self.cursors: list[pg.InfiniteLine] = []

    def show_drawn(self, drawn: Curves, palette: Palette) -> None:
        """Draw other curves. The part in sight stays where the steps and the scale are the same."""
        before = self._drawn
        kept = self.ranges() if before is not None and _alike(before, drawn) else None
        self._palette, self._drawn = palette, drawn
        self.setBackground(palette.base)
        self._clear()
        for row, plot in enumerate(drawn.plots):
            self._add(plot, BODY + row, last=row == len(drawn.plots) - 1)
        self.legend.setEntries(self._entries(), palette)
        self.setStep(self._step)
        self._align()
        whole = self._whole
        self.reset()
        if kept is not None and not whole:
            self.plots[0].vb.setXRange(*kept[0][0], padding=0)
            self._whole = False

    def reset(self) -> None:
        """Show every step, and room for every value above the strip."""
        if self._drawn is None:
            return
        self._whole = True
        for plot, lines, strip in zip(self.plots, self.lines, self.strips, strict=True):
            plot.vb.setXRange(0.5, self._drawn.steps.count + 0.5, padding=0.01)
            low, high = _range([line.bounds() for line in lines])
            room = max(plot.vb.height(), 60.0)
            foot = min((strip.height() + 8) / room, 0.6)
            margin = 0.06 * (high - low)
            low, high = low - margin, high + margin
            plot.vb.setYRange(high - (high - low) / (1 - foot), high, padding=0)
        self._show_steps()  # on paper lines are cut at the range, which has just changed in two steps

    def setStep(self, step: int) -> None:
        """Move the cursor line of every plot."""
        super().setStep(step)
        for cursor in self.cursors:
            cursor.setPos(step + 1)

    def place(self, at: QPointF) -> Place | None:
        """(plot, step) at a point of the scene."""
        for row, plot in enumerate(self.plots):
            if self._drawn is not None and plot.vb.sceneBoundingRect().contains(at):
                step = round(plot.vb.mapSceneToView(at).x()) - 1
                return row, int(np.clip(step, 0, self._drawn.steps.count - 1))
        return None

    def stepAt(self, place: Place) -> int:
        """The step of (plot, step)."""
        return place[1]

    def ranges(self) -> list[list[list[float]]]:
        """What each plot shows."""
        return [plot.vb.viewRange() for plot in self.plots]

    def copyRange(self, other: CurvesPicture) -> None:
        """Show the same steps and values as another picture of the same curves."""
        self._whole = False
        for plot, (x, y) in zip(self.plots, other.ranges(), strict=True):
            plot.vb.setRange(xRange=x, yRange=y, padding=0)
        self._show_steps()

    def resizeEvent(self, event: Any) -> None:
        """Share the height among the plots anew."""
        super().resizeEvent(event)
        if getattr(self, "_drawn", None) is not None:  # Qt resizes while it is being made, too
            self._align()
            self._show_steps()

    def _clear(self) -> None:
        for row, plot in enumerate(self.plots):
            self.removeItem(plot)
            self.ci.layout.setRowFixedHeight(BODY + row, 0)
        self.plots, self.lines, self.strips, self.cursors = [], [], [], []

    def _add(self, plot: Plot, row: int, *, last: bool) -> None:
        drawn, palette = self._drawn, self._palette
        assert drawn is not None
        left, bottom = Axis("left", palette), Axis("bottom", palette, drawn.steps)
        label_axis(left, plot.axis, palette)
        if last:
            label_axis(bottom, drawn.steps.what, palette)
        bottom.setStyle(showValues=last)
        item = bare_plot(palette, {"left": left, "bottom": bottom})
        item.showGrid(x=True, y=True, alpha=1.0)
        self.addItem(item, row, 0, 1, 2)
        lines = [
            CurveLine(
                c, drawn.scale, palette.curve(c.kind, n), self._stroke or 2.0 * self.devicePixelRatioF()
            )
            for n, c in enumerate(plot.curves)
        ]
        for line in lines:
            item.addItem(line)
        strip = Strip(item.vb, palette)
        rows = [
            StripRow(line.curve.label, line.curve.codes, palette.curve(line.curve.kind, n))
            for n, line in enumerate(lines)
            if line.curve.codes.any()
        ]
        strip.setRows(tuple(reversed(rows)), palette)
        left.setOf(drawn.scale, tuple(each.label for each in reversed(rows)))
        cursor = StepLine(self._step + 1, 90, palette, palette.accent, self.devicePixelRatioF())
        cursor.sigDragged.connect(self._drag)
        cursor.setVisible(self._cursor_shown)
        item.addItem(cursor)
        self.adopt(item)
        if self.plots:
            item.setXLink(self.plots[0])
        item.vb.sigXRangeChanged.connect(self._show_steps)
        self.follow(item.vb)
        self.plots.append(item)
        self.lines.append(lines)
        self.strips.append(strip)
        self.cursors.append(cursor)

    def _align(self) -> None:
        """Let the plots begin at the same place, whatever their labels, and be equally high."""
        others = (self.heading, self.legend, self.corner)
        taken = sum(each.maximumHeight() + 4 for each in others) + AXIS + 4 * len(self.plots) + 8
        height = max(40.0, (self.height() - taken) / max(1, len(self.plots)))
        for row, (plot, drawn) in enumerate(
            zip(self.plots, self._drawn.plots if self._drawn else (), strict=True)
        ):
            axis = plot.getAxis("left")
            if len(self.plots) > 1:
                axis.setWidth(WIDTH)
            label_axis(axis, axis.fitting((drawn.axis, drawn.state), height), self._palette)
            last = row == len(self.plots) - 1
            self.ci.layout.setRowFixedHeight(BODY + row, height + (AXIS if last else 0))

    def _show_steps(self) -> None:
        for plot, lines in zip(self.plots, self.lines, strict=True):
            (low, high), upright = plot.vb.viewRange()
            box = (low, high, *upright) if self._stroke else None
            for line in lines:
                line.showSteps(low, high, max(plot.vb.width(), 200.0), box)

    def _drag(self, line: pg.InfiniteLine) -> None:
        if self._drawn is not None:
            step = int(np.clip(round(line.value()) - 1, 0, self._drawn.steps.count - 1))
            line.setPos(step + 1)
            self.stepPicked.emit(step)

    def _entries(self) -> tuple[Entry, ...]:
        palette = self._palette
        entries: dict[str, Entry] = {}
        signs: set[Absence] = set()
        for lines in self.lines:
            for position, line in enumerate(lines):
                curve = line.curve
                colour = palette.curve(curve.kind, position)
                entries[curve.label] = Entry(curve.label, colour, line.dashed)
                signs |= set(kinds(curve.codes))
        return (
            *entries.values(),
            *(Entry(WORDS[kind], palette.muted, presence=kind) for kind in sorted(signs)),
        )


def _alike(one: Curves, other: Curves) -> bool:
    """Whether the part in sight still means the same."""
    return one.steps == other.steps and len(one.plots) == len(other.plots)


def _range(bounds: list[tuple[float, float] | None]) -> tuple[float, float]:
    """From the lowest to the highest of all curves, never empty."""
    there = [each for each in bounds if each is not None]
    if not there:
        return -1.0, 1.0
    low, high = min(low for low, _ in there), max(high for _, high in there)
    if high - low > 1e-12 * max(abs(low), abs(high)):
        return low, high
    half = 0.5 * abs(low) or 1.0
    return low - half, high + half
