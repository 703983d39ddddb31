"""Measures as check boxes."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from gradview.forms.form import ABSENT
from gradview.forms.measures import MEASURES, MeasuresForm
from tests.forms.shown import Heard, click, shown


def test_absent_list_checks_the_default(qapp: QApplication) -> None:
    with shown(MeasuresForm()) as form:
        assert form.value() is ABSENT
        assert [name for name, box in form.boxes.items() if box.isChecked()] == ["states", "weights"]
        click(form.boxes["inputs"])
        assert form.value() == ["states", "weights", "inputs"]


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_each_measure_has_a_box_with_words(qapp: QApplication, measure: object) -> None:
    with shown(MeasuresForm()) as form:
        form.setValue([])
        box = form.boxes[measure.name]  # type: ignore[attr-defined]
        click(box)
        assert form.value() == [measure.name]  # type: ignore[attr-defined]
        assert "d" in box.toolTip() and box.text()


def test_order_and_strangers_are_kept(qapp: QApplication) -> None:
    costly = {"measure": "states_by_states", "samples": 4}
    with shown(MeasuresForm()) as form:
        form.setValue(["weights", costly, "gates", "states"])
        heard = Heard(form)
        click(form.boxes["weights"])
        assert heard.values == [[costly, "gates", "states"]]


def test_stranger_can_be_unchecked(qapp: QApplication) -> None:
    with shown(MeasuresForm()) as form:
        form.setValue(["states", "gates", "gates"])
        assert [box.text() for box in form.odd] == ["gates", "gates"]
        click(form.odd[0])
        assert form.value() == ["states", "gates"]
        assert [box.text() for box in form.odd] == ["gates"]
