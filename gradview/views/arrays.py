"""A result's arrays as panels need them: found by kind, one sample or a norm taken, the rest laid flat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from gradview.results.reduce import norm
from gradview.views.places import Places
from gradview.views.presence import Codes

if TYPE_CHECKING:
    from gradview.results.names import ArrayInfo
    from gradview.results.result import Result

Floats = NDArray[Any]
STEPS = ("step", "input_step")
BLOCK = 1 << 22
"""Numbers read at once from an array that may lie in a file."""


@dataclass(frozen=True)
class Laid:
    """One array with its dims told apart.

    Attributes
    ----------
    values : [step, ...] or [step, sample, ...]
    kept : what was worked out of the whole array before; a Laid of a part of it has one of its own
    samples : how many there are, None if the array has no such axis
    shape : the axes after step and sample
    """

    info: ArrayInfo
    values: Floats
    structure: Codes | None
    underflow: NDArray[np.bool_] | None
    samples: int | None
    shape: tuple[int, ...]
    kept: dict[str, NDArray[np.float64]] = field(default_factory=dict, compare=False)

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return int(self.values.shape[0])

    @property
    def units(self) -> int:
        """How many numbers each step and sample has."""
        return prod(self.shape)

    def sample(self, sample: int) -> Floats:
        """[step, unit]: a view of one sample, or of everything if there are none."""
        values = self.values if self.samples is None else self.values[:, min(sample, self.samples - 1)]
        return values.reshape(self.steps, self.units)

    def unit_text(self, unit: int) -> str:
        """The name of a unit: '12', of a matrix '0,3'."""
        return ",".join(str(index) for index in np.unravel_index(unit, self.shape)) if self.shape else "0"

    def sample_underflow(self, sample: int) -> NDArray[np.bool_] | None:
        """[step, unit]: where a zero of one sample is an underflow."""
        if self.underflow is None:
            return None
        part = self.underflow if self.samples is None else self.underflow[:, min(sample, self.samples - 1)]
        return part.reshape(self.steps, self.units)

    def any_underflow(self, *, by_unit: bool = False) -> NDArray[np.bool_] | None:
        """[step] or [step, unit]: where any zero that a norm was taken over is an underflow."""
        if self.underflow is None:
            return None
        table = self.underflow.reshape(self.steps, -1, self.units)
        return np.asarray(table.any(axis=1) if by_unit else table.any(axis=(1, 2)))

    def norms(self, sample: int | None) -> NDArray[np.float64]:
        """[step]: the norm over units, of one sample or its mean over all samples."""
        if sample is not None or self.samples is None:
            return by_blocks(self.sample(sample or 0), lambda block: norm(block, (1,)))
        if "norms" not in self.kept:
            values = self.values.reshape(self.steps, self.samples, self.units)
            self.kept["norms"] = by_blocks(values, lambda block: norm(block, (2,)).mean(axis=1))
        return self.kept["norms"]

    def signed(self, sample: int | None, unit: int) -> NDArray[np.float64]:
        """[step]: the numbers of one unit, of one sample or their mean over all samples."""
        unit = min(unit, self.units - 1)
        if sample is not None or self.samples is None:
            return self.sample(sample or 0)[:, unit].astype(np.float64)
        values = self.values.reshape(self.steps, self.samples, self.units)[:, :, unit]
        return by_blocks(values, lambda block: block.astype(np.float64).mean(axis=1))

    def sample_norms(self) -> NDArray[np.float64]:
        """[step, unit]: the norm over samples."""
        if self.samples is None:
            return np.abs(self.sample(0).astype(np.float64))
        if "sample norms" not in self.kept:
            values = self.values.reshape(self.steps, self.samples, self.units)
            self.kept["sample norms"] = by_blocks(values, lambda block: norm(block, (1,)))
        return self.kept["sample norms"]


def found(result: Result, *kinds: str) -> tuple[ArrayInfo, ...]:
    """The arrays of these kinds that go by steps, in the result's order."""
    infos = (result.info(name) for name in result)
    return tuple(info for info in infos if info.kind in kinds and info.dims and info.dims[0] in STEPS)


_kept: WeakKeyDictionary[Result, dict[str, dict[str, NDArray[np.float64]]]] = WeakKeyDictionary()
"""Norms of whole arrays, worked out once for each result: every move of the cursor asks again."""


def laid(result: Result, info: ArrayInfo) -> Laid:
    """An array with its dims told apart."""
    values = result[info.name]
    has_samples = "sample" in info.dims
    return Laid(
        info,
        values,
        result.structure(info.name),
        result.underflow(info.name),
        int(values.shape[1]) if has_samples else None,
        tuple(int(size) for size in values.shape[2 if has_samples else 1 :]),
        _kept.setdefault(result, {}).setdefault(info.name, {}),
    )


def steps_of(result: Result, count: int) -> Places:
    """The steps 1..T, under the experiment's own labels where it gives as many."""
    inputs = result.experiment.get("inputs") or {}
    labels = inputs.get("step_labels") if isinstance(inputs, dict) else None
    if isinstance(labels, (list, tuple)) and len(labels) == count:
        return Places("step", count, 1, tuple(str(label) for label in labels))
    return Places("step", count)


def by_blocks(values: Floats, reduce: Callable[[Floats], NDArray[np.float64]]) -> NDArray[np.float64]:
    """A reduction of [step, ...], some steps at a time, so that no large array is copied whole."""
    steps = max(1, BLOCK // max(1, prod(values.shape[1:])))
    parts = [reduce(np.asarray(values[start : start + steps])) for start in range(0, values.shape[0], steps)]
    return np.concatenate(parts) if parts else np.zeros(0)


def sizes_of(values: Floats) -> tuple[float, float]:
    """The smallest and largest magnitude that is finite and not zero; (0, 0) if there is none."""
    low, high = np.inf, 0.0
    steps = max(1, BLOCK // max(1, prod(values.shape[1:])))
    for start in range(0, values.shape[0], steps):
        size = np.abs(np.asarray(values[start : start + steps]))
        size = size[np.isfinite(size) & (size > 0)]
        if size.size:
            low, high = min(low, float(size.min())), max(high, float(size.max()))
    return (low, high) if high else (0.0, 0.0)
