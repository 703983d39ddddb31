"""What a cell holds: a value, or one of the kinds of nothing that must never look alike. No Qt here."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint8]


class Presence(IntEnum):
    """What is there. Of several cells drawn as one, the highest is shown (a value with a number apart)."""

    VALUE = 0
    NO_PATH = 1
    MASKED = 2
    ZERO = 3
    UNDERFLOW = 4
    NOT_A_NUMBER = 5

    @property
    def words(self) -> str:
        """As legends and hover lines say it."""
        return _WORDS[self]


_WORDS = {
    Presence.VALUE: "value",
    Presence.NO_PATH: "no path",
    Presence.MASKED: "masked",
    Presence.ZERO: "exact zero",
    Presence.UNDERFLOW: "underflow",
    Presence.NOT_A_NUMBER: "NaN or inf",
}
HATCHED = (Presence.NO_PATH, Presence.MASKED)


def presence(
    values: NDArray[np.floating], structure: Codes | None = None, underflow: NDArray[np.bool_] | None = None
) -> Codes:
    """What each cell of an array holds.

    Parameters
    ----------
    values : [...]
    structure : a result's codes, on the leading axes of values
        0 a path, 1 no path, 2 masked.
    underflow : [...]
        Where a zero is an underflow.
    """
    codes = np.zeros(values.shape, np.uint8)
    zero = values == 0
    codes[zero] = Presence.ZERO
    if underflow is not None:
        codes[zero & underflow] = Presence.UNDERFLOW
    if structure is not None:
        spread = structure.reshape(structure.shape + (1,) * (values.ndim - structure.ndim))
        codes = np.where(spread == 1, Presence.NO_PATH, np.where(spread == 2, Presence.MASKED, codes)).astype(
            np.uint8
        )
    codes[~np.isfinite(values)] = Presence.NOT_A_NUMBER
    return codes


def kinds(codes: Codes) -> tuple[Presence, ...]:
    """The kinds of nothing that occur, in the order of the legend."""
    counts = np.bincount(codes.ravel(), minlength=len(Presence))
    return tuple(kind for kind in Presence if kind is not Presence.VALUE and counts[kind])
