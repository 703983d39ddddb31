"""What is measured: a check box for each measure, and one for each entry that is none of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from gradview.forms.fields import as_text
from gradview.forms.form import ABSENT, Form, same
from gradview.forms.marks import ProblemLine
from gradview.spec.measures import DEFAULT_MEASURES

if TYPE_CHECKING:
    from gradview.spec.problems import Problem


@dataclass(frozen=True)
class Measure:
    """A measure in words."""

    name: str
    label: str
    tip: str


MEASURES = (
    Measure(
        "states",
        "States",
        "dL/ds_t at each step: total, direct, through time and same step, the states' values, and dL/ds_0.",
    ),
    Measure("inputs", "Inputs", "dL/dx_t at each step."),
    Measure("weights", "Weights", "dL/dW of each weight."),
    Measure(
        "weights_by_step",
        "Weights by step",
        "The part of dL/dW due to each step's use of W; they sum to dL/dW.",
    ),
    Measure(
        "outputs_by_weights",
        "Outputs by weights",
        "dy_t/dW for every step's output y_t; for per-step weights by each step's own copy. Costs T sweeps.",
    ),
    Measure(
        "losses_by_weights",
        "Losses by weights",
        "dL_t/dW of every step's loss L_t, for a loss by step. They sum to dL/dW. Costs T sweeps.",
    ),
    Measure(
        "losses_by_states",
        "Losses by states",
        "|dL_t/ds_r|: how far back each step's loss L_t reaches, for a loss by step. Costs T sweeps.",
    ),
)


class MeasuresForm(Form):
    """The list of measures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QCheckBox] = {}
        self.odd: list[QCheckBox] = []
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(4)
        for measure in MEASURES:
            box = self.boxes[measure.name] = self.new_box(measure.label, measure.tip)
            box.setChecked(measure.name in DEFAULT_MEASURES)
            self.column.addWidget(box)
        self.target = self.boxes["states"]
        self.note = ProblemLine(self)
        self.column.addWidget(self.note)

    def new_box(self, label: str, tip: str) -> QCheckBox:
        box = QCheckBox(label, self)
        box.setToolTip(tip)
        box.setAccessibleDescription(tip)
        box.clicked.connect(self.collect)
        return box

    def entries(self) -> list[Any]:
        """What is in the list."""
        if self._value is ABSENT or self._value is None:
            return list(DEFAULT_MEASURES)
        return self._value if isinstance(self._value, list) else []

    def collect(self) -> None:
        """Take the boxes over: entries stay in their order, new ones go to the end."""
        asked = [name for name, box in self.boxes.items() if box.isChecked()]
        kept = iter([box.isChecked() for box in self.odd])
        entries = self.entries()
        stay = [entry for entry in entries if (entry in asked if self.known(entry) else next(kept))]
        self.edit([*stay, *(name for name in asked if name not in entries)])

    def known(self, entry: Any) -> bool:
        return isinstance(entry, str) and entry in self.boxes

    def showValue(self) -> None:
        entries = self.entries()
        for name, box in self.boxes.items():
            box.setChecked(name in entries)
        self.show_odd()

    def showEdited(self) -> None:
        self.show_odd()

    def show_odd(self) -> None:
        """Have a checked box for each entry that is no measure here, so that it can be taken out."""
        words = [as_text(entry) or repr(entry) for entry in self.entries() if not self.known(entry)]
        if words == [box.text() for box in self.odd] and all(box.isChecked() for box in self.odd):
            return
        for box in self.odd:
            self.column.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.odd = [
            self.new_box(word, "Not a measure of this version; uncheck it to take it out.") for word in words
        ]
        for box in self.odd:
            box.setChecked(True)
            self.column.insertWidget(self.column.count() - 1, box)

    def showProblems(self) -> None:
        self.note.show_problems([self.without_index(problem) for problem in self._problems])

    def without_index(self, problem: Problem) -> Problem:
        """A place in the list says nothing to someone who looks at boxes: name the entry instead."""
        index, entries = (problem.path[0] if problem.path else None), self.entries()
        if isinstance(index, int) and index < len(entries) and not same(entries[index], problem.message):
            return type(problem)(
                (as_text(entries[index]), *problem.path[1:]), problem.message, problem.column
            )
        return problem

    def tabStops(self) -> list[QWidget]:
        return [*self.boxes.values(), *self.odd]
