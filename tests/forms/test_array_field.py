"""Inline numbers: typed, pasted, too many."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gradview.forms.array_field import ArrayField
from gradview.forms.fields import TextField
from gradview.forms.form import ABSENT
from gradview.spec.problems import Problem
from tests.forms.shown import Heard, paste, shown, type_over


def test_cells_of_a_spreadsheet_are_pasted_as_rows(qapp: QApplication) -> None:
    with shown(ArrayField()) as field:
        heard = Heard(field)
        paste(field.text, "1\t2,5\n3\t4\n")
        assert heard.values == [[[1, 2.5], [3, 4]]]
        assert field.text.toPlainText() == "[[1, 2.5],\n [3, 4]]"
        assert field.shape.text() == "2 x 2 numbers"


def test_pasted_commas_are_a_list(qapp: QApplication) -> None:
    with shown(ArrayField()) as field:
        paste(field.text, "0.5, 2, -1")
        assert field.value() == [0.5, 2, -1]


def test_pasted_words_stay_words(qapp: QApplication) -> None:
    with shown(ArrayField()) as field:
        paste(field.text, "a\tb")
        assert field.value() == "a\tb"


def test_typed_list_is_numbers_once_it_is_whole(qapp: QApplication) -> None:
    with shown(ArrayField()) as field:
        type_over(field.text, "[1, 2")
        assert field.value() == "[1, 2"
        QTest.keyClicks(field.text, "]")
        assert field.value() == [1, 2]
        assert field.shape.text() == "2 numbers"


def test_emptied_field_is_absent(qapp: QApplication) -> None:
    with shown(ArrayField()) as field:
        field.setValue([1, 2])
        type_over(field.text, "")
        assert field.value() is ABSENT
        assert field.shape.isHidden()


def test_very_many_numbers_are_described_and_kept(qapp: QApplication) -> None:
    many = [[float(i)] * 10 for i in range(1000)]
    with shown(ArrayField()) as field:
        field.setValue(many)
        assert field.text.toPlainText() == ""
        assert field.text.placeholderText().startswith("1000 x 10 numbers")
        assert field.value() == many
        type_over(field.text, "3")
        assert field.value() == 3


def test_field_grows_with_its_lines_up_to_five(qapp: QApplication) -> None:
    with shown(ArrayField()) as field:
        field.setValue([1])
        one = field.text.height()
        field.setValue([[1, 2]] * 3)
        three = field.text.height()
        field.setValue([[1, 2]] * 5)
        five = field.text.height()
        field.setValue([[1, 2]] * 50)
        assert one < three < five == field.text.height()


def test_tab_leaves_the_field(qapp: QApplication) -> None:
    field = ArrayField()
    with shown(field):
        other = TextField(parent=field)
        other.show()
        field.text.setFocus()
        QTest.keyClick(field.text, Qt.Key.Key_Tab)
        assert other.line.hasFocus()
        assert field.value() is ABSENT


def test_problem_marks_the_field(qapp: QApplication) -> None:
    with shown(ArrayField()) as field:
        field.setProblems([Problem((), "must be numbers")])
        assert field.text.marked()
