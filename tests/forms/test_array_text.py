"""Numbers as written and pasted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradview.forms.array_text import count, read_numbers, shape_in_words, write_numbers
from gradview.forms.form import same


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2", 2),
        ("[1, 2.5]", [1, 2.5]),
        ("[[1, 2], [3, 4]]", [[1, 2], [3, 4]]),
        ("[1, nan, -inf]", [1, "nan", "-inf"]),
        ("[NaN, Infinity]", ["nan", "inf"]),
        ("nan", "nan"),
        ("[1, 1e400]", [1, "1e400"]),
        ("1\t2\n3\t4", [[1, 2], [3, 4]]),
        ("1\t2\n3\t4\n", [[1, 2], [3, 4]]),
        ("1\t2\t\n3\t4\t", [[1, 2], [3, 4]]),
        ("0,5\t1,3\n2\t4,25", [[0.5, 1.3], [2, 4.25]]),
        ("0,5;1,3", [0.5, 1.3]),
        ("1, 2, 3", [1, 2, 3]),
        ("1 2 3", [1, 2, 3]),
        ("1\n2\n3", [1, 2, 3]),
        ("1\tnan", [1, "nan"]),
        ('{"shared": [0, 1]}', {"shared": [0, 1]}),
        ("[1, 2", "[1, 2"),
        ("x * w", "x * w"),
        ("1\tx", "1\tx"),
        ("1\t\t2", "1\t\t2"),
        ("true", "true"),
        ("[" * 100_000, "[" * 100_000),
    ],
    ids=repr,
)
def test_text_is_read_as(text: str, value: object) -> None:
    assert same(read_numbers(text), value)


def test_decimal_comma_never_loses_its_comma() -> None:
    assert read_numbers("1,3") == [1, 3]


leaves = (
    st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(["nan", "inf", "-inf"])
)


@given(value=st.recursive(leaves, lambda inner: st.lists(inner, max_size=4), max_leaves=20))
def test_what_is_written_is_read_back(value: object) -> None:
    assert same(read_numbers(write_numbers(value)), value)


@given(text=st.text())
def test_any_text_is_read_without_an_error(text: str) -> None:
    read_numbers(text)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([1], "1 number"),
        ([1, 2, 3], "3 numbers"),
        ([[1, 2], [3, 4], [5, 6]], "3 x 2 numbers"),
        ([[1, 2], [3]], "rows of different lengths"),
        ([[1], 2], "rows of different lengths"),
        (2.0, ""),
        ("abc", ""),
    ],
    ids=repr,
)
def test_shape_is_said_in_words(value: object, words: str) -> None:
    assert shape_in_words(value) == words


def test_count_goes_through_all_levels() -> None:
    assert count([[1, 2], [3, [4, 5]]]) == 5
