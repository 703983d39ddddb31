"""The whole experiment: its name, and its parts in sections that open and close."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from PySide6.QtWidgets import QVBoxLayout, QWidget

from gradview.forms.expression_field import set_names
from gradview.forms.fields import TextField
from gradview.forms.form import Path as FieldPath
from gradview.forms.inputs import InitialStates, InputsForm
from gradview.forms.loss import LossForm
from gradview.forms.measures import MeasuresForm
from gradview.forms.models import ModelForm
from gradview.forms.names import loss_names, state_names, step_names
from gradview.forms.object_form import ObjectForm
from gradview.forms.path_field import PathField
from gradview.forms.row import Field, Row
from gradview.forms.run import RunForm
from gradview.forms.section import Section
from gradview.spec.drafts import KINDS, new_draft

WITH_THE_KIND = ("inputs", "loss")  # what must agree with the model, and so changes with its kind


def copied(part: Any) -> Any:
    """A draft of its own, for those who might change it."""
    if isinstance(part, dict):
        return {key: copied(value) for key, value in part.items()}
    if isinstance(part, (list, tuple)):
        return [copied(value) for value in part]
    return part


class ExperimentForm(ObjectForm):
    """The editor of a whole draft; `setProblems` takes problems with whole paths.

    When the model's kind changes, its inputs and loss change with it: to the last ones of that kind, else to
    those of a new experiment. The name, the measures and the run stay.
    """

    LABELS = 6
    FIELDS = (
        Field(
            "name", "Name", "What the experiment is called in the list of runs and on pictures.", TextField
        ),
        Field("model", "", "What is computed at each step.", ModelForm),
        Field("inputs", "", "What the loop is fed with, x_t.", InputsForm),
        Field("loss", "", "The number L whose gradients are asked for.", LossForm),
        Field("measures", "", "Which gradients are computed and kept.", MeasuresForm),
        Field("run", "", "How it is computed.", RunForm),
    )

    def __init__(self, parent: QWidget | None = None) -> None:
        self.sections: dict[str, Section] = {}
        self._kind: Any = None
        self._order: tuple[int, ...] = ()  # the tab stops, by identity
        self._kept: dict[str, dict[str, Any]] = {}  # of each kind, what changes with it
        super().__init__(parent)
        self._value = {}

    def place(self) -> None:
        super().place()
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.setContentsMargins(10, 10, 10, 10)
        layout.addStretch(1)

    def add_row(self, field: Field) -> None:
        """Put the name on top, everything else into a section of its own."""
        if field.label:
            super().add_row(field)
            return
        row = self.rows[field.key] = Row(field, self.LABELS, self)
        row.editor.valueChanged.connect(self.collect)
        section = self.sections[field.key] = Section(field.key.capitalize(), field.tip, row.editor, self)
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(len(self.sections), section)

    def value(self) -> dict[str, Any]:
        """The draft as it stands, valid or not; a copy."""
        return cast("dict[str, Any]", copied(self._value))

    def setValue(self, value: dict[str, Any]) -> None:
        self.keep()
        super().setValue(copied(value))

    def setFolder(self, folder: Path) -> None:
        """Say where relative file paths start."""
        for field in self.findChildren(PathField):
            field.setFolder(folder)

    def collect(self) -> None:
        kind = self.kind(self.editor("model").value())
        if self._quiet or kind == self._kind or not isinstance(kind, str) or kind not in KINDS:
            super().collect()
        else:
            self.change_kind(kind)

    def change_kind(self, kind: str) -> None:
        """Swap what must agree with the model for what this kind had, or begins with."""
        self.keep()
        part = {key: value for key, value in self.part().items() if key not in WITH_THE_KIND}
        part["model"] = self.editor("model").value()
        fresh = self._kept[kind] if kind in self._kept else new_draft(kind)
        part.update({key: fresh[key] for key in WITH_THE_KIND if key in fresh})
        self.setProblems(())
        self.edit(part)

    def keep(self) -> None:
        """Remember what the present kind has."""
        part = self.part()
        if isinstance(self._kind, str):
            self._kept[self._kind] = {key: part[key] for key in WITH_THE_KIND if key in part}

    def kind(self, model: Any) -> Any:
        return model.get("kind") if isinstance(model, dict) else None

    def showEdited(self) -> None:
        if self.kind(self.part().get("model")) != self._kind:
            self.showValue()
        self.refresh()

    def refresh(self) -> None:
        """Keep names and counts in line with the draft."""
        super().refresh()
        part = self.part()
        model = part.get("model")
        self._kind = self.kind(model)
        self.hand_names(part, model if isinstance(model, dict) else {})
        for section in self.sections.values():
            section.show_count()
        self.order_tabs()

    def tabStops(self) -> list[QWidget]:
        stops = self.rows["name"].editor.tabStops() if "name" in self.rows else []
        for section in self.sections.values():
            stops += [section.heading, *section.form.tabStops()]
        return [*stops, self.remedy]

    def order_tabs(self) -> None:
        """Have Tab follow the order of reading, also through cards that were added since."""
        stops = self.tabStops()
        order = tuple(map(id, stops))
        if order != self._order:
            self._order = order
            for before, after in pairwise(stops):
                QWidget.setTabOrder(before, after)

    def hand_names(self, draft: Mapping[str, Any], model: Mapping[str, Any]) -> None:
        set_names(self.editor("model"), step_names(draft))
        set_names(self.editor("loss"), loss_names(draft))
        for form in self.editor("inputs").findChildren(InitialStates):
            form.setNames(state_names(model))

    def focusPath(self, path: FieldPath) -> None:
        """Open the section of a whole path and give its field the focus."""
        section = self.sections.get(str(path[0])) if path else None
        if section is not None:
            section.set_open(True)
        super().focusPath(path)
