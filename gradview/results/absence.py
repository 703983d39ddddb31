"""No path, an exact zero, an underflow and NaN are four different answers: told apart in one place."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradview.results.names import is_step_axis

PATH, NO_PATH, MASKED = 0, 1, 2
"""The codes of structure/NAME."""


class Absence(IntEnum):
    """What one number of an array says. The first three are the codes of structure/NAME."""

    VALUE = PATH
    NO_PATH = NO_PATH
    MASKED = MASKED
    ZERO = 3
    UNDERFLOW = 4
    NAN = 5
    INF = 6


def classify(
    values: NDArray[Any],
    dims: tuple[str, ...],
    structure: NDArray[Any] | None = None,
    underflow: NDArray[np.bool_] | None = None,
) -> NDArray[np.uint8]:
    """What each number of an array says, as Absence codes in the array's shape.

    Parameters
    ----------
    values, dims : the array and its dims
    structure
        The codes of structure/NAME, on the step axes of `dims`. A number that is not finite is shown as that
        even where there is no path, because it should not be there.
    underflow
        Where a zero is one that the precision made (see underflow_mask).
    """
    codes = np.where(values == 0, Absence.ZERO, Absence.VALUE).astype(np.uint8)
    if underflow is not None:
        codes[(codes == Absence.ZERO) & underflow] = Absence.UNDERFLOW
    if structure is not None:
        spread = np.broadcast_to(_spread(structure, dims), values.shape)
        codes = np.where(spread == PATH, codes, spread).astype(np.uint8)
    codes[np.isnan(values)] = Absence.NAN
    codes[np.isinf(values)] = Absence.INF
    return codes


def underflow_mask(values: NDArray[Any], dims: tuple[str, ...], steps: Any) -> NDArray[np.bool_] | None:
    """Where a zero is an underflow.

    Parameters
    ----------
    steps
        What meta["underflow"] holds for the array: a list of steps (from 0, on its first step axis) where the
        precision made zeros, true for all of them; None or nothing if none is known.
    """
    if not steps:
        return None
    zero: NDArray[np.bool_] = np.asarray(values) == 0
    if steps is True:
        return zero
    axis = next((axis for axis, dim in enumerate(dims) if is_step_axis(dim)), None)
    if axis is None:
        return zero
    named = np.zeros(zero.shape[axis], bool)
    named[[step for step in steps if 0 <= step < named.size]] = True
    return np.asarray(zero & named.reshape(tuple(-1 if one == axis else 1 for one in range(zero.ndim))))


def _spread(structure: NDArray[Any], dims: tuple[str, ...]) -> NDArray[Any]:
    """Codes with an axis of one for each axis that does not count steps."""
    sizes = iter(structure.shape)
    return structure.reshape([next(sizes) if is_step_axis(dim) else 1 for dim in dims])
