"""Expressions evaluated eagerly for one sample: the plain reading of FORMATS 2, not the engine's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tensorflow as tf

from gradview.spec.expression.grammar import parse
from gradview.spec.expression.nodes import Binary, Call, Compare, Index, Logic, Name, Number, Slice, Unary

ELEMENTWISE = {
    "tanh": tf.tanh, "sigmoid": tf.sigmoid, "relu": tf.nn.relu, "softplus": tf.math.softplus, "exp": tf.exp,
    "log": tf.math.log, "sqrt": tf.sqrt, "abs": tf.abs, "sign": tf.sign, "square": lambda a: a * a,
    "sin": tf.sin, "cos": tf.cos, "minimum": tf.minimum, "maximum": tf.maximum,
    "stop_gradient": tf.stop_gradient,
}  # fmt: skip
REDUCING = {"sum": tf.reduce_sum, "mean": tf.reduce_mean, "max": tf.reduce_max, "min": tf.reduce_min}
COMPARING = {"<": tf.less, "<=": tf.less_equal, ">": tf.greater, ">=": tf.greater_equal, "==": tf.equal,
             "!=": tf.not_equal}  # fmt: skip


def eager(text: str, names: Mapping[str, Any], previous: Mapping[str, Any] | None = None) -> Any:
    """The value of an expression, float64."""
    return _value(parse(text), names, previous or {})


def _value(node: Any, names: Any, previous: Any) -> Any:
    def of(part: Any) -> Any:
        return _value(part, names, previous)

    if isinstance(node, Number):
        return tf.constant(node.value, tf.float64)
    if isinstance(node, Name):
        return names[node.name]
    if isinstance(node, Unary):
        return -of(node.operand) if node.op == "-" else of(node.operand)
    if isinstance(node, Binary):
        return _binary(node.op, of(node.left), of(node.right))
    if isinstance(node, Index):
        return of(node.value)[tuple(i.as_slice() if isinstance(i, Slice) else i for i in node.items)]
    if isinstance(node, Compare):
        values = [of(part) for part in node.operands]
        holds = [COMPARING[op](a, b) for op, a, b in zip(node.ops, values, values[1:], strict=False)]
        result = holds[0]
        for more in holds[1:]:
            result = tf.logical_and(result, more)
        return tf.cast(result, tf.float64)
    if isinstance(node, Logic):
        flags = [of(part) != 0 for part in node.operands]
        if node.op == "not":
            return tf.cast(tf.logical_not(flags[0]), tf.float64)
        result = flags[0]
        for more in flags[1:]:
            result = tf.logical_and(result, more) if node.op == "and" else tf.logical_or(result, more)
        return tf.cast(result, tf.float64)
    assert isinstance(node, Call)
    if node.function == "previous":
        return previous[node.args[0].name]
    return _call(node.function, [of(part) for part in node.args], node.axis)


def _binary(op: str, a: Any, b: Any) -> Any:
    if op == "@":
        return tf.tensordot(a, b, [[-1 % a.shape.rank], [max(b.shape.rank - 2, 0)]])
    return {"+": a + b, "-": a - b, "*": a * b, "/": a / b}[op] if op != "**" else a**b


def _call(function: str, values: list[Any], axis: Any) -> Any:
    first = values[0]
    if function in ELEMENTWISE:
        return ELEMENTWISE[function](*values)
    if function in REDUCING:
        return REDUCING[function](first, axis)
    if function == "norm":
        return tf.sqrt(tf.reduce_sum(first * first, axis))
    if function == "prod":
        assert axis is None
        result = tf.constant(1.0, tf.float64)
        for part in tf.unstack(tf.reshape(first, [-1])):
            result *= part
        return result
    if function == "logsumexp":
        return tf.math.log(tf.reduce_sum(tf.exp(first), axis))
    if function == "where":
        return tf.where(first != 0, values[1], values[2])
    if function == "clip":
        return tf.minimum(tf.maximum(first, values[1]), values[2])
    if function == "concat":
        return tf.concat(values, axis or 0)
    if function == "stack":
        return tf.stack(values, axis or 0)
    if function == "dot":
        return tf.tensordot(first, values[1], 1)
    if function == "softmax":
        weights = tf.exp(first)
        return weights / tf.reduce_sum(weights, -1 if axis is None else axis, keepdims=True)
    assert function == "transpose", function
    return tf.transpose(first)
