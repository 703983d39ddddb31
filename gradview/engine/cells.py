"""The recurrent cells' equations, in Keras's weights and gate order (i f c o; z r h). METHODS: LSTM, GRU."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import tensorflow as tf

Activation = Callable[[Any], Any]


def _gelu(x: Any) -> Any:
    """The exact one. (TensorFlow's own takes a constant through float32: in float64 it is wrong by 1e-8; and
    1 + erf has no digits left where x is far below zero, erfc has all.)"""
    return 0.5 * x * tf.math.erfc(x * tf.constant(-math.sqrt(0.5), x.dtype))


ACTIVATIONS: dict[str, Activation] = {
    "linear": tf.identity,
    "tanh": tf.tanh,
    "sigmoid": tf.sigmoid,
    "relu": tf.nn.relu,
    "elu": tf.nn.elu,
    "selu": tf.nn.selu,
    "softplus": tf.nn.softplus,
    "softsign": tf.nn.softsign,
    "exponential": tf.exp,
    "gelu": _gelu,
    "silu": tf.nn.silu,
    "hard_sigmoid": lambda x: tf.nn.relu6(x + 3.0) / 6.0,
    "hard_sigmoid_keras2": lambda x: tf.clip_by_value(0.2 * x + 0.5, 0.0, 1.0),
    "softmax": tf.nn.softmax,
}
"""Keras 3's activations by name; `hard_sigmoid_keras2` is the older slope of 0.2."""


def simple_rnn(x: Any, h: Any, kernel: Any, recurrent_kernel: Any, bias: Any, activation: Activation) -> Any:
    """h_t = activation(x W + h U + b), all [B, H]."""
    return activation(x @ kernel + h @ recurrent_kernel + bias)


def gru(
    x: Any,
    h: Any,
    kernel: Any,
    recurrent_kernel: Any,
    bias: Any,
    activation: Activation,
    recurrent_activation: Activation,
    reset_after: bool,
) -> Any:
    """h_t = z h + (1 - z) n; kernel [D, 3H], bias [2, 3H] when the reset gate acts after the product, else
    [3H]."""
    if reset_after:
        xz, xr, xn = tf.split(x @ kernel + bias[0], 3, -1)
        hz, hr, hn = tf.split(h @ recurrent_kernel + bias[1], 3, -1)
        z = recurrent_activation(xz + hz)
        r = recurrent_activation(xr + hr)
        n = activation(xn + r * hn)
    else:
        units = recurrent_kernel.shape[0]
        xz, xr, xn = tf.split(x @ kernel + bias, 3, -1)
        hz, hr = tf.split(h @ recurrent_kernel[:, : 2 * units], 2, -1)
        z = recurrent_activation(xz + hz)
        r = recurrent_activation(xr + hr)
        n = activation(xn + (r * h) @ recurrent_kernel[:, 2 * units :])
    return z * h + (1.0 - z) * n


def lstm_cell_state(
    x: Any,
    h: Any,
    c: Any,
    kernel: Any,
    recurrent_kernel: Any,
    bias: Any,
    activation: Activation,
    recurrent_activation: Activation,
) -> tuple[Any, Any]:
    """c_t = f c + i g, and the output gate o; kernel [D, 4H]. h_t = o activation(c_t) is the caller's."""
    i, f, g, o = tf.split(x @ kernel + h @ recurrent_kernel + bias, 4, -1)
    new_c = recurrent_activation(f) * c + recurrent_activation(i) * activation(g)
    return new_c, recurrent_activation(o)
