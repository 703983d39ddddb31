"""What every panel is: a result and a cursor in, a picture out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QWidget

from gradview.views.choice import Choice
from gradview.views.colours import Palette
from gradview.views.cursor import Cursor
from gradview.views.extents import extents
from gradview.views.frame import Frame
from gradview.views.panel_menu import PanelMenu
from gradview.views.paper import export
from gradview.views.picture import Picture, Place

if TYPE_CHECKING:
    from gradview.results.result import Result

MOVES = {
    Qt.Key.Key_Left: ("step", -1),
    Qt.Key.Key_Right: ("step", 1),
    Qt.Key.Key_Up: ("unit", 1),
    Qt.Key.Key_Down: ("unit", -1),
    Qt.Key.Key_PageUp: ("sample", -1),
    Qt.Key.Key_PageDown: ("sample", 1),
}
PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class View(QWidget):
    """One way to look at a result.

    A view resolves (result, choices, cursor) into one frozen value and draws that, again only when it
    changed, and only while it is seen. Subclasses answer `reason`, `offers`, `resolve`, `describe` and
    `here`, and name their picture.
    """

    name: ClassVar[str] = ""
    label: ClassVar[str] = ""
    tip: ClassVar[str] = ""
    measure: ClassVar[str] = "states"
    picture_type: ClassVar[type[Picture]] = Picture

    measureRequested = Signal(str)
    """The empty panel's action: the name of the measure to add and run again; "" just to run."""
    choicesChanged = Signal()
    hoverChanged = Signal(str)
    exported = Signal(object)
    exportFailed = Signal(str)

    def __init__(self, cursor: Cursor, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cursor, self._colours = cursor, palette
        self._result: Result | None = None
        self._name = ""
        self._folder = Path.cwd()
        self._wishes: dict[str, Any] = {}
        self._drawn: Any = None
        self._painted: Any = None
        self._stale = True
        self._pointer: Place | None = None
        self.picture = type(self).picture_type(palette)
        self.frame = Frame(self.picture, palette, self)
        self._menu = PanelMenu(self)
        self._connect()
        self.setFocusProxy(self.picture)
        self._colour()
        self._refresh()

    @classmethod
    def reason(cls, result: Result) -> str | None:
        """Why this view cannot draw the result, in words; None if it can."""
        raise NotImplementedError

    @classmethod
    def offers(cls, result: Result, wishes: Mapping[str, Any]) -> tuple[Choice, ...]:
        """What may be chosen for a result, given what is wished for."""
        raise NotImplementedError

    @classmethod
    def resolve(cls, result: Result, choices: Mapping[str, Any]) -> Any:
        """The frozen value to draw, from settled choices."""
        raise NotImplementedError

    @classmethod
    def describe(cls, drawn: Any, place: Place) -> str:
        """Exact values at a place of the picture."""
        raise NotImplementedError

    @classmethod
    def here(cls, drawn: Any, step: int, unit: int) -> Place:
        """The place of the picture at the cursor."""
        raise NotImplementedError

    def result(self) -> Result | None:
        """The result that is shown."""
        return self._result

    def setResult(self, result: Result | None) -> None:
        """Show another result; None shows an empty panel."""
        self._result, self._pointer = result, None
        if result is not None:
            self._cursor.setLimits(*extents(result))
        self._refresh()

    def setPalette(self, palette: Palette | QPalette | Qt.GlobalColor | QColor) -> None:
        """Draw in another theme. Qt's own palettes are handed on to Qt."""
        if not isinstance(palette, Palette):
            super().setPalette(palette)
            return
        self._colours, self._painted = palette, None
        self._colour()
        self._refresh()

    def choices(self) -> dict[str, Any]:
        """What is chosen, as plain JSON types; without a result what is wished for."""
        if self._result is None or type(self).reason(self._result):
            return dict(self._wishes)
        wishes = {**self._wishes, "sample": self._cursor.sample(), "unit": self._cursor.unit()}
        return {offer.name: offer.settle(wishes.get(offer.name)) for offer in self._offers()}

    def setChoices(self, choices: Mapping[str, Any]) -> None:
        """Choose; for what a result does not have the default stands in, until a result has it."""
        self._wishes.update(
            {name: value for name, value in choices.items() if name not in ("sample", "unit")}
        )
        for name, move in (("sample", self._cursor.setSample), ("unit", self._cursor.setUnit)):
            if isinstance(choices.get(name), int):
                move(choices[name])
        self._refresh()
        self.choicesChanged.emit()

    def drawn(self) -> Any:
        """The frozen value that is drawn; None if there is nothing to draw."""
        if self._stale:
            self._stale = False
            can = self._result is not None and type(self).reason(self._result) is None
            drawn = type(self).resolve(self._result, self.choices()) if can and self._result else None
            if drawn != self._drawn:
                self._drawn = drawn
        return self._drawn

    def hoverText(self) -> str:
        """The line at the bottom: exact values under the pointer, else at the cursor."""
        drawn = self.drawn()
        if drawn is None:
            return ""
        place = self._pointer or type(self).here(drawn, self._cursor.step(), self._cursor.unit())
        return type(self).describe(drawn, place)

    def setNote(self, text: str) -> None:
        """A strip above the picture ('of the earlier experiment'); '' takes it away."""
        self.frame.setNote(text)

    def export(self, path: str | Path, size: tuple[int, int] = (1000, 600), dpi: int = 150) -> None:
        """Write the picture (.png, .svg, .pdf) or its numbers (.csv), by the ending of the path.

        Parameters
        ----------
        path : file
        size : pixels
        dpi : pixels per inch; size / dpi is the size on paper, where text has its size in points

        Raises
        ------
        ValueError
            There is nothing to draw, or the ending is unknown.
        OSError
            The file cannot be written.
        """
        export(self, Path(path), size, dpi)

    def focusTarget(self) -> QWidget:
        """What takes the focus: the picture, or the action of the empty page."""
        return self.picture if self.picture.isVisible() else self.frame.empty.button

    def exportFolder(self) -> Path:
        """Where a dialog for exported files starts."""
        return self._folder

    def setExportFolder(self, folder: Path) -> None:
        """Say where a dialog for exported files starts."""
        self._folder = folder

    def experiment_name(self) -> str:
        """What the experiment is called, '' if it has no name."""
        if self._name or self._result is None:
            return self._name
        return str(self._result.experiment.get("name") or "")

    def setName(self, name: str) -> None:
        """Call the experiment otherwise than it calls itself; '' takes that back."""
        self._name = name

    def paper_size(self) -> tuple[tuple[int, int], int]:
        """Size in pixels, and pixels per inch, of a figure of this panel, twice as fine as the screen."""
        return (max(400, 2 * self.picture.width()), max(300, 2 * self.picture.height())), 192

    def why_empty(self) -> str:
        """Why nothing is drawn; '' if something is."""
        if self._result is None:
            return "Nothing to show yet. Run the experiment, or open a result."
        return type(self).reason(self._result) or ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move step and unit, Page Up and Down the sample, Home and End to the first and last step."""
        key = Qt.Key(event.key())
        if key in MOVES and event.modifiers() in PLAIN:
            what, by = MOVES[key]
            at = {"step": self._cursor.step, "unit": self._cursor.unit, "sample": self._cursor.sample}[what]()
            move = {
                "step": self._cursor.setStep,
                "unit": self._cursor.setUnit,
                "sample": self._cursor.setSample,
            }
            move[what](at + by)
        elif key == Qt.Key.Key_Home:
            self._cursor.setStep(0)
        elif key == Qt.Key.Key_End:
            self._cursor.setStep(self._cursor.limits()[0] - 1)
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what changed while the panel was hidden."""
        super().showEvent(event)
        self._draw()

    def _offers(self) -> tuple[Choice, ...]:
        assert self._result is not None
        return type(self).offers(self._result, self._wishes)

    def _connect(self) -> None:
        self._cursor.stepChanged.connect(self._follow)
        self._cursor.sampleChanged.connect(self._refresh)
        self._cursor.unitChanged.connect(self._refresh)
        self.picture.stepPicked.connect(self._cursor.setStep)
        self.picture.hovered.connect(self._point)
        self.picture.customContextMenuRequested.connect(self._show_menu)
        self.frame.row.changed.connect(self._choose)
        self.frame.empty.asked.connect(self._ask)

    def _choose(self, name: str, value: Any) -> None:
        self.setChoices({name: value})

    def _ask(self) -> None:
        self.measureRequested.emit(type(self).measure if self._result is not None else "")

    def _show_menu(self, at: QPoint) -> None:
        self._menu.popup(self.picture.mapToGlobal(at))

    def _point(self, place: Place | None) -> None:
        if place != self._pointer:
            self._pointer = place
            self._say()

    def _follow(self, step: int) -> None:
        self.picture.setStep(step)
        self._say()

    def _refresh(self) -> None:
        self._stale = True
        if self.isVisible():
            self._draw()

    def _draw(self) -> None:
        drawn = self.drawn()
        if drawn is None:
            self.frame.showEmpty(self.why_empty(), bool(self._result))
        else:
            self.frame.row.show_choices(self._offers(), self.choices())
            self.frame.showPicture(drawn.words, drawn.symbol)
            if drawn is not self._painted:
                self.picture.show_drawn(drawn, self._colours)
                self._pointer = None
            self.picture.setStep(self._cursor.step())
        self._painted = drawn
        self._say()

    def _say(self) -> None:
        text = self.hoverText()
        self.frame.setHover(text)
        self.hoverChanged.emit(text)

    def _colour(self) -> None:
        palette = self.palette()
        for role, colour in (
            (QPalette.ColorRole.Window, self._colours.base),
            (QPalette.ColorRole.WindowText, self._colours.text),
        ):
            palette.setColor(role, QColor(colour))
        super().setPalette(palette)
        self.setAutoFillBackground(True)
        self.frame.setColours(self._colours)
