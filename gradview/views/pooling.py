"""Many numbers drawn in few pixels without losing a peak. No Qt here."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gradview.results.absence import Absence
from gradview.views.presence import Codes

Floats = NDArray[np.floating]


def bin_size(count: int, most: int) -> int:
    """How many neighbours share a bin for at most `most` bins: a power of two, so that bins stay put."""
    return 1 if count <= most else 1 << int(np.ceil(np.log2(count / most)))


def extremes(values: Floats, size: int) -> tuple[NDArray[np.intp], Floats]:
    """The smallest and largest number of each bin, as they stand: a line through them keeps every peak.

    Parameters
    ----------
    values : [step]
    size : neighbours in a bin

    Returns
    -------
    at : [point]
        Indices into values.
    kept : [point]
        values[at]. A bin with nothing finite gives NaN.
    """
    if size <= 1 or values.size <= 2:
        return np.arange(values.size), np.asarray(values)
    bins = -(-values.size // size)
    padded = np.full(bins * size, np.nan, values.dtype)
    padded[: values.size] = np.where(np.isfinite(values), values, np.nan)
    table = padded.reshape(bins, size)
    missing = np.isnan(table)
    low = np.where(missing, np.inf, table).argmin(1)
    high = np.where(missing, -np.inf, table).argmax(1)
    first = np.arange(bins) * size
    at = np.stack([first + np.minimum(low, high), first + np.maximum(low, high)], 1).ravel()
    at = np.unique(np.minimum(at, values.size - 1))
    return at, padded[at]


def largest(values: Floats, codes: Codes, rows: int, columns: int) -> tuple[Floats, Codes]:
    """Signed max-abs pooling: of each block the cell furthest from zero, with its sign; NaN before all.

    Parameters
    ----------
    values, codes : [row, column]
    rows, columns : the size of a block; blocks at the edges may be smaller
    """
    for axis, size in ((0, rows), (1, columns)):
        if size > 1:
            values, codes = _pool(values, codes, size, axis)
    return values, codes


def worst(codes: Codes, size: int) -> Codes:
    """[bin]: of each bin of codes the highest, so that a single NaN among a thousand steps is seen."""
    if size <= 1:
        return codes
    return np.maximum.reduceat(codes, np.arange(0, codes.size, size))


def _pool(values: Floats, codes: Codes, size: int, axis: int) -> tuple[Floats, Codes]:
    values, codes = np.moveaxis(values, axis, -1), np.moveaxis(codes, axis, -1)
    bins = -(-values.shape[-1] // size)
    short = bins * size - values.shape[-1]
    wide = [(0, 0)] * (values.ndim - 1) + [(0, short)]
    shape = (*values.shape[:-1], bins, size)
    values = np.pad(values, wide).reshape(shape)
    codes = np.pad(codes, wide, constant_values=Absence.NO_PATH).reshape(shape)
    far = np.where(np.isfinite(values), np.abs(values), np.inf)
    pick = far.argmax(-1)[..., None]
    kept = np.take_along_axis(values, pick, -1)[..., 0]
    code = np.take_along_axis(codes, pick, -1)[..., 0]
    code = np.where(code == Absence.VALUE, code, codes.max(-1)).astype(np.uint8)
    return np.moveaxis(kept, -1, axis), np.moveaxis(code, -1, axis)
