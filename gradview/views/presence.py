"""What a cell holds, and how panels call it: a value, or a kind of nothing; no two may look alike."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gradview.results.absence import Absence, classify
from gradview.views.scale import number_text

Codes = NDArray[np.uint8]
HATCHED = (Absence.NO_PATH, Absence.MASKED)
BAD = (Absence.NAN, Absence.INF)
EMPTY = (Absence.ZERO, Absence.UNDERFLOW)
WORDS = {
    Absence.VALUE: "value",
    Absence.NO_PATH: "no path",
    Absence.MASKED: "masked",
    Absence.ZERO: "exact zero",
    Absence.UNDERFLOW: "underflow",
    Absence.NAN: "NaN or inf",
    Absence.INF: "NaN or inf",
}


def presence(
    values: NDArray[np.floating], structure: Codes | None = None, underflow: NDArray[np.bool_] | None = None
) -> Codes:
    """What each cell of an array holds, as Absence codes.

    Parameters
    ----------
    values : [...]
    structure : a result's codes, on the leading axes of values
    underflow : [...]
        Where a zero is an underflow.
    """
    if structure is not None:
        structure = structure.reshape(structure.shape + (1,) * (values.ndim - structure.ndim))
    return classify(values, ("step",) * values.ndim, structure, underflow)


def kinds(codes: Codes) -> tuple[Absence, ...]:
    """The kinds of nothing that occur, in the order of the legend; NaN stands for inf too."""
    counts = np.bincount(codes.ravel(), minlength=len(Absence))
    counts[Absence.NAN] += counts[Absence.INF]
    return tuple(kind for kind in Absence if kind not in (Absence.VALUE, Absence.INF) and counts[kind])


def value_text(value: float, code: int, digits: int = 6) -> str:
    """A number as the hover line writes it, or the kind of nothing that stands in its place."""
    if code in HATCHED:
        return WORDS[Absence(code)]
    number = number_text(value, digits)
    return f"{number} ({WORDS[Absence(code)]})" if code in EMPTY else number
