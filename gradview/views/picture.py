"""What pictures have in common: a canvas with a legend, the pointer, the step cursor, a figure's margins."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter

from gradview.views.axes import Axis
from gradview.views.colours import Palette
from gradview.views.heading import Heading
from gradview.views.legend import Legend
from gradview.views.plotting import pg

Place = tuple[int, int]
BODY = 2
"""The grid row of a picture's first plot: the heading and the legend stand above."""


class Picture(pg.GraphicsLayoutWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws one resolved value. Wheel zooms at the pointer, drag pans, double-click resets.

    Rows of its grid: heading (exports only), legend, plots, corner (exports only).
    """

    stepPicked = Signal(int)
    """The user clicked at a step or dragged the cursor there."""
    hovered = Signal(object)
    """What the pointer is on, a Place (row, column or plot, step); None if nothing."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette
        self._step = 0
        self._whole = True
        self._cursor_shown = True
        self._stroke = 0.0
        self.heading = Heading(palette)
        self.legend = Legend(palette)
        self.corner = Heading(palette, right=True)
        self.ci.setContentsMargins(4, 4, 14, 4)
        self.ci.layout.setVerticalSpacing(4)
        self.addItem(self.heading, 0, 0, 1, 2)
        self.addItem(self.legend, 1, 0, 1, 2)
        self.addItem(self.corner, 90, 0, 1, 2)
        self.setBackground(palette.base)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.scene().sigMouseMoved.connect(self._hover)
        self.scene().sigMouseClicked.connect(self._click)

    def for_paper(self, pixels: float, stroke: float) -> None:
        """Write in a font of so many pixels, the same on every device; curves of that width; no cursor."""
        self._stroke = stroke
        font = QFont(self.scene().font())
        font.setPixelSize(round(pixels))
        self.scene().setFont(font)
        self._cursor_shown = False

    def adopt(self, plot: pg.PlotItem) -> None:
        """Let a plot's axes write in the picture's font."""
        for side in plot.axes:
            plot.getAxis(side).setFont(self.scene().font())

    def show_drawn(self, drawn: Any, palette: Palette) -> None:
        """Draw a resolved value in the colours of a theme."""
        raise NotImplementedError

    def place(self, at: QPointF) -> Place | None:
        """What lies at a point of the scene."""
        raise NotImplementedError

    def stepAt(self, place: Place) -> int | None:
        """The step of a place, None if it has none."""
        raise NotImplementedError

    def reset(self) -> None:
        """Show everything."""
        raise NotImplementedError

    def takeRange(self, other: Any) -> None:
        """Show the part that another picture of the same value shows."""
        if other.is_whole():
            self.reset()
        else:
            self.copyRange(other)

    def copyRange(self, other: Any) -> None:
        """Show exactly the coordinates that another picture shows."""
        raise NotImplementedError

    def is_whole(self) -> bool:
        """Whether everything is shown: then it stays so when the picture changes its size."""
        return self._whole

    def follow(self, box: pg.ViewBox) -> None:
        """Learn from a view box when the user zooms and when it changes its size."""
        box.sigRangeChangedManually.connect(self._zoomed)
        box.sigResized.connect(self._resized)

    def _zoomed(self, *_: object) -> None:
        self._whole = False

    def _resized(self, *_: object) -> None:
        if self._whole:
            self.reset()

    def setStep(self, step: int) -> None:
        """Move the step cursor."""
        self._step = step

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys are the panel's."""
        event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is on nothing any more."""
        super().leaveEvent(event)
        self.hovered.emit(None)

    def _hover(self, at: QPointF) -> None:
        self.hovered.emit(self.place(at))

    def _click(self, event: Any) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if event.double():
            self.reset()
            return
        place = self.place(event.scenePos())
        step = None if place is None else self.stepAt(place)
        if step is not None:
            self.stepPicked.emit(step)


def bare_plot(palette: Palette, sides: dict[str, Axis]) -> pg.PlotItem:
    """A plot with our axes, without pyqtgraph's menus, buttons and own ranges."""
    box = pg.ViewBox(enableMenu=False)
    box.disableAutoRange()
    plot = pg.PlotItem(viewBox=box, axisItems=sides, enableMenu=False)
    plot.hideButtons()
    for side in ("left", "bottom", "right", "top"):
        plot.showAxis(side, side in sides)
        plot.getAxis(side).setZValue(-1000)  # else the grid lies over the curves
    return plot


def label_axis(axis: Axis, text: str, palette: Palette) -> None:
    """Name an axis. No unit is handed over, so nothing is scaled."""
    axis.setLabel(text, color=palette.text)
    axis.enableAutoSIPrefix(False)


class StepLine(pg.InfiniteLine):  # type: ignore[misc]  # pyqtgraph has no types
    """The step cursor: dashed, with a seam in the ground's colour, so that it is seen on every cell."""

    def __init__(self, at: float, angle: float, palette: Palette, colour: str, ratio: float) -> None:
        self.currentPen: Any
        self._seam = pg.mkPen(QColor(palette.base), width=3 * ratio)
        super().__init__(
            at, angle=angle, movable=True, pen=pg.mkPen(colour, width=ratio, style=Qt.PenStyle.DashLine)
        )
        self.setHoverPen(pg.mkPen(palette.accent, width=2 * ratio))
        self.setZValue(10)

    def paint(self, painter: QPainter, *rest: object) -> None:
        """Draw the seam, then the line."""
        dashed, self.currentPen = self.currentPen, self._seam
        painter.setOpacity(0.6)
        super().paint(painter, *rest)
        painter.setOpacity(1.0)
        self.currentPen = dashed
        super().paint(painter, *rest)
