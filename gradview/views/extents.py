"""How many steps, samples and units a result has to move over."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gradview.results.result import Result


def extents(result: Result) -> tuple[int, int, int]:
    """(steps, samples, units): the most of each in any array; 1 where there is none."""
    steps = samples = units = 1
    for name in result:
        dims, shape = result.info(name).dims, result[name].shape
        for dim, size in zip(dims, shape, strict=False):
            if dim in ("step", "input_step"):
                steps = max(steps, size)
            elif dim == "sample":
                samples = max(samples, size)
        own = [size for dim, size in zip(dims, shape, strict=False) if dim.startswith(("unit:", "feature:"))]
        units = max(units, prod(own))
    return steps, samples, units
