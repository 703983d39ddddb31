"""Numbers are typed and read the same way in every language, and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gradview.forms.fields import NumberField, as_text, number
from gradview.forms.form import ABSENT, same
from gradview.spec.problems import Problem
from tests.forms.shown import Heard, shown, type_over

GERMAN = QLocale(QLocale.Language.German, QLocale.Country.Germany)
CHINESE = QLocale(QLocale.Language.Chinese, QLocale.Country.China)


@pytest.fixture(params=[QLocale.c(), GERMAN, CHINESE], ids=["C", "de_DE", "zh_CN"])
def system_locale(request: pytest.FixtureRequest) -> Iterator[QLocale]:
    before = QLocale()
    QLocale.setDefault(request.param)
    yield request.param
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("0.5", 0.5),
        (".5", 0.5),
        ("1,3", "1,3"),
        ("1.000", 1.0),
        ("1.000,5", "1.000,5"),
        ("12", 12),
        ("-3", -3),
        ("+4", 4),
        ("1e3", 1000.0),
        ("1e400", "1e400"),
        ("1e", "1e"),
        ("abc", "abc"),
        ("1_000", "1_000"),
        ("0x10", "0x10"),
        ("１２", "１２"),
        ("nan", "nan"),
        ("inf", "inf"),
        ("12345678901234567890", 12345678901234567890),
    ],
)
def test_typed_number_is_read_in_the_c_locale(
    qapp: QApplication, system_locale: QLocale, typed: str, value: object
) -> None:
    with shown(NumberField()) as field:
        type_over(field.line, typed)
        assert same(field.value(), value)
        assert field.line.text() == typed


def test_emptied_field_is_absent(qapp: QApplication) -> None:
    with shown(NumberField("10")) as field:
        field.setValue(3)
        type_over(field.line, "")
        assert field.value() is ABSENT
        assert field.line.placeholderText() == "10"


def test_each_key_is_one_change(qapp: QApplication) -> None:
    with shown(NumberField()) as field:
        heard = Heard(field)
        QTest.keyClicks(field.line, "0.50")
        assert heard.values == [0, 0.0, 0.5]  # '0.' and '0.50' are no other numbers than those before
        assert field.line.text() == "0.50"


def test_same_value_from_outside_leaves_the_typed_text(qapp: QApplication) -> None:
    with shown(NumberField()) as field:
        QTest.keyClicks(field.line, "0.50")
        field.setValue(0.5)
        assert field.line.text() == "0.50"


@pytest.mark.parametrize(("key", "value"), [(Qt.Key.Key_Up, 6), (Qt.Key.Key_Down, 4)], ids=["up", "down"])
def test_arrows_change_a_whole_number(qapp: QApplication, key: Qt.Key, value: int) -> None:
    with shown(NumberField()) as field:
        field.setValue(5)
        QTest.keyClick(field.line, key)
        assert field.value() == value


@pytest.mark.parametrize("value", [0.5, "abc"])
def test_arrows_leave_other_values(qapp: QApplication, value: object) -> None:
    with shown(NumberField()) as field:
        field.setValue(value)
        QTest.keyClick(field.line, Qt.Key.Key_Up)
        assert field.value() == value


def test_problem_marks_the_field(qapp: QApplication) -> None:
    with shown(NumberField()) as field:
        assert field.line.marked_from() is None
        field.setProblems([Problem((), "must be 1 or more (is -3)")])
        assert field.line.marked_from() == 0
        field.setProblems([])
        assert field.line.marked_from() is None


@given(value=st.integers() | st.floats(allow_nan=False, allow_infinity=False))
def test_number_reads_back_what_is_shown(value: float) -> None:
    assert same(number(as_text(value)), value)


@given(text=st.text("0123456789.,eE+-_ \t٣１", max_size=8))
def test_number_is_what_python_reads_or_nothing(text: str) -> None:
    read = number(text)
    assert read is None or read == float(text.strip())
