"""Parts that come in kinds: chosen by keys, each kind's last value kept."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from gradview.forms.form import ABSENT, Form
from gradview.forms.inputs import FileForm, InputsForm, RandomForm
from gradview.forms.loss import LossForm, StepsForm
from gradview.forms.models.loop import InitialForm, SamplesForm, ValueForm
from gradview.forms.models.recurrent import ReadoutForm, WeightsForm
from gradview.spec.problems import Problem
from tests.forms.shown import Heard, click, pick, shown, type_over

RANDOM = {"from": "random", "seed": 7, "steps": 5, "samples": 2, "features": 3}


def form_on_show(form: InputsForm) -> Form:
    shown_form = form.form()
    assert shown_form is not None
    return shown_form


def test_choosing_a_kind_is_one_change(qapp: QApplication) -> None:
    with shown(WeightsForm()) as form:
        form.setValue({"from": "random", "seed": 7})
        heard = Heard(form)
        pick(form.chooser.box, "From a file")
        assert heard.values == [{"from": "file", "path": ""}]


def test_each_kind_comes_back_as_it_was_left(qapp: QApplication) -> None:
    with shown(InputsForm()) as form:
        form.setValue(RANDOM)
        pick(form.chooser.box, "A file")
        file_form = form_on_show(form)
        assert isinstance(file_form, FileForm)
        type_over(file_form.editor("path").line, "data.npz")
        pick(form.chooser.box, "Random numbers")
        assert form.value() == RANDOM
        pick(form.chooser.box, "A file")
        assert form.value() == {"from": "file", "path": "data.npz"}


def test_what_every_kind_may_have_stays_when_the_kind_changes(qapp: QApplication) -> None:
    with shown(InputsForm()) as form:
        form.setValue({**RANDOM, "target": [1, 2], "initial": {"h": [0]}})
        pick(form.chooser.box, "A file")
        assert form.value() == {"from": "file", "path": "", "target": [1, 2], "initial": {"h": [0]}}


def test_a_kind_replaced_from_outside_is_kept_too(qapp: QApplication) -> None:
    with shown(InputsForm()) as form:
        form.setValue({**RANDOM, "seed": 9})
        form.setValue({"from": "file", "path": "a.npy"})
        pick(form.chooser.box, "Random numbers")
        assert form.value() == {**RANDOM, "seed": 9}


def test_inputs_can_be_left_out(qapp: QApplication) -> None:
    with shown(InputsForm()) as form:
        form.setValue(RANDOM)
        pick(form.chooser.box, "None")
        assert form.value() is ABSENT
        assert form.form() is None


def test_unknown_kind_is_shown_as_it_stands(qapp: QApplication) -> None:
    with shown(InputsForm()) as form:
        form.setValue({"from": "space", "x": 1})
        assert form.chooser.box.currentText() == "space"
        form.setProblems([Problem(("from",), "must be one of random, values, file, example")])
        assert form.note.isVisible()
        assert form.note.text() == "must be one of random, values, file, example"


def test_only_the_chosen_kind_is_shown(qapp: QApplication) -> None:
    with shown(InputsForm()) as form:
        form.setValue(RANDOM)
        assert [type(each) for each in form.forms.values() if each.isVisible()] == [RandomForm]


def test_a_field_of_the_chosen_kind_is_edited_in_place(qapp: QApplication) -> None:
    with shown(InputsForm()) as form:
        form.setValue({**RANDOM, "unheard_of": 1})
        random = form_on_show(form)
        assert isinstance(random, RandomForm)
        heard = Heard(form)
        type_over(random.editor("seed").line, "8")
        assert heard.values[-1] == {**RANDOM, "seed": 8, "unheard_of": 1}


def test_loss_is_told_apart_by_its_fields(qapp: QApplication) -> None:
    with shown(LossForm()) as form:
        form.setValue({"per_step": "sum(h)"})
        assert form.chooser.box.currentText() == "Per step"
        form.setValue({"expression": "mean(h)"})
        assert form.chooser.box.currentText() == "One expression"
        pick(form.chooser.box, "Per step")
        assert form.value() == {"per_step": "sum(h)"}


def test_steps_of_a_loss_can_be_listed(qapp: QApplication) -> None:
    with shown(StepsForm()) as form:
        form.setValue("last")
        pick(form.chooser.box, "These steps")
        numbers = form.forms["list"]
        type_over(numbers.text, "[0, 5]")  # type: ignore[attr-defined]
        assert form.value() == [0, 5]


def test_samples_default_to_no_sample_axis(qapp: QApplication) -> None:
    with shown(SamplesForm()) as form:
        assert form.chooser.box.currentText() == "No sample axis"
        pick(form.chooser.box, "As the inputs have")
        assert form.value() == "inputs"
        pick(form.chooser.box, "A number")
        type_over(form.forms["number"].line, "-1")  # type: ignore[attr-defined]
        assert form.value() == -1


def test_a_value_becomes_random_and_back(qapp: QApplication) -> None:
    with shown(ValueForm()) as form:
        form.setValue([1, 2])
        pick(form.chooser.box, "Random numbers")
        assert form.value() == {"from": "random", "shape": [], "seed": 0}
        pick(form.chooser.box, "Numbers")
        assert form.value() == [1, 2]


def test_problem_of_a_written_value_is_said_below_it(qapp: QApplication) -> None:
    with shown(InitialForm()) as form:
        form.setValue("x_in * weight")
        form.setProblems([Problem((), "weight is not a name here", 7)])
        assert form.note.text() == "weight is not a name here"
        assert form.forms["written"].line.marked_from() == 7  # type: ignore[attr-defined]


def test_problem_of_an_earlier_text_is_gone_with_the_text(qapp: QApplication) -> None:
    with shown(InitialForm()) as form:
        form.setValue("x_in * weight")
        form.setProblems([Problem((), "weight is not a name here", 7)])
        type_over(form.forms["written"].line, "x_in")  # type: ignore[attr-defined]
        assert not form.note.isVisible()
        assert form.problems() == ()


def test_readout_is_switched_off_as_the_draft_writes_it(qapp: QApplication) -> None:
    with shown(ReadoutForm()) as form:
        form.setValue(None)
        click(form.box)
        assert form.value() == {"units": 1}
        type_over(form.form.editor("units").line, "3")
        click(form.box)
        assert form.value() is None
        click(form.box)
        assert form.value() == {"units": 3}
