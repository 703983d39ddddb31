"""One of several kinds of the same part: a chooser, and the form of the kind that is chosen."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtWidgets import QCheckBox, QGridLayout, QVBoxLayout, QWidget

from gradview.forms.fields import Choice, ChoiceField, Leaf
from gradview.forms.form import ABSENT, Form, Path, focus
from gradview.forms.marks import ProblemLine
from gradview.forms.object_form import ObjectForm
from gradview.forms.row import LABELS, label_for

if TYPE_CHECKING:
    from gradview.spec.problems import Problem


@dataclass(frozen=True)
class Variant:
    """One kind: its tag, its words, its form (None: nothing more to say) and a new one in the draft."""

    tag: Any
    label: str
    tip: str
    form: Callable[[], Form] | None
    fresh: Any


class VariantForm(Form):
    """The editor of a part that comes in kinds. Each kind's last value is kept for its return."""

    KEY: ClassVar[str] = "from"
    LABEL: ClassVar[str] = ""
    TIP: ClassVar[str] = ""
    LABELS: ClassVar[int] = LABELS
    CARRIED: ClassVar[
        tuple[str, ...]
    ] = ()  # fields that every kind may have: they stay when the kind changes
    VARIANTS: ClassVar[tuple[Variant, ...]] = ()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kept: dict[Any, Any] = {}
        choices = [Choice(variant.tag, variant.label, variant.tip) for variant in self.VARIANTS]
        self.chooser = ChoiceField(choices, parent=self)
        self.chooser.setToolTip(self.TIP)
        self.forms = {variant.tag: variant.form() for variant in self.VARIANTS if variant.form is not None}
        self.note = ProblemLine(self)
        self.place()
        self.target = self.chooser.box
        self.chooser.valueChanged.connect(self.switch)
        for form in self.forms.values():
            form.valueChanged.connect(self.collect)
        with self.quiet():
            self.showValue()

    def place(self) -> None:
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(5)
        layout.setColumnStretch(1, 1)
        if self.LABEL:
            layout.addWidget(label_for(self.LABEL, self.TIP, self.chooser, self.LABELS, self), 0, 0)
        layout.addWidget(self.chooser, 0, 1 if self.LABEL else 0, 1, 1 if self.LABEL else 2)
        layout.addWidget(self.note, 1, 0, 1, 2)
        for row, form in enumerate(self.forms.values(), 2):
            form.setParent(self)
            leaf = isinstance(form, Leaf) and bool(self.LABEL)
            layout.addWidget(form, row, 1 if leaf else 0, 1, 1 if leaf else 2)

    def tag(self, value: Any) -> Any:
        """The kind of a value; ABSENT for what is none of them."""
        if isinstance(value, dict):
            return value.get(self.KEY, ABSENT)
        return ABSENT

    def form(self) -> Form | None:
        """The form on show."""
        tag = self.tag(self._value)
        return self.forms.get(tag) if isinstance(tag, (str, int, type(None))) else None

    def setValue(self, value: Any) -> None:
        self.keep()
        super().setValue(value)

    def keep(self) -> None:
        """Remember the value for its kind."""
        tag = self.tag(self._value)
        if any(tag == variant.tag for variant in self.VARIANTS):
            self.kept[tag] = self._value

    def switch(self) -> None:
        """Another kind was chosen."""
        if self._quiet:
            return
        self.keep()
        tag, old = self.chooser.value(), self._value
        variant = next(variant for variant in self.VARIANTS if variant.tag == tag)
        value = self.kept.get(tag, variant.fresh)
        if isinstance(value, dict) and isinstance(old, dict):
            bare = {key: part for key, part in value.items() if key not in self.CARRIED}
            value = {**bare, **{key: old[key] for key in self.CARRIED if key in old}}
        self.setProblems(())
        self.edit(value)

    def collect(self) -> None:
        form = self.form()
        if self._quiet or form is None:
            return
        self.edit(form.value())
        self.show_note()  # a field's own error may have come or gone

    def showValue(self) -> None:
        tag, shown = self.tag(self._value), self.form()
        self.chooser.setValue(self._value if tag is ABSENT else tag)
        for form in self.forms.values():
            form.setVisible(form is shown)
        if shown is not None:
            shown.setValue(self._value)

    def showEdited(self) -> None:
        self.showValue()

    def showProblems(self) -> None:
        shown = self.form()
        if shown is not None:
            shown.setProblems([problem for problem in self._problems if not self.is_tagged(problem)])
        self.show_note()

    def is_tagged(self, problem: Problem) -> bool:
        """Whether a problem is about which kind this is."""
        return problem.path[:1] == (self.KEY,)

    def show_note(self) -> None:
        """Say what the form of the kind does not say itself."""
        shown = self.form()
        own = [p for p in self._problems if shown is None or self.is_tagged(p)]
        own = [dataclasses.replace(p, path=p.path[1:]) if self.is_tagged(p) else p for p in own]
        if shown is not None and not shown.shows_problems:
            own += shown.problems()
        self.note.show_problems(own)

    def problems(self) -> tuple[Problem, ...]:
        shown = self.form()
        if shown is None:
            return self._problems
        tagged = tuple(filter(self.is_tagged, self._problems))
        return (*tagged, *shown.problems())

    def tabStops(self) -> list[QWidget]:
        return [*self.chooser.tabStops(), *(stop for form in self.forms.values() for stop in form.tabStops())]

    def focusPath(self, path: Path) -> None:
        shown = self.form()
        if shown is None or not path or path[0] == self.KEY:
            self.chooser.focusPath(())
        else:
            shown.focusPath(path)


class OptionalForm(Form):
    """A part that may be left out: a check box, and its form while it is checked."""

    LABEL: ClassVar[str] = ""
    TIP: ClassVar[str] = ""
    FRESH: ClassVar[Any] = None
    FORM: ClassVar[type[ObjectForm]] = ObjectForm

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._off: Any = ABSENT  # how this draft writes 'none': null, or nothing
        self._on: Any = self.FRESH
        self.box = QCheckBox(self.LABEL, self)
        self.box.setToolTip(self.TIP)
        self.form = self.FORM(self)
        self.form.hide()
        self.target = self.box
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(5)
        layout.addWidget(self.box)
        layout.addWidget(self.form)
        self.box.clicked.connect(self.switch)
        self.form.valueChanged.connect(self.collect)

    def switch(self, on: bool) -> None:
        if not on:
            self._on = self._value
        self.setProblems(())
        self.edit(self._on if on else self._off)

    def collect(self) -> None:
        if not self._quiet:
            self.edit(self.form.value())

    def showValue(self) -> None:
        on = self._value is not ABSENT and self._value is not None
        if not on:
            self._off = self._value
        self.box.setChecked(on)
        self.form.setVisible(on)
        self.form.setValue(self._value if on else ABSENT)

    def showEdited(self) -> None:
        self.showValue()

    def showProblems(self) -> None:
        self.form.setProblems(self._problems)

    def problems(self) -> tuple[Problem, ...]:
        return self.form.problems() if self.box.isChecked() else self._problems

    def tabStops(self) -> list[QWidget]:
        return [self.box, *self.form.tabStops()]

    def focusPath(self, path: Path) -> None:
        if self.box.isChecked() and path:
            self.form.focusPath(path)
        else:
            focus(self.box)
