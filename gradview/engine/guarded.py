"""Operations that hand nothing back where nothing comes in: going back, zero times infinity is zero.

A sample or a state that the loss does not read gets an exact zero, and so does the side that where, relu or
minimum do not take. TensorFlow multiplies it with the derivative there: `minimum(exp(x), 1)` is NaN where
exp(x) overflows, and 0 is right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf


def _guarded(operation: Callable[..., Any], slopes: Callable[..., tuple[Any, ...]]) -> Callable[..., Any]:
    """Return the operation, going back by selection.

    Parameters
    ----------
    slopes
        slopes(result, *arguments): its derivative by each argument, element by element.
    """

    def with_slopes(*arguments: Any) -> Any:
        result = operation(*arguments)

        def back(upstream: Any) -> Any:
            found = [tf.math.multiply_no_nan(slope, upstream) for slope in slopes(result, *arguments)]
            return found if len(found) > 1 else found[0]

        return result, back

    selected = tf.custom_gradient(with_slopes)

    def broadcast(*arguments: Any) -> Any:
        if len(arguments) > 1 and not all(a.shape == arguments[0].shape for a in arguments):
            shape = tf.broadcast_dynamic_shape(*(tf.shape(a) for a in arguments))
            static = tf.broadcast_static_shape(*(a.shape for a in arguments))
            arguments = tuple(tf.ensure_shape(tf.broadcast_to(a, shape), static) for a in arguments)
        return selected(*arguments)

    return broadcast


def _power_slopes(result: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """By x 0 at 0**0, where TensorFlow's is 0 * 0**-1; by y 0 where x has no logarithm, as TensorFlow's."""
    one = tf.ones_like(x)
    by_x = y * tf.pow(tf.where((x == 0) & (y == 0), one, x), y - 1.0)
    return by_x, result * tf.math.log(tf.where(x > 0, x, one))


GUARDED: dict[Any, Callable[..., Any]] = {
    operation: _guarded(operation, slopes)
    for operation, slopes in (
        (tf.multiply, lambda r, a, b: (b, a)),
        (tf.divide, lambda r, a, b: (1.0 / b, -r / b)),
        (tf.pow, _power_slopes),
        (tf.square, lambda r, a: (2.0 * a,)),
        (tf.exp, lambda r, a: (r,)),
        (tf.math.log, lambda r, a: (1.0 / a,)),
        (tf.sqrt, lambda r, a: (0.5 / r,)),
        (tf.tanh, lambda r, a: (1.0 - r * r,)),
        (tf.sigmoid, lambda r, a: (r * (1.0 - r),)),
        (tf.nn.softplus, lambda r, a: (tf.sigmoid(a),)),
        (tf.sin, lambda r, a: (tf.cos(a),)),
        (tf.cos, lambda r, a: (-tf.sin(a),)),
        (tf.abs, lambda r, a: (tf.sign(a),)),
    )
}
"""What takes the place of TensorFlow's operations."""
