"""What `value[...]` does to a shape, with constant indices only."""

from __future__ import annotations

from types import EllipsisType

from gradview.spec.expression.nodes import ExpressionError, Index, IndexItem, Slice

Sizes = tuple[int | None, ...]


def expanded(items: tuple[IndexItem, ...], rank: int, column: int) -> list[int | Slice]:
    """One item for each axis: `...` and what is left out become whole slices.

    Raises
    ------
    ExpressionError
        There are more indices than axes, or two `...`.
    """
    count = sum(not isinstance(item, EllipsisType) for item in items)
    if len(items) - count > 1:
        raise ExpressionError("only one ... may stand in an index", column)
    if count > rank:
        axes = "a number" if not rank else f"only {rank} ax{'is' if rank == 1 else 'es'}"
        raise ExpressionError(f"{count} indices, but the value has {axes}", column)
    whole: list[int | Slice] = [Slice(None, None, None)] * (rank - count)
    result: list[int | Slice] = []
    for item in items:
        if isinstance(item, EllipsisType):
            result += whole
        else:
            result.append(item)
    return result if len(result) == rank else result + whole


def indexed(shape: Sizes, node: Index) -> Sizes:
    """The shape of `value[items]`.

    Raises
    ------
    ExpressionError
        An index lies outside; it says the size.
    """
    result: list[int | None] = []
    for axis, (item, size) in enumerate(
        zip(expanded(node.items, len(shape), node.column), shape, strict=True)
    ):
        if isinstance(item, int):
            if size is not None and not -size <= item < size:
                raise ExpressionError(
                    f"index {item} is outside axis {axis}, which has {size} (0 to {size - 1})", node.column
                )
        else:
            result.append(_length(item, size, node.column))
    return tuple(result)


def _length(item: Slice, size: int | None, column: int) -> int | None:
    if item.step == 0:
        raise ExpressionError("a slice's step must not be 0", column)
    return None if size is None else len(range(*item.as_slice().indices(size)))
