"""What every editor shares: `value()`, `setValue()`, `valueChanged`, `setProblems()` for one part of a draft.

A draft is plain JSON data, valid or not. Parts are replaced, never changed in place, and handed on uncopied.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtWidgets import QScrollArea, QWidget

if TYPE_CHECKING:
    from gradview.spec.problems import Problem

Path = tuple[str | int, ...]
_NESTED = 8  # layouts inside each other: each round settles one more


class Absent:
    """The value of a field that the draft does not name: its default holds."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent()


def same(a: Any, b: Any) -> bool:
    """Whether two parts of a draft read the same in a file: 1, 1.0 and true differ, NaN equals NaN."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float) and math.isnan(a):
        return math.isnan(b)
    return bool(a == b)


class Form(QWidget):
    """An editor of one part of a draft.

    It gives back exactly what it was given until the user edits it, keeps what it does not show, and clips or
    rounds nothing. `valueChanged` comes once per change, after it; setting the same value again is no change.
    """

    valueChanged = Signal()
    shows_problems = True  # False: the form around it shows them, across its whole width

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value: Any = ABSENT
        self._quiet = False
        self._problems: tuple[Problem, ...] = ()
        # What takes the focus. (With a focus proxy instead, Tab never leaves the form.)
        self.target: QWidget | None = None

    def value(self) -> Any:
        return self._value

    def setValue(self, value: Any) -> None:
        if same(value, self._value):
            return
        self._value = value
        with self.quiet():
            self.showValue()
        self.valueChanged.emit()

    def setProblems(self, problems: Sequence[Problem]) -> None:
        """Show problems whose paths are relative to this part."""
        self._problems = tuple(problems)
        self.showProblems()

    def problems(self) -> tuple[Problem, ...]:
        """The problems on show here and inside."""
        return self._problems

    def focusPath(self, path: Path) -> None:
        """Bring the field at `path`, relative to this part, into view and give it the focus."""
        if self.target is not None:
            focus(self.target)

    def tabStops(self) -> list[QWidget]:
        """What Tab goes through, in the order of reading."""
        return [] if self.target is None else [self.target]

    def edit(self, value: Any) -> None:
        """Take what the user made of the value."""
        if self._quiet or same(value, self._value):
            return
        self._value = value
        with self.quiet():
            self.showEdited()
        self.valueChanged.emit()

    def showValue(self) -> None:
        """Bring the widgets in line with a value that came from outside; they emit nothing then."""

    def showEdited(self) -> None:
        """Bring what depends on the value in line with an edit made in these very widgets."""

    def showProblems(self) -> None:
        """Bring the marks and messages in line with the problems."""

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """A block in which what the widgets emit is not the user's doing."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before


def focus(widget: QWidget) -> None:
    """Give a widget the focus and scroll to it, also if it has just been added."""
    widget.setFocus(Qt.FocusReason.OtherFocusReason)
    area = widget.parentWidget()
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    if isinstance(area, QScrollArea):
        for _ in range(_NESTED):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        area.ensureWidgetVisible(widget, 20, 60)
