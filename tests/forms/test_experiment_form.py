"""The whole left side: kinds, names, keyboard, wheel, widths."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gradview.forms.experiment import ExperimentForm
from gradview.forms.expression_field import ExpressionField
from gradview.forms.fields import Chooser
from gradview.forms.inputs import InitialStates
from gradview.forms.models.recurrent import LayersForm, ValueWeights
from gradview.forms.path_field import PathField
from gradview.spec.drafts import KINDS, new_draft
from tests.forms.shown import Heard, click, pick, shown, type_over, wheel


@pytest.fixture(params=KINDS)
def draft(request: pytest.FixtureRequest) -> dict[str, Any]:
    return new_draft(request.param)


def settle() -> None:
    """Let nested layouts find their sizes."""
    for _ in range(10):
        QApplication.processEvents()


def kind_box(form: ExperimentForm) -> Chooser:
    return form.editor("model").chooser.box  # type: ignore[attr-defined, no-any-return]


def test_new_draft_is_shown_and_given_back(qapp: QApplication, draft: dict[str, Any]) -> None:
    with shown(ExperimentForm()) as form:
        form.setValue(draft)
        assert form.value() == draft


def test_changing_the_kind_is_one_change_to_a_draft_of_that_kind(qapp: QApplication) -> None:
    with shown(ExperimentForm()) as form:
        form.setValue({**new_draft("recurrent"), "name": "mine", "run": {"device": "cpu"}})
        heard = Heard(form)
        pick(kind_box(form), "Loop of expressions")
        fresh = new_draft("loop")
        assert len(heard.values) == 1
        assert heard.values[0]["model"] == fresh["model"]
        assert heard.values[0].get("inputs") == fresh.get("inputs")
        assert heard.values[0]["loss"] == fresh["loss"]
        assert heard.values[0]["name"] == "mine"
        assert heard.values[0]["run"] == {"device": "cpu"}


def test_each_kind_comes_back_with_its_inputs_and_loss(qapp: QApplication) -> None:
    mine = {
        **new_draft("recurrent"),
        "loss": {"expression": "sum(h)"},
        "inputs": {"from": "file", "path": "a.npz"},
    }
    with shown(ExperimentForm()) as form:
        form.setValue(mine)
        pick(kind_box(form), "Loop of expressions")
        pick(kind_box(form), "Recurrent layers")
        assert form.value() == mine


def test_kind_left_behind_by_another_experiment_is_kept(qapp: QApplication) -> None:
    mine = {**new_draft("recurrent"), "loss": {"expression": "sum(h)"}}
    with shown(ExperimentForm()) as form:
        form.setValue(mine)
        form.setValue({**new_draft("loop"), "name": "another"})
        pick(kind_box(form), "Recurrent layers")
        assert form.value()["loss"] == {"expression": "sum(h)"}
        assert form.value()["name"] == "another"


def test_typing_in_any_part_is_one_change_a_key(qapp: QApplication) -> None:
    with shown(ExperimentForm()) as form:
        form.setValue(new_draft("recurrent"))
        heard = Heard(form)
        loss = form.editor("loss").form()  # type: ignore[attr-defined]
        QTest.keyClicks(loss.editor("expression").line, "ab")
        assert len(heard.values) == 2


def names_offered(field: ExpressionField) -> tuple[str, ...]:
    return field.line.words()


def test_expressions_are_offered_the_names_of_the_draft(qapp: QApplication) -> None:
    with shown(ExperimentForm()) as form:
        form.setValue(
            {
                "model": {
                    "kind": "loop",
                    "states": [{"name": "position"}],
                    "constants": [{"name": "mass"}],
                    "weights": [{"name": "spring"}],
                    "updates": [{"let": "force", "expression": ""}, {"state": "position", "expression": ""}],
                },
                "loss": {"expression": ""},
            }
        )
        update = form.editor("model").findChildren(ExpressionField)[0]
        assert {"position", "mass", "spring", "force", "t", "x", "tanh"} <= set(names_offered(update))
        loss = form.editor("loss").findChildren(ExpressionField)[0]
        assert {"position", "mass", "spring", "y", "target"} <= set(names_offered(loss))
        assert "force" not in names_offered(loss)


def test_stack_of_layers_offers_the_names_of_each(qapp: QApplication) -> None:
    layers = [{"cell": "lstm", "units": 2}, {"cell": "gru", "units": 2}]
    with shown(ExperimentForm()) as form:
        form.setValue({"model": {"kind": "recurrent", "layers": layers}, "loss": {"expression": ""}})
        loss = form.editor("loss").findChildren(ExpressionField)[0]
        assert {"layer0_h", "layer0_c", "layer1_h", "h", "layer0_kernel"} <= set(names_offered(loss))
        assert "layer1_c" not in names_offered(loss)


def test_initial_states_follow_the_model(qapp: QApplication) -> None:
    with shown(ExperimentForm()) as form:
        form.setValue(
            {
                "model": {"kind": "recurrent", "layers": [{"cell": "lstm", "units": 2}]},
                "inputs": {"from": "random", "initial": {"old": [1]}},
            }
        )
        (states,) = [f for f in form.findChildren(InitialStates) if f.isVisible()]
        assert list(states.rows) == ["h", "c", "old"]
        type_over(states.editor("c").text, "[0, 1]")  # type: ignore[attr-defined]
        assert form.value()["inputs"]["initial"] == {"old": [1], "c": [0, 1]}


def test_written_weights_have_a_field_for_each_weight(qapp: QApplication) -> None:
    with shown(ExperimentForm()) as form:
        form.setValue(
            {
                "model": {
                    "kind": "recurrent",
                    "layers": [{"cell": "gru", "units": 2}],
                    "readout": {"units": 1},
                    "weights": {"from": "values", "kernel": [[1]]},
                }
            }
        )
        (weights,) = form.findChildren(ValueWeights)
        assert list(weights.rows) == ["kernel", "recurrent_kernel", "bias", "readout_kernel", "readout_bias"]


def test_picked_file_is_written_relative_to_the_folder(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with shown(ExperimentForm()) as form:
        form.setValue({"inputs": {"from": "file", "path": ""}})
        form.setFolder(tmp_path)
        (field,) = [f for f in form.findChildren(PathField) if f.isVisible()]
        field.take_file(tmp_path / "data" / "a.npz")
        assert form.value()["inputs"]["path"] == "data/a.npz"
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("/elsewhere/b.npz", ""))
        click(field.button)
        assert form.value()["inputs"]["path"] == "/elsewhere/b.npz"


def test_headings_open_and_close_by_keys(qapp: QApplication) -> None:
    with shown(ExperimentForm()) as form:
        section = form.sections["loss"]
        section.heading.setFocus()
        for key, opened in [(Qt.Key.Key_Left, False), (Qt.Key.Key_Right, True), (Qt.Key.Key_Space, False)]:
            QTest.keyClick(section.heading, key)
            assert section.is_open() is opened
            assert section.body.isVisible() is opened
        QTest.keyClick(section.heading, Qt.Key.Key_Return)
        assert section.is_open()


def test_tab_goes_through_every_field_from_top_to_bottom(qapp: QApplication, draft: dict[str, Any]) -> None:
    with shown(ExperimentForm()) as form:
        form.resize(320, 2400)
        form.setValue(draft)
        settle()
        start = form.editor("name").target
        assert start is not None
        start.setFocus()
        seen: list[QWidget] = []
        while (focus := QApplication.focusWidget()) is not None and focus not in seen:
            seen.append(focus)
            QTest.keyClick(focus, Qt.Key.Key_Tab)
        places = [widget.mapTo(form, widget.rect().center()) for widget in seen]
        for here, there in pairwise(places):
            below, beside = there.y() > here.y() + 5, there.x() > here.x() and abs(there.y() - here.y()) < 12
            assert below or beside, (here, there)
        fields = {w for w in form.findChildren(QWidget) if isinstance(w, (QLineEdit, Chooser, QCheckBox))}
        assert {w for w in fields if w.isVisible() and w.isEnabled()} <= set(seen)


def test_tab_leads_into_the_form_and_out_of_it(qapp: QApplication) -> None:
    window = QWidget()
    layout = QVBoxLayout(window)
    before, area, after = QLineEdit(), QScrollArea(), QLineEdit()
    form = ExperimentForm()
    area.setWidget(form)
    for widget in (before, area, after):
        layout.addWidget(widget)
    with shown(window):
        form.setValue(new_draft("loop"))
        settle()
        before.setFocus()
        for _ in range(100):
            focus = QApplication.focusWidget()
            assert focus is not None
            if focus is after:
                break
            QTest.keyClick(focus, Qt.Key.Key_Tab)
        assert after.hasFocus()


def test_field_with_the_focus_is_scrolled_into_view(qapp: QApplication) -> None:
    area = QScrollArea()
    form = ExperimentForm()
    area.setWidget(form)
    area.setWidgetResizable(True)
    with shown(area):
        area.resize(320, 300)
        form.setValue(new_draft("loop"))
        settle()
        for path in [("run", "memory"), ("model", "steps"), ("model", "updates", 0, "expression")]:
            form.focusPath(path)
            focus = QApplication.focusWidget()
            assert focus is not None
            top = focus.mapTo(area.viewport(), focus.rect().topLeft()).y()
            assert 0 <= top <= area.viewport().height() - focus.height(), path


def test_added_card_is_scrolled_into_view(qapp: QApplication) -> None:
    area = QScrollArea()
    form = ExperimentForm()
    area.setWidget(form)
    area.setWidgetResizable(True)
    with shown(area):
        area.resize(320, 300)
        form.setValue(new_draft("recurrent"))
        settle()
        layers = form.findChildren(LayersForm)[0]
        for _ in range(4):
            click(layers.adds[0])
        focus = QApplication.focusWidget()
        assert focus is layers.cards[-1].form.editor("cell").target
        top = focus.mapTo(area.viewport(), focus.rect().topLeft()).y()
        assert 0 <= top <= area.viewport().height() - focus.height()


def test_wheel_changes_a_choice_only_with_the_focus(qapp: QApplication) -> None:
    with shown(ExperimentForm()) as form:
        form.setValue(new_draft("recurrent"))
        form.editor("name").focusPath(())
        heard = Heard(form)
        for box in form.findChildren(Chooser):
            if box.isVisible():
                wheel(box)
        assert heard.values == []
        device = form.editor("run").editor("device").target  # type: ignore[attr-defined]
        device.setFocus()
        wheel(device)
        assert len(heard.values) == 1


def test_page_fits_a_narrow_dock(qapp: QApplication, draft: dict[str, Any]) -> None:
    area = QScrollArea()
    form = ExperimentForm()
    area.setWidget(form)
    area.setWidgetResizable(True)
    with shown(area):
        area.resize(300, 700)
        form.setValue(draft)
        settle()
        assert area.horizontalScrollBar().maximum() == 0
        for label in form.findChildren(QLabel):
            if label.isVisible() and label.text() and not label.wordWrap():
                assert label.width() >= label.fontMetrics().horizontalAdvance(label.text()), label.text()


def test_every_field_explains_itself(qapp: QApplication, draft: dict[str, Any]) -> None:
    with shown(ExperimentForm()) as form:
        form.setValue(draft)
        for more in [
            row for row in form.findChildren(QWidget) if row.metaObject().className() == "Disclosure"
        ]:
            more.setChecked(True)  # type: ignore[attr-defined]
        for widget in form.findChildren(QWidget):
            if isinstance(widget, (QLineEdit, Chooser, QCheckBox)) and widget.isVisible():
                near, tip = widget, ""
                while near is not form and not tip:
                    tip = near.toolTip()
                    near = near.parentWidget()
                assert tip.endswith((".", ")")), (type(widget), widget.accessibleName(), tip)


def test_theme_change_recolours_what_is_shown(qapp: QApplication) -> None:
    with shown(ExperimentForm()) as form:
        QApplication.sendEvent(form, QEvent(QEvent.Type.PaletteChange))
        assert form.isVisible()
