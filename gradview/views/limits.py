"""The scale and the limits of a colour bar: symmetric for signed numbers, and blind to NaN. No Qt here."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradview.views.arrays import sizes_of
from gradview.views.choice import Choice
from gradview.views.scale import Scale, symlog_threshold

WIDE = 100.0
"""From this ratio of the largest to the median magnitude on, a linear map would look empty."""
DECADES = 10.0
"""A symlog map goes at most so far below the largest number."""
SEEN = 200_000
"""Numbers looked at for the median."""


def scales(wish: Any, *, signed: bool) -> Choice:
    """The scales that a map of signed numbers, or of norms, may have."""
    other = "symlog" if signed else "log"
    tip = (
        "Logarithmic in both directions and linear near zero"
        if signed
        else "Equal ratios, equal steps of colour"
    )
    options = tuple((each, each) for each in ("auto", "linear", other))
    default = other if wish in ("log", "symlog") else "auto"
    return Choice("scale", "Scale", f"{tip}; auto is linear unless that hides much", options, default)


def limits(values: NDArray[Any], wish: str, *, signed: bool) -> tuple[Scale, float, float]:
    """The scale wished for, and the ends of its colour bar.

    Parameters
    ----------
    values : [row, column]
    wish : auto, linear, log or symlog
    signed : whether the bar has two sides, equally long
    """
    least, most = sizes_of(values)
    if most == 0:
        return Scale(), 0.0, 0.0
    some = _some(values)
    if wish == "auto":
        wide = most > WIDE * float(np.median(some)) if some.size else False
        wish = ("symlog" if signed else "log") if wide else "linear"
    if wish == "symlog":
        usual = np.array([max(least, float(np.percentile(some, 5)) if some.size else least), most])
        return Scale("symlog", symlog_threshold(usual, DECADES)), -most, most
    if wish == "log":
        return Scale("log"), least if least < most else least / 10, most
    return Scale(), -most if signed else 0.0, most


def _some(values: NDArray[Any]) -> NDArray[np.float64]:
    """Magnitudes of enough numbers, spread evenly, without zeros and what is not finite."""
    stride = max(1, int(np.ceil(np.sqrt(values.size / SEEN))))
    size = np.abs(np.asarray(values[:: min(stride, values.shape[0]), ::stride], np.float64)).ravel()
    return size[np.isfinite(size) & (size > 0)]
