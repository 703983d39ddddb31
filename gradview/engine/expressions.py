"""Expressions of FORMATS 2 as TensorFlow operations, for one evaluation or for a whole batch of them at once.

An expression is written for one sample. A `Value` with a batch carries many samples on its first axis, and
every operation here works on the axes behind it: no mapping over samples is needed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import tensorflow as tf

from gradview.engine import reductions
from gradview.engine.guarded import GUARDED
from gradview.engine.loop_model import Stops
from gradview.spec.expression.nodes import (
    Binary,
    Call,
    Compare,
    Index,
    Logic,
    Name,
    Node,
    Number,
    Slice,
    Unary,
)


class Value(NamedTuple):
    """A tensor, [sample, ...] if `batched`, else [...]."""

    tensor: Any
    batched: bool = False

    @property
    def rank(self) -> int:
        """Axes behind the batch axis."""
        return int(self.tensor.shape.rank) - self.batched


Note = Callable[[str, list[Value], list[int]], None]


@dataclass(frozen=True)
class Env:
    """What names mean in one evaluation."""

    names: Mapping[str, Value]
    dtype: Any
    previous: Mapping[str, Value] = field(default_factory=dict)
    stops: Stops = field(default_factory=Stops)
    note: Note | None = None
    """Told of every call: the function, its arguments, and the axes that it goes over."""


def evaluate(node: Node, env: Env) -> Value:
    """Return the value of an expression that `spec.expression.check` has accepted."""
    if isinstance(node, Number):
        return Value(tf.constant(node.value, env.dtype))
    if isinstance(node, Name):
        return env.names[node.name]
    if isinstance(node, Unary):
        operand = evaluate(node.operand, env)
        return Value(-operand.tensor, operand.batched) if node.op == "-" else operand
    if isinstance(node, Binary):
        return _binary(node, env)
    if isinstance(node, (Compare, Logic)):
        return _truth(node, env)
    if isinstance(node, Index):
        return _index(node, evaluate(node.value, env))
    return _call(node, env)


def with_batch(value: Value, size: Any) -> Any:
    """Return the tensor with a batch axis, repeating a value that has none."""
    if value.batched:
        return value.tensor
    return tf.broadcast_to(value.tensor[None], tf.concat([[size], tf.shape(value.tensor)], 0))


def _binary(node: Binary, env: Env) -> Value:
    left, right = evaluate(node.left, env), evaluate(node.right, env)
    if node.op == "@":
        return _matmul(left, right)
    if node.op == "**":
        return _power(left, right, node.right)
    operation: Callable[..., Any] = {
        "+": tf.add,
        "-": tf.subtract,
        "*": tf.multiply,
        "/": tf.divide,
    }[node.op]
    return _each(operation, left, right)


def _power(left: Value, right: Value, exponent: Node) -> Value:
    if isinstance(exponent, Number):
        # x**0 has the derivative 0 * x**-1 in TensorFlow: NaN at zero
        if exponent.value == 0:
            return Value(tf.ones_like(left.tensor), left.batched)
        if exponent.value == 2:
            return _each(tf.square, left)
    return _each(tf.pow, left, right)


def _each(operation: Callable[..., Any], *values: Value) -> Value:
    """Apply an operation element by element, broadcasting the axes behind the batch."""
    operation = GUARDED.get(operation, operation)
    if not any(v.batched for v in values):
        return Value(operation(*(v.tensor for v in values)))
    rank = max(v.rank for v in values)
    return Value(operation(*(raised(v, rank) for v in values)), True)


def raised(value: Value, rank: int) -> Any:
    """Give a batched value `rank` axes behind the batch axis, so that it broadcasts from the right."""
    tensor = value.tensor
    if value.batched:
        for _ in range(rank - value.rank):
            tensor = tf.expand_dims(tensor, 1)
    return tensor


def _truth(node: Compare | Logic, env: Env) -> Value:
    values = [evaluate(operand, env) for operand in node.operands]
    cast = functools.partial(tf.cast, dtype=env.dtype)
    if isinstance(node, Logic):
        flags = [Value(v.tensor != 0, v.batched) for v in values]
        operation = {"and": tf.logical_and, "or": tf.logical_or, "not": tf.logical_not}[node.op]
        result = (
            _each(operation, *flags)
            if node.op == "not"
            else functools.reduce(lambda a, b: _each(operation, a, b), flags)
        )
    else:
        pairs = [
            _each(_COMPARISONS[op], a, b) for op, a, b in zip(node.ops, values, values[1:], strict=False)
        ]
        result = functools.reduce(lambda a, b: _each(tf.logical_and, a, b), pairs)
    return Value(cast(result.tensor), result.batched)


_COMPARISONS: dict[str, Callable[..., Any]] = {
    "<": tf.less,
    "<=": tf.less_equal,
    ">": tf.greater,
    ">=": tf.greater_equal,
    "==": tf.equal,
    "!=": tf.not_equal,
}


def _index(node: Index, value: Value) -> Value:
    items = [item.as_slice() if isinstance(item, Slice) else item for item in node.items]
    return Value(value.tensor[tuple([slice(None)] * value.batched + items)], value.batched)


def _matmul(left: Value, right: Value) -> Value:
    """NumPy's `@`: a vector is a row on the left and a column on the right."""
    if left.batched and left.rank == 1 and not right.batched and right.rank == 2:
        return Value(left.tensor @ right.tensor, True)
    a = Value(left.tensor[..., None, :], left.batched) if left.rank == 1 else left
    b = Value(right.tensor[..., :, None], right.batched) if right.rank == 1 else right
    product = _each(tf.matmul, a, b)
    tensor = product.tensor
    if right.rank == 1:
        tensor = tf.squeeze(tensor, -1)
    if left.rank == 1:
        tensor = tf.squeeze(tensor, -2 if right.rank > 1 else -1)
    return Value(tensor, product.batched)


def _dot(left: Value, right: Value) -> Value:
    """NumPy's `dot`: over the last axis of a and the last but one (or only) axis of b."""
    if not left.rank or not right.rank:
        return _each(tf.multiply, left, right)
    letters = iter("abcdefghijklmnop")
    a = "".join(next(letters) for _ in range(left.rank - 1))
    b = "".join(next(letters) for _ in range(max(right.rank - 2, 0)))
    last = next(letters) if right.rank > 1 else ""
    batched = left.batched or right.batched
    first, second = "Z" * left.batched, "Z" * right.batched
    equation = f"{first}{a}k,{second}{b}k{last}->{'Z' * batched}{a}{b}{last}".replace("k", "z")
    return Value(tf.einsum(equation, left.tensor, right.tensor), batched)


def _axes(value: Value, axis: int | tuple[int, ...] | None) -> list[int]:
    chosen = range(value.rank) if axis is None else (axis,) if isinstance(axis, int) else axis
    return [a % value.rank + value.batched for a in chosen]


def _join(node: Call, values: list[Value]) -> Value:
    batched = next((v for v in values if v.batched), None)
    tensors = [v.tensor for v in values]
    if batched is not None:
        size = tf.shape(batched.tensor)[0]
        tensors = [with_batch(v, size) for v in values]
    rank = values[0].rank + (node.function == "stack")
    axis = (node.axis if isinstance(node.axis, int) else 0) % rank + (batched is not None)
    join = tf.stack if node.function == "stack" else tf.concat
    return Value(join(tensors, axis), batched is not None)


def _call(node: Call, env: Env) -> Value:
    if node.function == "previous":
        (state,) = node.args
        assert isinstance(state, Name)
        return env.previous[state.name]
    values = [evaluate(argument, env) for argument in node.args]
    first = values[0]
    if env.note is not None:
        reduces = node.function in reductions.REDUCTIONS
        env.note(node.function, values, _axes(first, node.axis) if reduces else [])
    if node.function in _EACH:
        return _each(_EACH[node.function], *values)
    if node.function in reductions.REDUCTIONS:
        return Value(
            reductions.REDUCTIONS[node.function](first.tensor, _axes(first, node.axis)), first.batched
        )
    if node.function in ("concat", "stack"):
        return _join(node, values)
    if node.function == "dot":
        return _dot(*values)
    if node.function == "softmax":
        axis = _axes(first, -1 if node.axis is None else node.axis)[0]
        return Value(tf.nn.softmax(first.tensor, axis), first.batched)
    if node.function == "transpose":
        order = [0] * first.batched + [a + first.batched for a in reversed(range(first.rank))]
        return Value(tf.transpose(first.tensor, order), first.batched)
    assert node.function == "stop_gradient", node.function
    return Value(env.stops(first.tensor), first.batched)


_EACH: dict[str, Callable[..., Any]] = {
    "tanh": tf.tanh,
    "sigmoid": tf.sigmoid,
    "relu": tf.nn.relu,
    "softplus": tf.nn.softplus,
    "exp": tf.exp,
    "log": tf.math.log,
    "sqrt": tf.sqrt,
    "abs": tf.abs,
    "sign": tf.sign,
    "square": tf.square,
    "sin": tf.sin,
    "cos": tf.cos,
    "minimum": tf.minimum,
    "maximum": tf.maximum,
    "clip": lambda a, low, high: tf.maximum(tf.minimum(a, high), low),
    "where": lambda condition, a, b: tf.where(condition != 0, a, b),
}
