"""A map of cells with a colour bar: states by step, outputs by weights."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QGraphicsRectItem

from gradview.results.absence import Absence
from gradview.views.arrays import Floats
from gradview.views.axes import Axis
from gradview.views.colour_bar import ColourBar, colour_levels
from gradview.views.colours import Colours, Palette, rgb
from gradview.views.drawn import Cells
from gradview.views.legend import Entry
from gradview.views.marks import Marks
from gradview.views.numbers import Numbers
from gradview.views.picture import BODY, Picture, Place, StepLine, bare_plot, label_axis
from gradview.views.plotting import pg
from gradview.views.pooling import bin_size, largest
from gradview.views.presence import BAD, EMPTY, HATCHED, WORDS, Codes, kinds
from gradview.views.scale import number_text

MOST = 2048
"""Cells drawn along an axis; more are pooled, the largest of each block shown."""
ENOUGH = 1600
"""Pixels along an axis of an image on paper."""


class CellsPicture(Picture):
    """Draws Cells."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self.ci.layout.setRowStretchFactor(BODY, 1)
        self._drawn: Cells | None = None
        self._signs: tuple[Absence, ...] = ()
        self.plot: pg.PlotItem | None = None
        self.image = pg.ImageItem()
        self.marks = Marks(palette)
        self.numbers = Numbers()
        self.bar: ColourBar | None = None
        self.cursor: StepLine | None = None
        self.outline = QGraphicsRectItem()

    def show_drawn(self, drawn: Cells, palette: Palette) -> None:
        """Draw another map. The part in sight stays where rows and columns are the same."""
        before = self._drawn
        kept = None
        if self.plot is not None and before is not None and _alike(before, drawn):
            kept = self.plot.vb.viewRange()
        self._palette, self._drawn = palette, drawn
        self.setBackground(palette.base)
        self._build()
        self._signs = self._occurring()
        self.legend.setEntries(self._entries(), palette)
        self.setStep(self._step)
        whole = self._whole
        self.reset()
        if kept is not None and not whole:
            self._box().setRange(xRange=kept[0], yRange=kept[1], padding=0)
            self._whole = False
        self._show_part()
        self._align()

    def reset(self) -> None:
        """Show every cell."""
        if self._drawn is not None:
            self._whole = True
            whole = self._area(slice(0, self._drawn.rows.count), slice(0, self._drawn.columns.count))
            self._box().setRange(whole, padding=0)

    def setStep(self, step: int) -> None:
        """Move the cursor line."""
        super().setStep(step)
        if self.cursor is not None and self._drawn is not None:
            places = self._drawn.rows if self._drawn.steps == "row" else self._drawn.columns
            self.cursor.setPos(step + places.first)
            here = slice(step, step + 1)
            rows, columns = slice(0, self._drawn.rows.count), slice(0, self._drawn.columns.count)
            by_row = self._drawn.steps == "row"
            self.outline.setRect(self._area(here if by_row else rows, columns if by_row else here))

    def place(self, at: QPointF) -> Place | None:
        """(row, column) at a point of the scene."""
        if self._drawn is None or not self._box().sceneBoundingRect().contains(at):
            return None
        point = self._box().mapSceneToView(at)
        row = round(point.y()) - self._drawn.rows.first
        column = round(point.x()) - self._drawn.columns.first
        inside = 0 <= row < self._drawn.rows.count and 0 <= column < self._drawn.columns.count
        return (row, column) if inside else None

    def stepAt(self, place: Place) -> int:
        """The step of (row, column)."""
        return place[0] if self._drawn is not None and self._drawn.steps == "row" else place[1]

    def copyRange(self, other: CellsPicture) -> None:
        """Show the same cells as another picture of the same map."""
        self._whole = False
        x, y = other._box().viewRange()
        self._box().setRange(xRange=x, yRange=y, padding=0)

    def _box(self) -> pg.ViewBox:
        assert self.plot is not None
        return self.plot.vb

    def _area(self, rows: slice, columns: slice) -> QRectF:
        assert self._drawn is not None
        left = columns.start + self._drawn.columns.first - 0.5
        top = rows.start + self._drawn.rows.first - 0.5
        return QRectF(left, top, columns.stop - columns.start, rows.stop - rows.start)

    def _build(self) -> None:
        drawn, palette = self._drawn, self._palette
        assert drawn is not None
        for item in (self.plot, self.bar.item if self.bar else None):
            if item is not None:
                self.removeItem(item)
        left = Axis("left", palette, drawn.rows)
        side = "top" if drawn.down else "bottom"
        across = Axis(side, palette, drawn.columns)
        label_axis(left, drawn.rows.what, palette)
        label_axis(across, drawn.columns.what, palette)
        self.plot = bare_plot(palette, {"left": left, side: across})
        self.plot.vb.setBorder(pg.mkPen(palette.muted))
        self.plot.vb.invertY(drawn.down)
        self.image, self.marks, self.numbers = pg.ImageItem(), Marks(palette), Numbers()
        for item in (self.image, self.marks, self.numbers):
            self.plot.addItem(item)
        self.addItem(self.plot, BODY, 0)
        self.bar = ColourBar(palette)
        self.addItem(self.bar.item, BODY, 1)
        self.adopt(self.plot)
        self.adopt(self.bar.item)
        self.bar.show(drawn.low, drawn.high, drawn.scale, self._table(), drawn.bar, palette)
        self.cursor = StepLine(
            0, 0 if drawn.steps == "row" else 90, palette, palette.text, self.devicePixelRatioF()
        )
        self.cursor.sigDragged.connect(self._drag)
        self.cursor.setVisible(
            self._cursor_shown and not drawn.numbers
        )  # a line would strike the numbers through
        self.outline = QGraphicsRectItem()
        self.outline.setPen(pg.mkPen(palette.accent, width=2.5 * self.devicePixelRatioF()))
        self.outline.setVisible(self._cursor_shown and drawn.numbers)
        self.outline.setZValue(10)
        self.plot.addItem(self.cursor)
        self.plot.addItem(self.outline)
        self.plot.vb.sigRangeChanged.connect(self._show_part)
        self.plot.vb.sigResized.connect(self._align)
        self.follow(self.plot.vb)

    def _align(self) -> None:
        if self.bar is not None and self.plot is not None:
            self.bar.alignTo(self.plot)

    def _table(self) -> Colours:
        assert self._drawn is not None
        return self._palette.diverging() if self._drawn.signed else self._palette.sequential()

    def _show_part(self) -> None:
        """Draw the cells in sight, pooled where they are many."""
        drawn = self._drawn
        assert drawn is not None
        (left, right), (low, high) = self._box().viewRange()
        rows, row_size = _in_sight(low - drawn.rows.first, high - drawn.rows.first, drawn.rows.count)
        columns, column_size = _in_sight(
            left - drawn.columns.first, right - drawn.columns.first, drawn.columns.count
        )
        values, codes = drawn.part(rows, columns)
        values, codes = largest(values, codes, row_size, column_size)
        if not values.size:
            return
        colours = self._colours(values, codes)
        area = self._area(
            slice(rows.start, rows.start + values.shape[0] * row_size),
            slice(columns.start, columns.start + values.shape[1] * column_size),
        )
        image, place = self._on_paper(colours, area) if self._stroke else (colours, area)
        self.image.setImage(image, levels=(0, 255))
        self.image.setRect(place)
        self.marks.setCells(codes, area, self._palette)
        if drawn.numbers:
            self.numbers.setTexts(_texts(values, codes), colours, area, self._palette.border)

    def _on_paper(self, colours: Colours, area: QRectF) -> tuple[Colours, QRectF]:
        """Each cell as many pixels, for viewers of vectors blur single ones; cut at the map's borders."""
        seen = area.intersected(self._box().viewRect())
        rows, columns = (
            np.clip(
                ((np.arange(ENOUGH) + 0.5) / ENOUGH * length + start) / whole * count, 0, count - 1
            ).astype(int)
            for length, start, whole, count in (
                (seen.height(), seen.top() - area.top(), area.height(), colours.shape[0]),
                (seen.width(), seen.left() - area.left(), area.width(), colours.shape[1]),
            )
        )
        return colours[rows][:, columns], seen

    def _colours(self, values: Floats, codes: Codes) -> Colours:
        drawn, palette = self._drawn, self._palette
        assert drawn is not None
        colours = self._table()[colour_levels(values, drawn.low, drawn.high, drawn.scale)]
        colours[np.isin(codes, EMPTY)] = rgb(palette.zero)
        colours[np.isin(codes, HATCHED)] = rgb(palette.no_path)
        colours[np.isin(codes, BAD)] = rgb(palette.not_a_number)
        return np.asarray(colours, np.uint8)

    def _occurring(self) -> tuple[Absence, ...]:
        """The kinds of nothing anywhere in the map, found in blocks of rows so that no whole copy is made."""
        drawn = self._drawn
        assert drawn is not None
        found: set[Absence] = set()
        block = max(1, 4_000_000 // max(1, drawn.columns.count))
        for start in range(0, drawn.rows.count, block):
            found |= set(kinds(drawn.part(slice(start, start + block), slice(None))[1]))
        return tuple(sorted(found))

    def _entries(self) -> tuple[Entry, ...]:
        zero = self._palette.zero
        return tuple(Entry(WORDS[kind], zero, presence=kind, filled=True) for kind in self._signs)

    def _drag(self, line: pg.InfiniteLine) -> None:
        drawn = self._drawn
        assert drawn is not None
        places = drawn.rows if drawn.steps == "row" else drawn.columns
        step = int(np.clip(round(line.value()) - places.first, 0, places.count - 1))
        line.setPos(step + places.first)
        self.stepPicked.emit(step)


def _alike(one: Cells, other: Cells) -> bool:
    """Whether the part in sight still means the same."""
    return one.rows == other.rows and one.columns == other.columns and one.down == other.down


def _in_sight(low: float, high: float, count: int) -> tuple[slice, int]:
    """Cells between two places, from whole blocks, and the size of a block."""
    first, last = int(np.clip(np.floor(low), 0, count)), int(np.clip(np.ceil(high) + 1, 0, count))
    size = bin_size(max(1, last - first), MOST)
    return slice(first // size * size, min(-(-last // size) * size, count)), size


def _texts(values: Floats, codes: Codes) -> tuple[tuple[str, ...], ...]:
    """Four digits a cell; nothing where there is no path."""
    return tuple(
        tuple(
            "" if code in HATCHED else number_text(value, 4) for value, code in zip(row, marks, strict=True)
        )
        for row, marks in zip(values.tolist(), codes.tolist(), strict=True)
    )
