"""Lines cut at a border: nothing outside, everything inside."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gradview.views.clipping import clipped

BOX = (0.0, 10.0, -1.0, 1.0)


@given(st.lists(st.floats(-3, 3), min_size=2, max_size=12))
def test_nothing_is_left_outside_the_box(heights: list[float]) -> None:
    y = np.array(heights)
    x = np.arange(y.size, dtype=np.float64)
    cut_x, cut_y, joined = clipped(x, y, np.ones(y.size, np.int32), BOX)
    assert cut_x.size == cut_y.size == joined.size
    assert ((cut_x >= -1e-9) & (cut_x <= 10 + 1e-9) & (np.abs(cut_y) <= 1 + 1e-9)).all()


def test_a_line_inside_stays_as_it_is() -> None:
    x, y, joined = np.arange(3.0), np.array([0.0, 0.5, -0.5]), np.array([1, 1, 0], np.int32)
    assert [part.tolist() for part in clipped(x, y, joined, BOX)] == [x.tolist(), y.tolist(), joined.tolist()]


def test_a_line_that_leaves_and_returns_is_two_lines() -> None:
    x, y = np.arange(3.0), np.array([0.0, 2.0, 0.0])
    cut_x, cut_y, joined = clipped(x, y, np.array([1, 1, 0], np.int32), BOX)
    assert cut_x.tolist() == [0.0, 0.5, 1.5, 2.0]
    assert cut_y.tolist() == [0.0, 1.0, 1.0, 0.0]
    assert joined.tolist() == [1, 0, 1, 0]


def test_a_gap_stays_a_gap() -> None:
    _, _, joined = clipped(np.arange(4.0), np.zeros(4), np.array([1, 0, 1, 0], np.int32), BOX)
    assert joined.tolist() == [1, 0, 1, 0]
