"""Reductions of an array to what a summary shows: norms by step, means over samples, kept peaks."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradview.results.names import is_step_axis

Array = NDArray[Any]
BLOCK = 1 << 22
"""Numbers read at once from an array that may lie in a file."""


def norms_by_step(values: Array, dims: tuple[str, ...]) -> NDArray[np.float64]:
    """[step]: the Euclidean norm over everything else, for arrays whose first axis counts steps.

    Raises
    ------
    ValueError
        The first axis does not count steps.
    """
    if not dims or not is_step_axis(dims[0]):
        raise ValueError(f"the first of {dims} does not count steps")
    rows = max(1, BLOCK // max(1, values[:1].size))
    axes = tuple(range(1, values.ndim))
    parts = [norm(values[start : start + rows], axes) for start in range(0, len(values), rows)]
    return np.concatenate(parts) if parts else np.zeros(0)


def norm(values: Array, axes: tuple[int, ...]) -> NDArray[np.float64]:
    """Euclidean norm over axes in float64; float64 is scaled first, lest squares overflow or vanish."""
    if axes and values.dtype == np.float32:  # whose squares float64 holds
        squares: NDArray[np.float64] = np.square(values, dtype=np.float64)
        return np.asarray(np.sqrt(squares.sum(axis=axes)))
    size = np.abs(np.asarray(values, np.float64))
    if not axes:
        return size
    largest = size.max(axis=axes, keepdims=True, initial=0.0)
    scale = np.where(np.isfinite(largest) & (largest > 0), largest, 1.0)
    with np.errstate(over="ignore"):
        total: NDArray[np.float64] = np.sqrt(np.square(size / scale).sum(axis=axes)) * scale.squeeze(
            axis=axes
        )
    return total


def mean_over_samples(values: Array, dims: tuple[str, ...]) -> Array:
    """The mean over the sample axis, in float64; the array itself where there is none."""
    if "sample" not in dims:
        return values
    mean: Array = np.asarray(values, np.float64).mean(axis=dims.index("sample"))
    return mean


def peaks(values: Array, places: int) -> Array:
    """[places, ...]: neighbours along the first axis joined, of each group the number furthest from zero.

    A mean or a pick of every n-th number would lose a spike. The sign is kept; NaN is further than anything.
    """
    count = len(values)
    if count <= places:
        return values
    starts = np.arange(places + 1) * count // places
    kept = np.empty((places, *values.shape[1:]), values.dtype)
    for place, (start, stop) in enumerate(pairwise(starts)):
        group = np.asarray(values[start:stop])
        size = np.where(np.isnan(group), np.inf, np.abs(group))
        chosen = np.where(np.isnan(group).any(axis=0), np.isnan(group).argmax(axis=0), size.argmax(axis=0))
        kept[place] = np.take_along_axis(group, chosen[None], axis=0)[0]
    return kept
