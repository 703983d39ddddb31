"""Keras's initializers by our own formulas, so that a seed gives one model in every precision."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Shape = tuple[int, ...]
_CUT_NORMAL_DEVIATION = 0.87962566103423978  # of a unit normal cut at two deviations


def initialize(name: str, shape: Shape, random: np.random.Generator) -> Array:
    """Draw a weight.

    Parameters
    ----------
    name
        One of Keras's names, see `models.recurrent.INITIALIZERS`.
    shape
        [in, out]; `orthogonal` and `identity` need two axes.
    random
        The weight's own stream.
    """
    return _DRAW[name](shape, random)


def fans(shape: Shape) -> tuple[int, int]:
    """Fan-in and fan-out as Keras counts them for vectors and matrices."""
    return (shape[0], shape[0]) if len(shape) == 1 else (shape[0], shape[1])


def _uniform(variance: Callable[[int, int], float]) -> Callable[[Shape, np.random.Generator], Array]:
    def draw(shape: Shape, random: np.random.Generator) -> Array:
        limit = math.sqrt(3.0 * variance(*fans(shape)))
        return random.uniform(-limit, limit, shape)

    return draw


def _normal(variance: Callable[[int, int], float]) -> Callable[[Shape, np.random.Generator], Array]:
    def draw(shape: Shape, random: np.random.Generator) -> Array:
        return _cut_normal(shape, random) * (math.sqrt(variance(*fans(shape))) / _CUT_NORMAL_DEVIATION)

    return draw


def _cut_normal(shape: Shape, random: np.random.Generator) -> Array:
    """Unit normal numbers between -2 and 2; those outside are drawn again."""
    drawn = random.standard_normal(shape)
    while (outside := np.abs(drawn) > 2.0).any():
        drawn[outside] = random.standard_normal(int(outside.sum()))
    return drawn


def _orthogonal(shape: Shape, random: np.random.Generator) -> Array:
    """Rows or columns, whichever are fewer, orthonormal; uniform over such matrices."""
    rows, columns = shape
    q, r = np.linalg.qr(random.standard_normal((max(shape), min(shape))))
    q = q * np.where(np.diagonal(r) < 0, -1.0, 1.0)
    return np.ascontiguousarray(q.T if rows < columns else q)


def _glorot(fan_in: int, fan_out: int) -> float:
    return 2.0 / (fan_in + fan_out)


def _he(fan_in: int, fan_out: int) -> float:
    return 2.0 / fan_in


def _lecun(fan_in: int, fan_out: int) -> float:
    return 1.0 / fan_in


_DRAW: dict[str, Callable[[Shape, np.random.Generator], Array]] = {
    "zeros": lambda shape, random: np.zeros(shape),
    "ones": lambda shape, random: np.ones(shape),
    "constant": lambda shape, random: np.zeros(shape),  # Keras's default constant is 0
    "glorot_uniform": _uniform(_glorot),
    "glorot_normal": _normal(_glorot),
    "he_uniform": _uniform(_he),
    "he_normal": _normal(_he),
    "lecun_uniform": _uniform(_lecun),
    "lecun_normal": _normal(_lecun),
    "random_normal": lambda shape, random: 0.05 * random.standard_normal(shape),
    "random_uniform": lambda shape, random: random.uniform(-0.05, 0.05, shape),
    "orthogonal": _orthogonal,
    "identity": lambda shape, random: np.eye(shape[0], shape[1]),
}
