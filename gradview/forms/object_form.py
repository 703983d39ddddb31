"""A group of fields from a table: labels in one column, problems across the width below their field."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from gradview.forms.disclosure import Disclosure
from gradview.forms.form import ABSENT, Form, Path
from gradview.forms.marks import ProblemLine
from gradview.forms.row import LABELS, Field, Row

if TYPE_CHECKING:
    from gradview.spec.problems import Problem


class ObjectForm(Form):
    """The editor of a JSON object through a table of fields; what the table does not name is kept."""

    FIELDS: ClassVar[tuple[Field, ...]] = ()
    LABELS: ClassVar[int] = LABELS

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._own: list[Problem] = []
        self._named: set[str] = set()  # fields that the draft named since it was given
        self._corner: QWidget | None = None
        self._cornered = ""  # the field that the corner stands beside
        self.rows: dict[str, Row] = {}
        self.more = Disclosure("More", parent=self)
        self.more.toggled.connect(self.refresh)
        self.note = ProblemLine(self)
        self.remedy = QPushButton(self)
        self.remedy.clicked.connect(self.mend)
        self.grid = QGridLayout()
        self.place()
        for field in self.FIELDS:
            self.add_row(field)
        self.refresh()

    def place(self) -> None:
        self.grid.setHorizontalSpacing(8)
        self.grid.setVerticalSpacing(5)
        self.grid.setColumnStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(5)
        layout.addLayout(self.grid)
        layout.addWidget(self.more)
        layout.addWidget(self.note)
        layout.addWidget(self.remedy, 0, Qt.AlignmentFlag.AlignRight)

    def add_row(self, field: Field) -> None:
        row = self.rows[field.key] = Row(field, self.LABELS, self)
        row.place(self.grid)
        row.editor.valueChanged.connect(self.collect)

    def editor(self, key: str) -> Form:
        return self.rows[key].editor

    def part(self) -> Mapping[str, Any]:
        """The value as an object; empty if the draft has something else in its place."""
        return self._value if isinstance(self._value, dict) else {}

    def collect(self) -> None:
        """Take over what was edited in one of the fields, and leave the rest as it is."""
        if self._quiet:
            return
        part = dict(self.part())
        for key, row in self.rows.items():
            value = row.editor.value()
            if value is ABSENT:
                part.pop(key, None)
            else:
                part[key] = value
        self.edit(part)
        self.refresh()  # an error that a field found itself may have come or gone without a new value

    def showValue(self) -> None:
        part = self.part()
        self._named = set()
        for key, row in self.rows.items():
            row.editor.setValue(part.get(key, ABSENT))
        self.refresh()

    def showEdited(self) -> None:
        self.refresh()

    def showProblems(self) -> None:
        inside: dict[str | int, list[Problem]] = {key: [] for key in self.rows}
        self._own = []
        for problem in self._problems:
            if problem.path and problem.path[0] in inside:
                inside[problem.path[0]].append(dataclasses.replace(problem, path=problem.path[1:]))
            else:
                self._own.append(problem)
        for key, row in self.rows.items():
            row.editor.setProblems(inside[key])
        self.note.show_problems(self._own)
        self.refresh()

    def problems(self) -> tuple[Problem, ...]:
        inside = (problem for row in self.rows.values() for problem in row.editor.problems())
        return (*inside, *self._own)

    def refresh(self) -> None:
        """Show the fields that matter now."""
        part = self.part()
        self._named.update(map(str, part))
        odd = self._value not in (ABSENT, None) and not isinstance(self._value, dict)
        for row in self.rows.values():
            row.show(self.matters(row.field) or bool(row.editor.problems()))
            row.editor.setEnabled(not odd)
        hidden = [field.label for field in self.rarely() if field.key not in self._named]
        self.more.setVisible(bool(hidden) and not odd)
        self.more.setText("Less" if self.more.isChecked() else "More")
        self.more.setToolTip(", ".join(filter(None, hidden)))
        self.place_corner()
        stray = self.stray()
        self.remedy.setText("Start afresh" if odd else f"Remove {stray}")
        self.remedy.setToolTip(
            f"Replace {json.dumps(self._value)[:60]}" if odd else "Take this field out of the experiment"
        )
        self.remedy.setVisible(odd or stray is not None)

    def rarely(self) -> list[Field]:
        """The fields under 'More' that matter for this value."""
        part = self.part()
        return [row.field for row in self.rows.values() if row.field.more and row.field.when(part)]

    def matters(self, field: Field) -> bool:
        """Whether a field without problems is to be shown."""
        asked = not field.more or self.more.isChecked() or field.key in self._named
        return asked and field.when(self.part())

    def stray(self) -> str | None:
        """A field that has a problem, stands in the draft, and has no row here."""
        part = self.part()
        names = (str(problem.path[0]) for problem in self._own if problem.path)
        return next((name for name in names if name in part), None)

    def mend(self) -> None:
        """Take out what no field here can mend."""
        stray = self.stray()
        self.edit({key: value for key, value in self.part().items() if key != stray})

    def focusPath(self, path: Path) -> None:
        row = self.rows.get(str(path[0])) if path else None
        if row is not None:
            if row.field.more:
                self.more.setChecked(True)
            row.editor.focusPath(path[1:])
        elif self.rows:
            next(iter(self.rows.values())).editor.focusPath(())

    def tabStops(self) -> list[QWidget]:
        stops: list[QWidget] = []
        for row in self.rows.values():
            stops += row.editor.tabStops()
            if row.field.key == self._cornered and self._corner is not None:
                stops += self._corner.findChildren(QToolButton)
        return [*stops, self.more, self.remedy]

    def set_corner(self, corner: QWidget) -> None:
        """Put buttons at the end of the first row on show."""
        self._corner = corner
        self.place_corner()

    def place_corner(self) -> None:
        if self._corner is None:
            return
        first = next((row for row in self.rows.values() if row.field.when(self.part())), None)
        if first is None or first.field.key == self._cornered:
            return
        self._cornered = first.field.key
        for row in self.rows.values():
            if not row.field.wide:
                self.grid.addWidget(row.editor, row.top, 1, 1, 1 if row is first else 2)
                if row is first:
                    self.grid.addWidget(self._corner, row.top, 2, Qt.AlignmentFlag.AlignTop)
