"""Values of a file as float64 arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradview.spec.data.streams import stream
from gradview.spec.models.loop import Loop
from gradview.spec.values import RandomValue

Array = NDArray[np.float64]


def array_of(value: Any, name: str) -> Array:
    """A number, nested tuples or a random draw as an array; `name` names the random stream."""
    if isinstance(value, RandomValue):
        return np.asarray(stream(value.seed, name).standard_normal(value.shape) * value.scale)
    return np.asarray(value, dtype=np.float64)


def constants(loop: Loop) -> dict[str, Array]:
    """The loop's constants by name."""
    return {constant.name: array_of(constant.value, constant.name) for constant in loop.constants}


def initial_numbers(loop: Loop) -> dict[str, Array]:
    """The initial states that are given as numbers, of one sample; those given by an expression are left out.

    Their shapes may still have to be broadcast to the state's: 0 may stand for a vector of zeros.
    """
    return {
        state.name: array_of(state.initial, state.name)
        for state in loop.states
        if not isinstance(state.initial, str)
    }
