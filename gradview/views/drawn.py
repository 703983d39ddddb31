"""What a panel draws, resolved: frozen values that know no result, no choices and no Qt."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gradview.views.places import Places
from gradview.views.presence import Codes, presence
from gradview.views.scale import Scale


class Compared:
    """Equal if every field is, arrays cell by cell, NaN to NaN: only what is not equal is redrawn."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(
            _same(getattr(self, each.name), getattr(other, each.name))
            for each in fields(self)  # type: ignore[arg-type]  # only dataclasses derive from this
        )

    __hash__ = None  # type: ignore[assignment]  # arrays have no hash


@dataclass(frozen=True, eq=False)
class Curve(Compared):
    """One line over the steps.

    Attributes
    ----------
    values : [step]
        Norms, or signed numbers of one unit. 0 where there is no path.
    codes : [step]
        What each step holds (Presence).
    """

    kind: str
    label: str
    values: NDArray[np.float64]
    codes: Codes


@dataclass(frozen=True, eq=False)
class Plot(Compared):
    """The curves of one state, over one vertical axis."""

    state: str
    axis: str
    curves: tuple[Curve, ...]


@dataclass(frozen=True, eq=False)
class Curves(Compared):
    """Plots one above the other, over the same steps."""

    words: str
    symbol: str
    steps: Places
    scale: Scale
    plots: tuple[Plot, ...]


@dataclass(frozen=True, eq=False)
class Cells(Compared):
    """A map of numbers.

    Attributes
    ----------
    values : [row, column]
        May be a view into a file; only what is in sight is read.
    structure : [row, column], [1, column] or [row, 1]
        0 a path, 1 none, 2 masked; None if there is a path everywhere.
    underflow : as structure
        Where a zero is an underflow.
    low, high : the ends of the colour bar; both 0 if no cell is finite and not zero.
    down : rows run downwards, as in a table.
    steps : which axis the step cursor moves on.
    """

    words: str
    symbol: str
    rows: Places
    columns: Places
    values: NDArray[np.floating]
    structure: Codes | None
    underflow: NDArray[np.bool_] | None
    scale: Scale
    low: float
    high: float
    bar: str
    down: bool
    steps: Literal["row", "column"]
    numbers: bool = False

    @property
    def signed(self) -> bool:
        """Whether the map has two sides, equally long."""
        return self.low < 0 or self.low == self.high == 0

    def part(self, rows: slice, columns: slice) -> tuple[NDArray[np.floating], Codes]:
        """The numbers and codes of some cells."""
        values = np.asarray(self.values[rows, columns])
        shape = self.values.shape
        structure = None if self.structure is None else np.broadcast_to(self.structure, shape)[rows, columns]
        underflow = None if self.underflow is None else np.broadcast_to(self.underflow, shape)[rows, columns]
        return values, presence(values, structure, underflow)


def _same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        if one.shape != other.shape or one.dtype != other.dtype:
            return False
        return _in_one_place(one, other) or bool(np.array_equal(one, other, equal_nan=one.dtype.kind == "f"))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(_same(a, b) for a, b in zip(one, other, strict=True))
    return bool(one == other)


def _in_one_place(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether two views look at the same memory, so that large files are not compared cell by cell."""
    return bool(one.__array_interface__ == other.__array_interface__)
