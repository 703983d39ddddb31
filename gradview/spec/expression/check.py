"""Names and shapes of an expression, by NumPy's rules of broadcasting. Nothing is evaluated."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from gradview.spec.expression.functions import FUNCTIONS, Function
from gradview.spec.expression.indexing import indexed
from gradview.spec.expression.nodes import (
    Binary,
    Call,
    Compare,
    ExpressionError,
    Index,
    Logic,
    Name,
    Node,
    Number,
    Unary,
    walk,
)

Shape = tuple[int | None, ...]


@dataclass(frozen=True)
class Scope:
    """What an expression may read.

    Parameters
    ----------
    names : mapping of str to Shape
        Every name's shape; None is a size that is not known yet and agrees with every other.
    previous : frozenset of str
        The states that `previous(...)` may name.
    absent : mapping of str to str
        Why a name that could be expected is not there: {"x": "the experiment has no inputs"}.
    """

    names: Mapping[str, Shape]
    previous: frozenset[str] = frozenset()
    absent: Mapping[str, str] = field(default_factory=dict)


def names(node: Node) -> frozenset[str]:
    """Every name that is read, whatever for."""
    return frozenset(part.name for part in walk(node) if isinstance(part, Name))


def check(node: Node, scope: Scope | Mapping[str, Shape]) -> Shape:
    """The shape of the expression's value.

    Raises
    ------
    ExpressionError
        A name is not known, or shapes do not go together; it points at the column.
    """
    return _shape(node, scope if isinstance(scope, Scope) else Scope(scope))


def words(shape: Shape) -> str:
    """A shape as an error shows it: 'a number', '[3, 4]', '[?, 4]'."""
    if not shape:
        return "a number"
    return "[" + ", ".join("?" if size is None else str(size) for size in shape) + "]"


def _shape(node: Node, scope: Scope) -> Shape:
    if isinstance(node, Number):
        return ()
    if isinstance(node, Name):
        return _name(node, scope)
    if isinstance(node, Unary):
        return _shape(node.operand, scope)
    if isinstance(node, Binary):
        left, right = _shape(node.left, scope), _shape(node.right, scope)
        return _matmul(left, right, node.column) if node.op == "@" else broadcast([left, right], node.column)
    if isinstance(node, (Compare, Logic)):
        return broadcast([_shape(operand, scope) for operand in node.operands], node.column)
    if isinstance(node, Index):
        return indexed(_shape(node.value, scope), node)
    if node.function == "previous":
        return _previous(node, scope)
    return _RULES[FUNCTIONS[node.function].rule](node, [_shape(argument, scope) for argument in node.args])


def _name(node: Name, scope: Scope) -> Shape:
    if node.name in scope.names:
        return scope.names[node.name]
    if node.name in scope.absent:
        raise ExpressionError(f"{node.name} is not there: {scope.absent[node.name]}", node.column)
    close = difflib.get_close_matches(node.name, list(scope.names), 1)
    hint = (
        f"; did you mean {close[0]}?" if close else f"; known are {', '.join(sorted(scope.names)) or 'none'}"
    )
    raise ExpressionError(f"{node.name} is not a name here{hint}", node.column)


def _previous(node: Call, scope: Scope) -> Shape:
    (state,) = node.args
    if not isinstance(state, Name) or state.name not in scope.previous:
        there = ", ".join(sorted(scope.previous)) or "none here"
        raise ExpressionError(f"previous() takes the name of a state ({there})", node.column)
    return _name(state, scope)


def broadcast(shapes: Sequence[Shape], column: int) -> Shape:
    """The shape of several values taken element by element."""
    rank = max(len(shape) for shape in shapes)
    result: list[int | None] = []
    for place in range(rank):
        sizes = {s[place - rank + len(s)] for s in shapes if place - rank + len(s) >= 0} - {1}
        known = sizes - {None}
        if len(known) > 1:
            said = " and ".join(words(shape) for shape in shapes)
            raise ExpressionError(f"shapes {said} do not go together", column)
        result.append(known.pop() if known else None if sizes else 1)
    return tuple(result)


def _agree(a: int | None, b: int | None) -> bool:
    return a is None or b is None or a == b


def _matmul(left: Shape, right: Shape, column: int) -> Shape:
    if not left or not right:
        raise ExpressionError("@ takes vectors and matrices, not numbers; write * for a number", column)
    inner = right[-2] if len(right) > 1 else right[0]
    if not _agree(left[-1], inner):
        raise ExpressionError(
            f"{words(left)} @ {words(right)}: the last size on the left must be the "
            f"{'one before last' if len(right) > 1 else 'size'} on the right",
            column,
        )
    rows = left[-2:-1] if len(left) > 1 else ()
    columns = right[-1:] if len(right) > 1 else ()
    lead = broadcast([left[:-2], right[:-2]], column)
    return (*lead, *rows, *columns)


def _each(node: Call, shapes: list[Shape]) -> Shape:
    return broadcast(shapes, node.column)


def axes_of(node: Call, rank: int) -> tuple[int, ...]:
    """The axes that a call names, counted from 0; all where it names none.

    Raises
    ------
    ExpressionError
        There is no such axis, or one is named twice.
    """
    if node.axis is None:
        return tuple(range(rank))
    named = (node.axis,) if isinstance(node.axis, int) else node.axis
    for axis in named:
        if not -rank <= axis < rank:
            count = "no axes" if not rank else f"{rank} ax{'is' if rank == 1 else 'es'}"
            raise ExpressionError(f"axis={axis}: the value has {count}", node.column)
    found = tuple(axis % rank for axis in named)
    if len(set(found)) < len(found):
        raise ExpressionError("an axis is named twice", node.column)
    return found


def _reduce(node: Call, shapes: list[Shape]) -> Shape:
    (shape,) = shapes
    gone = axes_of(node, len(shape))
    if node.function in ("max", "min") and any(shape[axis] == 0 for axis in gone):
        raise ExpressionError(f"{node.function} of nothing: the value is {words(shape)}", node.column)
    return tuple(size for axis, size in enumerate(shape) if axis not in gone)


def _softmax(node: Call, shapes: list[Shape]) -> Shape:
    (shape,) = shapes
    if not shape:
        raise ExpressionError("softmax takes a vector or more axes, not a number", node.column)
    axes_of(node, len(shape))
    return shape


def _concat(node: Call, shapes: list[Shape]) -> Shape:
    first = shapes[0]
    if not all(shape and len(shape) == len(first) for shape in shapes):
        raise ExpressionError(
            f"concat takes values of equally many axes, not {' and '.join(map(words, shapes))}", node.column
        )
    (axis,) = axes_of(node, len(first)) if node.axis is not None else (0,)
    for shape in shapes:
        if not all(
            _agree(a, b) for place, (a, b) in enumerate(zip(first, shape, strict=True)) if place != axis
        ):
            said = " and ".join(map(words, shapes))
            raise ExpressionError(f"{said} differ beside axis {axis} and cannot be joined", node.column)
    sizes = [shape[axis] for shape in shapes]
    joined = None if None in sizes else sum(size for size in sizes if size is not None)
    known = [next((s[p] for s in shapes if s[p] is not None), None) for p in range(len(first))]
    return tuple(joined if place == axis else size for place, size in enumerate(known))


def _stack(node: Call, shapes: list[Shape]) -> Shape:
    first = shapes[0]
    if not all(len(s) == len(first) and all(map(_agree, s, first)) for s in shapes):
        raise ExpressionError(
            f"stack takes equal shapes, not {' and '.join(map(words, shapes))}", node.column
        )
    known = [next((s[p] for s in shapes if s[p] is not None), None) for p in range(len(first))]
    (axis,) = axes_of(node, len(first) + 1) if node.axis is not None else (0,)
    return (*known[:axis], len(shapes), *known[axis:])


def _dot(node: Call, shapes: list[Shape]) -> Shape:
    a, b = shapes
    if not a or not b:
        return a or b
    inner = b[-2] if len(b) > 1 else b[0]
    if not _agree(a[-1], inner):
        raise ExpressionError(f"dot of {words(a)} and {words(b)}: the inner sizes differ", node.column)
    return (*a[:-1], *b[:-2], *(b[-1:] if len(b) > 1 else ()))


def _transpose(node: Call, shapes: list[Shape]) -> Shape:
    return shapes[0][::-1]


_RULES: dict[str, Callable[[Call, list[Shape]], Shape]] = {
    "each": _each,
    "reduce": _reduce,
    "softmax": _softmax,
    "concat": _concat,
    "stack": _stack,
    "dot": _dot,
    "transpose": _transpose,
}
assert {function.rule for function in FUNCTIONS.values()} <= set(_RULES), Function.__doc__
