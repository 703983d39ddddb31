"""Lists of cards: added, moved and removed by clicks."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from gradview.forms.models.loop import StatesForm, UpdateForm, UpdatesForm
from gradview.forms.models.recurrent import LayersForm
from gradview.spec.problems import Problem
from tests.forms.shown import Heard, click, shown, type_over

A, B = {"cell": "lstm", "units": 4}, {"cell": "gru", "units": 6, "unheard_of": 1}


def test_added_layer_is_like_the_last_and_has_the_focus(qapp: QApplication) -> None:
    with shown(LayersForm()) as form:
        form.setValue([B])
        heard = Heard(form)
        click(form.adds[0])
        assert heard.values == [[B, {"cell": "gru", "units": 6}]]
        assert form.cards[1].form.editor("cell").target.hasFocus()


def test_layer_moves_up_and_keeps_all_its_fields(qapp: QApplication) -> None:
    with shown(LayersForm()) as form:
        form.setValue([A, B])
        heard = Heard(form)
        up, down, _ = form.cards[1].buttons
        assert up.isEnabled() and not down.isEnabled()
        click(up)
        assert heard.values == [[B, A]]


def test_removed_layer_takes_its_card_away(qapp: QApplication) -> None:
    with shown(LayersForm()) as form:
        form.setValue([A, B])
        heard = Heard(form)
        click(form.cards[0].buttons[2])
        assert heard.values == [[B]]
        assert len(form.cards) == 1


def test_a_layer_is_edited_in_its_place(qapp: QApplication) -> None:
    with shown(LayersForm()) as form:
        form.setValue([A, B])
        type_over(form.cards[1].form.editor("units").line, "-3")
        assert form.value() == [A, {**B, "units": -3}]


def test_each_card_shows_its_own_problems(qapp: QApplication) -> None:
    with shown(LayersForm()) as form:
        form.setValue([A, B])
        form.setProblems([Problem((1, "units"), "must be 1 or more"), Problem((), "too many layers")])
        assert form.cards[0].form.problems() == ()
        assert form.cards[1].form.rows["units"].line.text() == "must be 1 or more"
        assert form.note.text() == "too many layers"


def test_new_states_have_new_names(qapp: QApplication) -> None:
    with shown(StatesForm()) as form:
        for _ in range(3):
            click(form.adds[0])
        assert [state["name"] for state in form.value()] == ["s", "s2", "s3"]


def test_updates_and_lets_are_lines_of_one_list(qapp: QApplication) -> None:
    with shown(UpdatesForm()) as form:
        click(form.adds[1])
        click(form.adds[0])
        assert form.value() == [{"let": "part", "expression": ""}, {"state": "", "expression": ""}]
        let, state = (card.form for card in form.cards)
        assert let.editor("let").isVisible() and not let.editor("state").isVisible()
        assert state.editor("state").isVisible() and not state.editor("let").isVisible()


def test_emptied_let_stays_a_let(qapp: QApplication) -> None:
    with shown(UpdateForm()) as form:
        form.setValue({"let": "i", "expression": "x"})
        type_over(form.editor("let").line, "")
        assert form.value() == {"let": "", "expression": "x"}
        assert form.editor("let").isVisible()


def test_buttons_of_a_let_stand_beside_its_name(qapp: QApplication) -> None:
    with shown(UpdatesForm()) as form:
        form.setValue([{"state": "x", "expression": "1"}])
        form.setValue([{"let": "i", "expression": "1"}])
        QApplication.processEvents()
        button, name = form.cards[0].buttons[2], form.cards[0].form.editor("let")
        top = name.mapTo(form, name.rect().topLeft()).y()
        assert abs(button.mapTo(form, button.rect().topLeft()).y() - top) < 6
