"""Pooling: many numbers in few pixels, and no peak lost."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from gradview.results.absence import Absence
from gradview.views.pooling import bin_size, extremes, largest, worst
from gradview.views.presence import presence

FINITE = st.floats(-1e6, 1e6, width=32)
LINES = arrays.arrays(np.float64, st.integers(1, 60), elements=FINITE)
TABLES = arrays.arrays(np.float64, st.tuples(st.integers(1, 9), st.integers(1, 20)), elements=FINITE)


@given(values=LINES, size=st.sampled_from([1, 2, 4, 16, 64]))
def test_line_keeps_highest_and_lowest_of_every_bin(values: np.ndarray, size: int) -> None:
    at, kept = extremes(values, size)
    assert (np.diff(at) > 0).all()
    assert (kept == values[at]).all()
    for start in range(0, values.size, size):
        here = kept[(at >= start) & (at < start + size)]
        assert here.max() == values[start : start + size].max()
        assert here.min() == values[start : start + size].min()


def test_line_skips_what_is_not_finite_and_leaves_a_gap_where_nothing_is() -> None:
    values = np.array([1.0, np.nan, np.inf, 3.0, np.nan, np.nan, np.nan, np.nan])
    _, kept = extremes(values, 4)
    assert kept[:2].tolist() == [1.0, 3.0]
    assert np.isnan(kept[2:]).all()


@given(values=TABLES, rows=st.sampled_from([1, 2, 4]), columns=st.sampled_from([1, 2, 8]))
def test_map_keeps_the_largest_of_every_block_with_its_sign(
    values: np.ndarray, rows: int, columns: int
) -> None:
    pooled, codes = largest(values, presence(values), rows, columns)
    for row in range(pooled.shape[0]):
        for column in range(pooled.shape[1]):
            block = values[row * rows : (row + 1) * rows, column * columns : (column + 1) * columns]
            assert abs(pooled[row, column]) == np.abs(block).max()
            assert pooled[row, column] in block or pooled[row, column] == 0
            assert (codes[row, column] == Absence.VALUE) == bool(np.any(block))


def test_map_shows_not_a_number_before_any_number() -> None:
    values = np.array([[1.0, np.nan, 7.0, 0.0]])
    pooled, codes = largest(values, presence(values), 1, 4)
    assert np.isnan(pooled[0, 0])
    assert codes[0, 0] == Absence.NAN


def test_map_hatches_a_block_only_if_all_of_it_has_no_path() -> None:
    values = np.zeros((1, 4))
    structure = np.array([[1, 1, 1, 0]], np.uint8)
    _, codes = largest(values, presence(values, structure), 1, 2)
    assert codes.tolist() == [[Absence.NO_PATH, Absence.ZERO]]


def test_a_single_bad_step_among_a_thousand_is_seen() -> None:
    codes = np.zeros(1000, np.uint8)
    codes[617] = Absence.NAN
    assert worst(codes, 256).tolist() == [0, 0, Absence.NAN, 0]


@pytest.mark.parametrize(
    ("count", "most", "size"), [(10, 20, 1), (20, 20, 1), (21, 20, 2), (1_000_000, 2000, 512)]
)
def test_bins_are_as_small_as_the_room_allows(count: int, most: int, size: int) -> None:
    assert bin_size(count, most) == size
