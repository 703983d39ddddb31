"""Every form gives back what it was given, broken or not, and says once that it changed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from gradview.forms.array_field import ArrayField
from gradview.forms.experiment import ExperimentForm
from gradview.forms.expression_field import ExpressionField, WrittenField
from gradview.forms.fields import CheckField, Choice, ChoiceField, NumberField, TextField
from gradview.forms.form import ABSENT, same
from gradview.forms.inputs import InputsForm
from gradview.forms.loss import LossForm
from gradview.forms.measures import MeasuresForm
from gradview.forms.models import ModelForm
from gradview.forms.models.recurrent import LayerForm
from gradview.forms.path_field import PathField
from gradview.forms.run import RunForm
from gradview.forms.words_field import WordsField
from gradview.spec.problems import Problem
from tests.forms import drawn
from tests.forms.shown import Heard, shown

PARTS = [
    (LayerForm, drawn.layers),
    (ModelForm, drawn.models),
    (InputsForm, drawn.inputs),
    (LossForm, drawn.losses),
    (MeasuresForm, drawn.measures),
    (RunForm, drawn.runs),
    (ExperimentForm, drawn.experiments),
]
FIELDS = [
    TextField,
    NumberField,
    PathField,
    ExpressionField,
    WrittenField,
    ArrayField,
    WordsField,
    CheckField,
]


def choice_field() -> ChoiceField:
    return ChoiceField([Choice("a", "A"), Choice(True, "Yes"), Choice(None, "None")], "a")


@pytest.mark.parametrize(("form_type", "drafts"), PARTS, ids=[form.__name__ for form, _ in PARTS])
def test_form_returns_what_it_was_given(qapp: QApplication, form_type: type, drafts: drawn.Drawn) -> None:
    @settings(max_examples=20)
    @given(first=drafts, second=drafts)
    def check(first: object, second: object) -> None:
        with shown(form_type()) as form:
            before, heard = form.value(), Heard(form)
            form.setValue(first)
            assert same(form.value(), first)
            assert same(heard.values, [] if same(before, first) else [first])
            form.setValue(first)
            assert len(heard.values) <= 1
            form.setProblems(
                [Problem(("units",), "wrong"), Problem((), "wrong"), Problem((0, "x"), "wrong", 2)]
            )
            form.setValue(second)
            form.setProblems([])
            assert same(form.value(), second)
            assert len(heard.values) <= 2

    check()


@pytest.mark.parametrize("field_type", [*FIELDS, choice_field], ids=lambda make: make.__name__)
def test_field_returns_what_it_was_given(qapp: QApplication, field_type: type) -> None:
    @given(values=st.lists(st.one_of(drawn.anything, drawn.arrays, st.just(ABSENT)), min_size=1, max_size=5))
    def check(values: list[object]) -> None:
        with shown(field_type()) as field:
            for value in values:
                before, heard = field.value(), Heard(field)
                field.setValue(value)
                assert same(field.value(), value)
                assert same(heard.values, [] if same(before, value) else [value])

    check()


@given(part=drawn.anything)
def test_same_tells_apart_what_a_file_tells_apart(part: object) -> None:
    assert same(part, part)
    assert not same([part], [part, part])


@pytest.mark.parametrize(("a", "b"), [(1, 1.0), (1, True), (0, False), ("1", 1), ([], {}), (None, ABSENT)])
def test_same_tells_types_apart(a: object, b: object) -> None:
    assert not same(a, b)
    assert not same([a], [b])
    assert not same({"k": a}, {"k": b})


def test_nothing_the_form_hands_out_reaches_back_into_it(qapp: QApplication) -> None:
    draft = {"model": {"kind": "recurrent", "layers": [{"cell": "lstm", "units": 8}]}}
    with shown(ExperimentForm()) as form:
        form.setValue(draft)
        draft["model"]["layers"][0]["units"] = 9  # type: ignore[index]
        form.value()["model"]["layers"].clear()
        assert form.value() == {"model": {"kind": "recurrent", "layers": [{"cell": "lstm", "units": 8}]}}
