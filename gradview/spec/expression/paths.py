"""What an expression reads with a gradient path: decided from what is written, never from values.

A comparison, `sign`, the condition of `where` and `stop_gradient` have no path; `max` and the branches of
`where` do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gradview.spec.expression.functions import FUNCTIONS
from gradview.spec.expression.indexing import expanded
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
    children,
)

Mask = NDArray[np.bool_]


class Read(NamedTuple):
    """One name that is read with a path; `previous`: as the step began."""

    name: str
    previous: bool = False


def reads(node: Node) -> frozenset[Read]:
    """Every name that is read with a gradient path."""
    if isinstance(node, Name):
        return frozenset([Read(node.name)])
    if isinstance(node, Call) and node.function == "previous":
        return frozenset(Read(part.name, True) for part in node.args if isinstance(part, Name))
    return frozenset(read for part in _with_path(node) for read in reads(part))


def _with_path(node: Node) -> tuple[Node, ...]:
    """The parts of a node that a gradient reaches."""
    if isinstance(node, (Compare, Logic)):
        return ()
    if isinstance(node, Call):
        closed = FUNCTIONS[node.function].no_path
        return tuple(part for place, part in enumerate(node.args) if place not in closed)
    return children(node)


def step_reads(
    node: Node, steps: Mapping[str, int], ranks: Mapping[str, int] | None = None
) -> dict[str, Mask]:
    """Which steps of each stacked name an expression over whole stacks reads with a path.

    Constant indices and slices on the step axis count, also through operations element by element, as in
    `(y - target)[-1]`; anything else counts as reading every step of what it is given.

    Parameters
    ----------
    steps
        The stacked names, with the length of their first axis.
    ranks
        How many axes each name has. Without it an index counts only right behind a name.

    Returns
    -------
    [step] by name, for each name that is read at all.
    """
    return _traced(node, steps, ranks or {}).all()


@dataclass
class _Trace:
    """What a part of the expression reads.

    `rows` follow the part's first axis: entry i is the step that row i reads. `masks` hold for the whole of
    it.
    """

    rank: int | None
    rows: dict[str, list[NDArray[np.intp]]] = field(default_factory=dict)
    masks: dict[str, Mask] = field(default_factory=dict)
    steps: Mapping[str, int] = field(default_factory=dict)

    def all(self) -> dict[str, Mask]:
        """Every step that is read by any row."""
        found = {name: mask.copy() for name, mask in self.masks.items()}
        for name, several in self.rows.items():
            mask = found.setdefault(name, np.zeros(self.steps[name], bool))
            for row in several:
                mask[row] = True
        return found

    def loose(self, rank: int | None) -> _Trace:
        """The same where rows no longer lie along the first axis."""
        return _Trace(rank, {}, self.all(), self.steps)


def _traced(node: Node, steps: Mapping[str, int], ranks: Mapping[str, int]) -> _Trace:
    if isinstance(node, Number):
        return _Trace(0, steps=steps)
    if isinstance(node, Name):
        rows = {node.name: [np.arange(steps[node.name])]} if node.name in steps else {}
        return _Trace(ranks.get(node.name), rows, steps=steps)
    if isinstance(node, Unary):
        return _traced(node.operand, steps, ranks)
    parts = [_traced(part, steps, ranks) for part in children(node)]
    open_parts = [id(part) for part in _with_path(node)]
    for part, trace in zip(children(node), parts, strict=True):
        if id(part) not in open_parts:
            trace.rows, trace.masks = {}, {}
    if isinstance(node, Index):
        return _indexed(node, parts[0])
    if isinstance(node, Binary) and node.op == "@":
        return _product(*parts)
    if isinstance(node, Call) and FUNCTIONS[node.function].rule != "each":
        return _called(node, parts)
    return _joined(parts)


def _joined(parts: list[_Trace]) -> _Trace:
    """Several parts element by element: rows stay where a part has all the axes of the result."""
    known = [part.rank for part in parts if part.rank is not None]
    rank = max(known) if len(known) == len(parts) else None
    if len(parts) == 1:
        return parts[0]
    lengths = {len(row) for part in parts for several in part.rows.values() for row in several}
    result = _Trace(rank, steps=parts[0].steps)
    for part in parts:
        # a first axis of length 1 is repeated, and a part with fewer axes lies along a later axis
        keeps = rank is not None and part.rank == rank and len(lengths) == 1 and lengths != {1}
        _add(result, part if keeps else part.loose(part.rank))
    return result


def _add(result: _Trace, part: _Trace) -> None:
    for name, several in part.rows.items():
        result.rows.setdefault(name, []).extend(several)
    for name, mask in part.masks.items():
        result.masks[name] = result.masks[name] | mask if name in result.masks else mask


def _indexed(node: Index, value: _Trace) -> _Trace:
    items = node.items
    if value.rank is not None:
        try:
            items = tuple(expanded(node.items, value.rank, node.column))
        except ExpressionError:
            return value.loose(None)
    first = items[0]
    rank = None if value.rank is None else value.rank - sum(isinstance(item, int) for item in items)
    if first is Ellipsis:
        return value.loose(rank)
    key = slice(first, first + 1 or None) if isinstance(first, int) else first.as_slice()
    picked = _Trace(rank, steps=value.steps, masks=value.masks)
    picked.rows = {name: [row[key] for row in several] for name, several in value.rows.items()}
    return picked.loose(rank) if isinstance(first, int) else picked


def _product(left: _Trace, right: _Trace) -> _Trace:
    """`@`: a matrix or more on the left keeps its first axis beside a vector or matrix without steps."""
    plain = right.rank in (1, 2) and not right.rows and not right.masks
    if plain and left.rank is not None and left.rank >= 2 and right.rank is not None:
        return _Trace(left.rank + right.rank - 2, left.rows, left.masks, left.steps)
    result = _Trace(None, steps=left.steps)
    for part in (left, right):
        _add(result, part.loose(None))
    return result


def _called(node: Call, parts: list[_Trace]) -> _Trace:
    rule, first = FUNCTIONS[node.function].rule, parts[0]
    rank: int | None
    if rule in ("reduce", "softmax") and first.rank:
        axes = _axes(node, first.rank, rule)
        rank = first.rank - (len(axes) if rule == "reduce" else 0)
        return first.loose(rank) if 0 in axes else _Trace(rank, first.rows, first.masks, first.steps)
    rank = first.rank if rule == "transpose" else 0 if rule == "reduce" and node.axis is None else None
    result = _Trace(rank, steps=first.steps)
    for part in parts:
        _add(result, part.loose(None))
    return result


def _axes(node: Call, rank: int, rule: str) -> set[int]:
    if node.axis is None:
        return set(range(rank)) if rule == "reduce" else {rank - 1}
    named: Iterable[int] = (node.axis,) if isinstance(node.axis, int) else node.axis
    return {axis % rank for axis in named}
