"""Problems are shown by the form that owns the longest prefix of their path."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from gradview.forms.experiment import ExperimentForm
from gradview.forms.marks import ProblemLine, dim_colour, problem_colour
from gradview.forms.models.recurrent import LayerForm
from gradview.spec.experiment import problems
from gradview.spec.problems import Problem
from tests.forms import drawn
from tests.forms.shown import click, shown, type_over

DRAFT = {
    "model": {"kind": "recurrent", "layers": [{"cell": "lstm", "units": -3}], "weights": {"from": "random"}},
    "inputs": {"from": "random", "steps": 5},
    "loss": {"expression": "mean(h)"},
    "measures": ["states", "gates"],
    "run": {"device": "gpu:9"},
}


def lines(form: QWidget) -> list[str]:
    return [line.text() for line in form.findChildren(ProblemLine) if line.isVisible()]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (("model", "layers", 0, "units"), "wrong"),
        (("model", "layers", 0, "nothing"), "nothing: wrong"),
        (("model", "layers", 7), "7: wrong"),
        (("model", "layers"), "wrong"),
        (("model", "kind"), "wrong"),
        (("model", "weights", "seed"), "wrong"),
        (("model",), "wrong"),
        (("inputs", "steps"), "wrong"),
        (("inputs", "target", 0, 3), "0.3: wrong"),
        (("loss", "expression"), "wrong"),
        (("measures", 1), "gates: wrong"),
        (("measures",), "wrong"),
        (("run", "memory"), "wrong"),
        (("unheard_of",), "unheard_of: wrong"),
        ((), "wrong"),
    ],
    ids=lambda part: ".".join(map(str, part)) if isinstance(part, tuple) else None,
)
def test_problem_is_said_once_and_in_sight(
    qapp: QApplication, path: tuple[str | int, ...], said: str
) -> None:
    with shown(ExperimentForm()) as form:
        form.setValue(DRAFT)
        form.setProblems([Problem(path, "wrong")])
        assert lines(form) == [said]
        assert len(form.problems()) == 1
        form.setProblems([])
        assert lines(form) == []


def test_closed_section_counts_its_problems(qapp: QApplication) -> None:
    with shown(ExperimentForm()) as form:
        form.setValue(DRAFT)
        form.setProblems(
            [Problem(("run", "device"), "no such device"), Problem(("run", "memory"), "too small")]
        )
        section = form.sections["run"]
        assert not section.count.isVisible()
        click(section.heading)
        assert not section.form.isVisible()
        assert section.count.isVisible()
        assert section.count.text() == "2 problems"
        form.setProblems([])
        assert not section.count.isVisible()


def test_error_found_while_typing_counts_in_its_section(qapp: QApplication) -> None:
    with shown(ExperimentForm()) as form:
        form.setValue(DRAFT)
        form.setProblems([])
        loss = form.editor("loss").form()  # type: ignore[attr-defined]
        type_over(loss.editor("expression").line, "mean(h")
        assert len(lines(form)) == 1
        form.sections["loss"].set_open(False)
        assert form.sections["loss"].count.text() == "1 problem"


def test_field_that_no_form_shows_can_be_taken_out(qapp: QApplication) -> None:
    with shown(LayerForm()) as form:
        form.setValue({"cell": "lstm", "units": 4, "direction": "backward"})
        form.setProblems([Problem(("direction",), "unknown field")])
        assert form.remedy.isVisible()
        assert form.remedy.text() == "Remove direction"
        click(form.remedy)
        assert form.value() == {"cell": "lstm", "units": 4}


def test_part_that_is_no_object_can_be_started_afresh(qapp: QApplication) -> None:
    with shown(LayerForm()) as form:
        form.setValue([1, 2])
        assert not form.editor("units").isEnabled()
        click(form.remedy)
        assert form.value() == {}
        assert form.editor("units").isEnabled()


def test_field_that_does_not_matter_is_shown_with_its_problem(qapp: QApplication) -> None:
    with shown(LayerForm()) as form:
        form.setValue({"cell": "lstm", "units": 4, "reset_after": True})
        assert not form.editor("reset_after").isVisible()
        form.setProblems([Problem(("reset_after",), "only a gru has it")])
        assert form.editor("reset_after").isVisible()


def test_field_with_a_problem_comes_into_focus(qapp: QApplication) -> None:
    with shown(ExperimentForm()) as form:
        form.setValue(DRAFT)
        form.sections["model"].set_open(False)
        form.focusPath(("model", "layers", 0, "units"))
        assert form.sections["model"].is_open()
        focus = QApplication.focusWidget()
        assert focus is not None
        assert focus.accessibleName() == "Units"


def test_hidden_field_comes_into_focus(qapp: QApplication) -> None:
    with shown(ExperimentForm()) as form:
        form.setValue(DRAFT)
        form.focusPath(("run", "memory"))
        focus = QApplication.focusWidget()
        assert focus is not None
        assert focus.accessibleName() == "Memory"


def contrast(a: QColor, b: QColor) -> float:
    """The contrast ratio of WCAG 2."""

    def luminance(colour: QColor) -> float:
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.getRgbF()[:3]]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("back", "text"), [("#f5f6f8", "#1c2026"), ("#1b1f26", "#e6e8eb")], ids=["light", "dark"]
)
def test_words_stand_out_in_both_themes(back: str, text: str) -> None:
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Window, QColor(back))
    palette.setColor(QPalette.ColorRole.WindowText, QColor(text))
    assert contrast(problem_colour(palette), QColor(back)) >= 4.5
    assert contrast(dim_colour(palette), QColor(back)) >= 4.5


@settings(max_examples=40)
@given(draft=drawn.experiments)
def test_no_problem_of_the_specification_is_lost(qapp: QApplication, draft: dict[str, Any]) -> None:
    found = problems(draft)
    with shown(ExperimentForm()) as form:
        form.setValue(draft)
        form.setProblems(found)
        on_show = Counter(problem.message for problem in form.problems())
        assert not Counter(problem.message for problem in found) - on_show
        said = "\n".join(lines(form))
        assert [problem for problem in found if problem.message not in said] == []
