"""What a comparison says: passed, or why it cannot tell, or failed. Tolerances are relative to each number's
own size."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

EPS = float(np.finfo(np.float64).eps)
LOCAL = 1e-6
END_TO_END = 1e-5
KINK = 1e-3
"""Forward and backward differences that differ by more, relative to the derivative, lie about a kink."""
SINGLE = 1e-3
"""float32 against float64 at the same states."""

Verdict = Literal["passed", "exact zero", "below rounding", "unsettled", "failed", "not checked"]


@dataclass(frozen=True)
class Comparison:
    """One number computed two ways.

    Attributes
    ----------
    part
        local, end_to_end or precision.
    array
        What is compared: "total/h", or "total/layer0" for all the states of a layer together.
    by
        What was moved: previous state, offset, input, weight, initial.
    step
        0-based; None for what belongs to the whole loop.
    sweep, difference
        The sweep's number, and that of the other route.
    floor
        Rounding of the other route.
    """

    part: str
    array: str
    by: str
    step: int | None
    verdict: Verdict
    sweep: float
    difference: float
    floor: float

    def to_meta(self) -> dict[str, Any]:
        """The entry in meta["check"]["comparisons"]."""
        return dict(self.__dict__)


def locally(sweep: float, difference: float, floor: float, bend: float = 0.0) -> Verdict:
    """Compare one step's product with its central difference (METHODS: Local check).

    Parameters
    ----------
    bend
        What the differences forward and backward differ by.
    """
    early = _without_arithmetic(sweep, difference)
    if early is not None:
        return early
    apart = abs(sweep - difference)
    if abs(difference) < 100 * floor and apart < 200 * floor:
        return "below rounding"
    if apart <= LOCAL * abs(difference) + floor:
        return "passed"
    return "unsettled" if abs(bend) > KINK * max(abs(sweep), abs(difference)) + 10 * floor else "failed"


def end_to_end(
    sweep: float,
    size: float,
    differences: tuple[float, float],
    floor: float,
    bends: tuple[float, float] = (0.0, 0.0),
) -> Verdict:
    """Compare with central differences of the whole forward at two distances, one a tenth of the other.

    Parameters
    ----------
    size
        |g_t|, the norm of the gradient that `sweep` is a component of.
    bends
        What the differences forward and backward differ by, at the two distances: about a kink as much at
        both, on a curve a tenth.
    """
    early = _without_arithmetic(sweep, differences[0])
    if early is not None:
        return early
    if size < 100 * floor and abs(differences[0]) < 200 * floor:
        return "below rounding"
    if not abs(differences[0] - differences[1]) <= 1e-3 * size + floor:
        return "unsettled"
    if abs(sweep - differences[0]) <= END_TO_END * size + floor:
        return "passed"
    # A curved loss leaves 1e-4 in the first: extrapolate both to distance 0, at the second's larger floor.
    limit = differences[1] + (differences[1] - differences[0]) / 99
    if abs(sweep - limit) <= END_TO_END * size + 10 * floor:
        return "passed"
    kinked = abs(bends[1]) > max(0.5 * abs(bends[0]), KINK * size + 100 * floor)
    return "unsettled" if kinked else "failed"


def in_single(apart: float, size: float, floor: float) -> Verdict:
    """Compare float32 with float64 at the same states.

    Parameters
    ----------
    apart, size
        Norms of the difference and of the float64 answer.
    floor
        float32's own rounding in one step.
    """
    if not math.isfinite(apart) or not math.isfinite(size):
        return "not checked" if not math.isfinite(size) else "failed"
    if apart == 0 and size == 0:
        return "exact zero"
    if apart <= SINGLE * size:
        return "passed"
    return "below rounding" if apart <= floor else "failed"


def _without_arithmetic(sweep: float, difference: float) -> Verdict | None:
    """The answer where a number is not finite, or both are exactly zero."""
    if not math.isfinite(difference):
        return "not checked"
    if not math.isfinite(sweep):
        return "failed"
    return "exact zero" if sweep == 0 and difference == 0 else None
