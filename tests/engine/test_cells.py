"""Every activation in full float64, against its formula in NumPy (TensorFlow's own gelu loses half the
digits)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tensorflow", reason="the engine needs TensorFlow")

import tensorflow as tf

from gradview.engine.cells import ACTIVATIONS

Array = np.ndarray[Any, np.dtype[np.float64]]

ALPHA, SCALE = 1.6732632423543772, 1.0507009873554805
"""SELU's, to all digits (Klambauer et al. 2017)."""


def logistic(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


def softmax(x: Array) -> Array:
    powers = np.exp(x - x.max(-1, keepdims=True))
    shares: Array = powers / powers.sum(-1, keepdims=True)
    return shares


FORMULAS: dict[str, Callable[[Array], Array]] = {
    "linear": lambda x: x,
    "tanh": np.tanh,
    "sigmoid": logistic,
    "relu": lambda x: np.maximum(x, 0),
    "elu": lambda x: np.where(x > 0, x, np.expm1(x)),
    "selu": lambda x: SCALE * np.where(x > 0, x, ALPHA * np.expm1(x)),
    "softplus": lambda x: np.log1p(np.exp(x)),
    "softsign": lambda x: x / (1 + np.abs(x)),
    "exponential": np.exp,
    "gelu": lambda x: x * np.vectorize(math.erfc)(-x / math.sqrt(2)) / 2,
    "silu": lambda x: x * logistic(x),
    "hard_sigmoid": lambda x: np.clip(x / 6 + 0.5, 0, 1),
    "hard_sigmoid_keras2": lambda x: np.clip(0.2 * x + 0.5, 0, 1),
    "softmax": softmax,
}
# Away from every kink: 0, and the ends 2.5 and 3 of the hard sigmoids.
POINTS = np.array([[-8.1, -3.3, -2.7, -1.1, -0.3], [0.05, 0.2, 0.9, 2.2, 4.7]])
UPSTREAM = np.array([[0.3, -1.2, 0.7, 1.9, -0.4], [1.1, 0.6, -0.8, 0.2, 1.3]])


def by_differences(formula: Callable[[Array], Array]) -> Array:
    """d(sum of upstream * f)/dx by central differences of fourth order, good to 1e-12."""
    e, found = 1e-3, np.zeros_like(POINTS)
    for place in np.ndindex(*POINTS.shape):
        unit = np.zeros_like(POINTS)
        unit[place] = e
        near, far = ((formula(POINTS + k * unit) - formula(POINTS - k * unit)) / (2 * k * e) for k in (1, 2))
        found[place] = np.sum(UPSTREAM * (4 * near - far) / 3)
    return found


def test_every_activation_has_a_formula_here() -> None:
    assert set(ACTIVATIONS) == set(FORMULAS)


@pytest.mark.parametrize("name", sorted(FORMULAS))
def test_value_has_every_digit_of_float64(name: str) -> None:
    ours = ACTIVATIONS[name](tf.constant(POINTS)).numpy()
    np.testing.assert_allclose(ours, FORMULAS[name](POINTS), rtol=2e-14, atol=0)


@pytest.mark.parametrize("name", sorted(FORMULAS))
def test_derivative_has_every_digit_of_float64(name: str) -> None:
    x = tf.constant(POINTS)
    with tf.GradientTape() as tape:
        tape.watch(x)
        projected = tf.reduce_sum(UPSTREAM * ACTIVATIONS[name](x))
    ours = tape.gradient(projected, x).numpy()
    np.testing.assert_allclose(ours, by_differences(FORMULAS[name]), rtol=3e-11, atol=3e-11)


def test_tensorflows_own_gelu_would_not_pass() -> None:
    theirs = tf.nn.gelu(tf.constant(POINTS), approximate=False).numpy()
    assert np.abs(theirs - FORMULAS["gelu"](POINTS)).max() > 1e-10
