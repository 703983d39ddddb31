"""A tree's value by NumPy's own rules: what FORMATS 2 means, apart from the engine and from `check`."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np

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

BINARY = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "**": np.power, "@": np.matmul,
}  # fmt: skip
COMPARE = {
    "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal, "==": np.equal,
    "!=": np.not_equal,
}  # fmt: skip
LOGIC = {"and": np.logical_and, "or": np.logical_or}
EACH = {
    "tanh": np.tanh, "sigmoid": lambda a: 1 / (1 + np.exp(-a)), "relu": lambda a: np.maximum(a, 0),
    "softplus": lambda a: np.logaddexp(0, a), "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "abs": np.abs,
    "sign": np.sign, "square": np.square, "sin": np.sin, "cos": np.cos, "minimum": np.minimum,
    "maximum": np.maximum, "where": lambda c, a, b: np.where(c != 0, a, b), "stop_gradient": np.asarray,
    "clip": lambda a, low, high: np.maximum(np.minimum(a, high), low), "dot": np.dot,
    "transpose": np.transpose,
}  # fmt: skip
REDUCE = {
    "sum": np.sum, "mean": np.mean, "max": np.max, "min": np.min, "prod": np.prod,
    "norm": lambda a, axis: np.sqrt(np.sum(np.square(a), axis)),
    "logsumexp": lambda a, axis: np.log(np.sum(np.exp(a), axis)),
}  # fmt: skip


def value(node: Node, names: Mapping[str, Any]) -> Any:
    """The value; whatever NumPy raises where shapes do not go together."""
    if isinstance(node, Number):
        return np.float64(node.value)
    if isinstance(node, Name):
        return names[node.name]
    if isinstance(node, Unary):
        operand = value(node.operand, names)
        return -operand if node.op == "-" else +operand
    if isinstance(node, Binary):
        return BINARY[node.op](value(node.left, names), value(node.right, names))
    if isinstance(node, Index):
        key = tuple(item.as_slice() if isinstance(item, Slice) else item for item in node.items)
        return np.asarray(value(node.value, names))[key]
    if isinstance(node, (Compare, Logic)):
        return truth(node, [value(operand, names) for operand in node.operands])
    return called(node, [value(argument, names) for argument in node.args])


def truth(node: Compare | Logic, operands: list[Any]) -> Any:
    if isinstance(node, Logic):
        flags = [np.not_equal(operand, 0) for operand in operands]
        result = np.logical_not(flags[0]) if node.op == "not" else functools.reduce(LOGIC[node.op], flags)
    else:
        pairs = [COMPARE[op](a, b) for op, a, b in zip(node.ops, operands, operands[1:], strict=False)]
        result = functools.reduce(np.logical_and, pairs)
    return np.asarray(result, np.float64)


def called(node: Call, arguments: list[Any]) -> Any:
    if node.function in EACH:
        return EACH[node.function](*arguments)
    along_one = node.function == "softmax" or (node.axis is not None and node.function != "stack")
    if along_one and not np.ndim(arguments[0]):
        raise ValueError("a number has no axes")  # NumPy lets axis 0 of a number pass
    if node.function in REDUCE:
        return REDUCE[node.function](np.asarray(arguments[0]), axis=node.axis)
    axis = 0 if node.axis is None else node.axis
    if node.function == "concat":
        return np.concatenate(arguments, axis)
    if node.function == "stack":
        return np.stack(arguments, axis)
    assert node.function == "softmax"
    a = np.asarray(arguments[0])
    powers = np.exp(a - np.max(a, -1 if node.axis is None else node.axis, keepdims=True))
    return powers / np.sum(powers, -1 if node.axis is None else node.axis, keepdims=True)
