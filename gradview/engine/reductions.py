"""Reductions over axes whose derivatives TensorFlow gets wrong or leaves NaN, and the plain ones beside
them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf


def norm(a: Any, axes: list[int]) -> Any:
    """Root of the sum of squares; its derivative at zero is 0, where tf.norm's is NaN.

    Divided by the largest first: squares of what is small or large leave float32 long before the norm does.
    """
    largest = tf.reduce_max(tf.abs(tf.stop_gradient(a)), axes, keepdims=True)
    scale = tf.where((largest > 0) & tf.math.is_finite(largest), largest, tf.ones_like(largest))
    squares = tf.reduce_sum(tf.square(a / scale), axes)
    positive = squares > 0
    # both sides are replaced: NaN in the branch not taken would come back through the gradient
    root = tf.sqrt(tf.where(positive, squares, tf.ones_like(squares)))
    return tf.where(positive, root, squares) * tf.squeeze(scale, axes)


def prod(a: Any, axes: list[int]) -> Any:
    """Product by halves: TensorFlow's own derivative goes through cumprod, which is wrong at a zero (TF
    2.21)."""
    for axis in sorted(axes, reverse=True):
        a = _prod_over(a, axis)
    return a


def _prod_over(a: Any, axis: int) -> Any:
    size = a.shape[axis]
    moved = tf.transpose(a, [axis, *(i for i in range(a.shape.rank) if i != axis)])
    if size is None:
        return tf.foldl(tf.multiply, moved, tf.ones_like(moved[0]))
    if not size:
        return tf.reduce_prod(moved, 0)
    while moved.shape[0] > 1:
        half = moved.shape[0] // 2
        moved = tf.concat([moved[:half] * moved[half : 2 * half], moved[2 * half :]], 0)
    return moved[0]


REDUCTIONS: dict[str, Callable[[Any, list[int]], Any]] = {
    "sum": tf.reduce_sum,
    "mean": tf.reduce_mean,
    "max": tf.reduce_max,
    "min": tf.reduce_min,
    "logsumexp": tf.reduce_logsumexp,
    "norm": norm,
    "prod": prod,
}
