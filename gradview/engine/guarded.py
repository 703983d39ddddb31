"""Operations that hand nothing back where nothing comes in: going back, zero times infinity is zero.

where, relu, minimum and their like hand an exact zero to the side that they do not take. TensorFlow
multiplies it with that side's derivative: `minimum(exp(x), 1)` is NaN where exp(x) overflows, and 0 is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import tensorflow as tf

from gradview.spec.expression.nodes import Call, Node, walk

SELECTING = frozenset({"where", "relu", "minimum", "maximum", "clip", "max", "min"})
"""Functions that take one of their arguments and leave the others."""


def selects(nodes: Iterable[Node]) -> bool:
    """Whether an expression calls a function that leaves an argument aside."""
    return any(isinstance(part, Call) and part.function in SELECTING for node in nodes for part in walk(node))


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


def power(x: Any, y: Any) -> Any:
    """x**y; its derivative by x at 0**0 is 0, where TensorFlow's is 0 * 0**-1."""
    zeros = (x == 0) & (y == 0)
    return tf.pow(tf.where(zeros, tf.ones_like(x), x), y)


GUARDED: dict[Any, Callable[..., Any]] = {
    tf.multiply: _guarded(tf.multiply, lambda r, a, b: (b, a)),
    tf.divide: _guarded(tf.divide, lambda r, a, b: (1.0 / b, -r / b)),
    tf.exp: _guarded(tf.exp, lambda r, a: (r,)),
    tf.math.log: _guarded(tf.math.log, lambda r, a: (1.0 / a,)),
    tf.sqrt: _guarded(tf.sqrt, lambda r, a: (0.5 / r,)),
    tf.square: _guarded(tf.square, lambda r, a: (2.0 * a,)),
}
"""What takes the place of TensorFlow's operations."""
