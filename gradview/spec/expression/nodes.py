"""The tree of an expression: frozen nodes, each with the column (0-based) that an error about it points
at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import EllipsisType


class ExpressionError(ValueError):
    """What is wrong with an expression.

    Parameters
    ----------
    message : str
        What is wrong and what is allowed instead.
    column : int
        Where, 0-based; at most the length of the text.
    """

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.column = column

    def __str__(self) -> str:
        return f"{self.message} (column {self.column + 1})"


@dataclass(frozen=True)
class Number:
    """A constant."""

    value: float
    column: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Name:
    """A state, weight, constant, input, let, or one of t, x, y, target, mask."""

    name: str
    column: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Unary:
    """`-operand` or `+operand`."""

    op: str
    operand: Node
    column: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Binary:
    """`left op right`, op one of + - * / ** @; the column is the operator's."""

    op: str
    left: Node
    right: Node
    column: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Compare:
    """`a < b <= c`: 1.0 where every pair of neighbours holds, else 0.0. Carries no gradient."""

    ops: tuple[str, ...]
    operands: tuple[Node, ...]
    column: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Logic:
    """`and`, `or`, `not`, element by element: what is not zero counts as true; 1.0 or 0.0. Carries no
    gradient."""

    op: str
    operands: tuple[Node, ...]
    column: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Slice:
    """`start:stop:step`, each a constant whole number or absent."""

    start: int | None
    stop: int | None
    step: int | None

    def as_slice(self) -> slice:
        """The same as Python's own slice."""
        return slice(self.start, self.stop, self.step)


IndexItem = int | Slice | EllipsisType


@dataclass(frozen=True)
class Index:
    """`value[items]`; the column is the bracket's."""

    value: Node
    items: tuple[IndexItem, ...]
    column: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Call:
    """`function(args, axis=axis)`; `axis` is None where it is not written.

    The list of `concat([a, b])` and `stack([a, b])` is flattened: args are (a, b).
    """

    function: str
    args: tuple[Node, ...]
    axis: int | tuple[int, ...] | None = None
    column: int = field(compare=False, default=0)


Node = Number | Name | Unary | Binary | Compare | Logic | Index | Call


def children(node: Node) -> tuple[Node, ...]:
    """The nodes right below, in the order written."""
    if isinstance(node, Unary):
        return (node.operand,)
    if isinstance(node, Binary):
        return (node.left, node.right)
    if isinstance(node, (Compare, Logic)):
        return node.operands
    if isinstance(node, Index):
        return (node.value,)
    if isinstance(node, Call):
        return node.args
    return ()


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(children(current)))
