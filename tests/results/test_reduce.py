"""Reductions lose no spike, and neither overflow nor vanish."""

import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra.numpy import array_shapes, arrays

from gradview.results.reduce import BLOCK, mean_over_samples, norm, norms_by_step, peaks

SERIES = arrays(np.float64, array_shapes(min_dims=1, max_dims=2, max_side=30), elements=st.floats(-1e9, 1e9))


def test_norm_of_numbers_whose_squares_vanish_is_right() -> None:
    np.testing.assert_allclose(norm(np.full((2, 4), 1e-200), (1,)), [2e-200, 2e-200])


def test_norm_of_numbers_whose_squares_overflow_is_right() -> None:
    np.testing.assert_allclose(norm(np.full(4, 1e200), (0,)), 2e200)


def test_norm_of_nothing_is_zero() -> None:
    assert list(norm(np.zeros((2, 0)), (1,))) == [0, 0]


@pytest.mark.parametrize(("number", "found"), [(np.nan, np.nan), (np.inf, np.inf), (-np.inf, np.inf)])
def test_norm_shows_what_is_not_finite(number: float, found: float) -> None:
    np.testing.assert_equal(norm(np.array([1.0, number]), (0,)), found)


@given(SERIES)
def test_norms_by_step_agree_with_hypot(values: np.ndarray) -> None:
    dims = ("step", "unit:h")[: values.ndim]
    expected = [math.hypot(*row) for row in values.reshape(len(values), -1)]
    np.testing.assert_allclose(norms_by_step(values, dims), expected, rtol=1e-12, atol=1e-300)


def test_norms_by_step_are_taken_in_blocks() -> None:
    values = np.ones((5, BLOCK // 2), np.float32)
    np.testing.assert_allclose(norms_by_step(values, ("step", "unit:h")), np.sqrt(BLOCK // 2))


@pytest.mark.parametrize("dims", [(), ("sample",), ("kernel:0", "step")])
def test_norms_by_step_want_steps_first(dims: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="does not count steps"):
        norms_by_step(np.zeros((2,) * len(dims)), dims)


def test_mean_over_samples_takes_the_sample_axis() -> None:
    values = np.arange(12.0).reshape(2, 3, 2)
    np.testing.assert_array_equal(
        mean_over_samples(values, ("step", "sample", "unit:h")), values.mean(axis=1)
    )
    assert mean_over_samples(values, ("step", "unit:h:0", "unit:h:1")) is values


@given(SERIES, st.integers(1, 40))
def test_peaks_keep_the_furthest_from_zero_with_its_sign(values: np.ndarray, places: int) -> None:
    kept = peaks(values, places)
    assert len(kept) == min(len(values), places)
    flat, rest = values.reshape(len(values), -1), kept.reshape(len(kept), -1)
    for column in range(flat.shape[1]):
        assert np.abs(rest[:, column]).max() == np.abs(flat[:, column]).max()
        assert set(rest[:, column]) <= set(flat[:, column])


def test_a_nan_is_a_peak() -> None:
    assert np.isnan(peaks(np.array([1.0, np.nan, np.inf, 5.0]), 1)).all()


def test_peaks_of_a_short_series_are_the_series() -> None:
    values = np.arange(3.0)
    assert peaks(values, 3) is values
