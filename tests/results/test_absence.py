"""The kinds of nothing are told apart."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from gradview.results.absence import Absence, classify, underflow_mask
from tests.results.made import not_a_number_result


def test_every_kind_is_told_apart_in_one_array() -> None:
    values = np.array([1.0, 0.0, 0.0, 0.0, 0.0, np.nan, np.inf, -np.inf, -0.0], np.float32)
    structure = np.array([0, 0, 0, 1, 2, 0, 0, 0, 0], np.uint8)
    underflow = np.arange(9) == 2
    codes = classify(values, ("step",), structure, underflow)
    assert [Absence(code).name for code in codes] == [
        *("VALUE", "ZERO", "UNDERFLOW", "NO_PATH", "MASKED", "NAN", "INF", "INF", "ZERO")
    ]


def test_a_number_that_is_not_finite_shows_even_without_a_path() -> None:
    codes = classify(np.array([np.nan, 0.0]), ("step",), np.array([1, 1], np.uint8))
    assert list(codes) == [Absence.NAN, Absence.NO_PATH]


def test_structure_spreads_over_samples_and_units() -> None:
    result = not_a_number_result()
    codes = classify(
        result["total/h"],
        result.info("total/h").dims,
        result.structure("total/h"),
        result.underflow("total/h"),
    )
    assert codes.shape == (10, 4, 3)
    assert (codes[9] == Absence.NO_PATH).all()
    assert (codes[0] == Absence.UNDERFLOW).all()
    assert codes[3, 0, 0] == Absence.ZERO
    assert [codes[2, 0, 0], codes[2, 1, 1], codes[2, 2, 2]] == [Absence.NAN, Absence.INF, Absence.INF]


def test_structure_of_two_step_axes_is_a_table() -> None:
    structure = np.triu(np.ones((3, 3), np.uint8), 1)
    codes = classify(np.zeros((3, 3, 2)), ("step", "from_step", "w:0"), structure)
    assert (codes[..., 0] == np.where(structure, Absence.NO_PATH, Absence.ZERO)).all()


def test_step_axes_need_not_come_first() -> None:
    codes = classify(np.zeros((2, 3)), ("sample", "step"), np.array([0, 1, 2], np.uint8))
    assert [list(row) for row in codes] == [[Absence.ZERO, Absence.NO_PATH, Absence.MASKED]] * 2


@pytest.mark.parametrize("steps", [None, [], False], ids=str)
def test_no_underflow_is_known_where_meta_is_silent(steps: object) -> None:
    assert underflow_mask(np.zeros(3), ("step",), steps) is None


def test_all_zeros_may_be_underflows() -> None:
    mask = underflow_mask(np.array([0.0, 1.0]), ("step",), True)
    assert mask is not None and list(mask) == [True, False]


def test_a_step_beyond_the_array_is_nobodys() -> None:
    mask = underflow_mask(np.zeros(2), ("step",), [1, 7, -1])
    assert mask is not None and list(mask) == [False, True]


@given(st.lists(st.floats(width=32), min_size=1))
def test_without_more_knowledge_only_the_numbers_speak(numbers: list[float]) -> None:
    values = np.array(numbers, np.float32)
    codes = classify(values, ("step",))
    assert ((codes == Absence.ZERO) == (values == 0)).all()
    assert ((codes == Absence.NAN) == np.isnan(values)).all()
    assert ((codes == Absence.VALUE) == (np.isfinite(values) & (values != 0))).all()
