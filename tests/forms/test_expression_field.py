"""Expressions: checked while typing, marked from the error's column, names completed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gradview.forms.expression_field import ExpressionField, WrittenField
from gradview.forms.marks import problem_colour
from gradview.spec.problems import Problem
from tests.forms.shown import Heard, shown, type_over


def test_error_is_marked_from_its_column_while_typing(qapp: QApplication) -> None:
    with shown(ExpressionField()) as field:
        type_over(field.line, "x + os.path")
        assert field.problems()[0].column is not None
        assert field.line.marked_from() == field.problems()[0].column > 0
        type_over(field.line, "x + 1")
        assert field.problems() == ()
        assert field.line.marked_from() is None


def test_wave_is_drawn_under_the_text_in_the_colour_of_problems(qapp: QApplication) -> None:
    with shown(ExpressionField()) as field:
        field.resize(300, 30)
        field.setValue("abs(x) + nothing(y)")
        picture = field.grab().toImage()
        wanted = problem_colour(field.palette())
        start = field.line.fontMetrics().horizontalAdvance("abs(x) + ")
        hits = [
            x
            for x in range(picture.width())
            for y in range(picture.height() // 2, picture.height())
            if abs(picture.pixelColor(x, y).red() - wanted.red()) < 40
            and abs(picture.pixelColor(x, y).blue() - wanted.blue()) < 40
        ]
        assert min(hits) >= start
        assert max(hits) - min(hits) > 20


def test_handed_problem_counts_for_the_text_it_was_about(qapp: QApplication) -> None:
    with shown(ExpressionField()) as field:
        field.setValue("w + q")
        field.setProblems([Problem((), "q is not a name here", 4)])
        assert field.line.marked_from() == 4
        QTest.keyClicks(field.line, " ")
        assert field.problems() == ()


def test_half_an_expression_is_kept(qapp: QApplication) -> None:
    with shown(ExpressionField()) as field:
        heard = Heard(field)
        QTest.keyClicks(field.line, "tanh(")
        assert heard.values == ["t", "ta", "tan", "tanh", "tanh("]


def test_control_space_completes_a_name(qapp: QApplication) -> None:
    with shown(ExpressionField()) as field:
        field.setNames(["weight_0", "x"])
        QTest.keyClicks(field.line, "x * w")
        assert field.line.popup().isHidden()
        QTest.keyClick(field.line, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
        assert field.line.popup().isVisible()
        heard = Heard(field)
        QTest.keyClick(field.line.popup(), Qt.Key.Key_Return)
        assert field.value() == "x * weight_0"
        assert heard.values == ["x * weight_0"]


def test_two_letters_offer_functions_unasked(qapp: QApplication) -> None:
    with shown(ExpressionField()) as field:
        QTest.keyClicks(field.line, "2 * ta")
        assert field.line.popup().isVisible()
        QTest.keyClick(field.line.popup(), Qt.Key.Key_Tab)
        assert field.value() == "2 * tanh()"
        assert field.line.cursorPosition() == len("2 * tanh(")
        assert field.line.popup().isHidden()


def test_escape_closes_the_offer_and_keeps_the_text(qapp: QApplication) -> None:
    with shown(ExpressionField()) as field:
        QTest.keyClicks(field.line, "ta")
        QTest.keyClick(field.line.popup(), Qt.Key.Key_Escape)
        assert field.line.popup().isHidden()
        assert field.value() == "ta"


@pytest.mark.parametrize(
    ("typed", "value"),
    [("2.0", 2.0), ("x_in * w", "x_in * w"), ("[0, 1]", [0, 1]), ("3", 3), ("max(a, b)", "max(a, b)")],
)
def test_written_field_takes_numbers_and_expressions(qapp: QApplication, typed: str, value: object) -> None:
    with shown(WrittenField()) as field:
        type_over(field.line, typed)
        assert field.value() == value
