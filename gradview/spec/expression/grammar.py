"""From text to tree: a whitelist over Python's `ast`. Knows the functions, but neither names nor shapes."""

from __future__ import annotations

import ast
import difflib
from bisect import bisect_left

from gradview.spec.expression.functions import FUNCTIONS
from gradview.spec.expression.nodes import (
    Binary,
    Call,
    Compare,
    ExpressionError,
    Index,
    IndexItem,
    Logic,
    Name,
    Node,
    Number,
    Slice,
    Unary,
    children,
    walk,
)
from gradview.spec.expression.tokens import MAX_CHARACTERS, MAX_DEPTH, TOO_DEEP, Token, as_ascii, tokens

__all__ = [
    "MAX_CHARACTERS",
    "MAX_DEPTH",
    "MAX_NODES",
    "Binary",
    "Call",
    "Compare",
    "ExpressionError",
    "Index",
    "IndexItem",
    "Logic",
    "Name",
    "Node",
    "Number",
    "Slice",
    "Unary",
    "children",
    "parse",
    "walk",
]

MAX_NODES = 2_000
TOO_LARGE = f"too large: more than {MAX_NODES} names, numbers and operators"
_LARGEST_INDEX = 2**31 - 1
_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
    ast.MatMult: "@",
}
_UNARY: dict[type[ast.unaryop], str] = {ast.UAdd: "+", ast.USub: "-"}
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


def parse(text: str) -> Node:
    """The tree of an expression.

    Raises
    ------
    ExpressionError
        For anything outside the language; nothing else is raised, whatever the text.
    """
    plain = as_ascii(text)
    found = tokens(plain)
    start = found[0].column
    if len(found) > 2 * MAX_NODES:
        raise ExpressionError(TOO_LARGE, found[2 * MAX_NODES].column)
    try:
        tree = ast.parse(plain[start:].rstrip(), mode="eval").body
    except (RecursionError, MemoryError):  # a long sum nests to the left, in Python's tree as in ours
        raise ExpressionError(TOO_DEEP, start) from None
    except SyntaxError as error:
        column = start + max((error.offset or 1) - 1, 0)
        raise ExpressionError(
            "cannot be read from here on; is a sign missing?", min(column, len(text))
        ) from None
    return _Reader(start, found).read(tree)


class _Reader:
    """Turns Python's tree into ours, node by node."""

    def __init__(self, start: int, found: list[Token]) -> None:
        self._start = start
        self._found = found
        self._columns = [token.column for token in found]
        self._nodes = 0

    def read(self, tree: ast.expr, depth: int = 1) -> Node:
        column = self._column(tree)
        self._nodes += 1
        if depth > MAX_DEPTH:
            raise ExpressionError(TOO_DEEP, column)
        if self._nodes > MAX_NODES:
            raise ExpressionError(TOO_LARGE, column)
        if isinstance(tree, ast.Constant):
            return self._constant(tree, column)
        if isinstance(tree, ast.Name):
            return self._name(tree, column)
        if isinstance(tree, ast.UnaryOp):
            return self._unary(tree, column, depth)
        if isinstance(tree, ast.BinOp):
            op = _BINARY[type(tree.op)]
            sign = self._sign_after(tree.left, op)
            return Binary(op, self.read(tree.left, depth + 1), self.read(tree.right, depth + 1), sign)
        if isinstance(tree, ast.BoolOp):
            operands = tuple(self.read(value, depth + 1) for value in tree.values)
            return Logic("and" if isinstance(tree.op, ast.And) else "or", operands, column)
        if isinstance(tree, ast.Compare):
            ops = tuple(_COMPARE[type(op)] for op in tree.ops)
            sign = self._sign_after(tree.left, ops[0])
            return Compare(ops, tuple(self.read(v, depth + 1) for v in (tree.left, *tree.comparators)), sign)
        if isinstance(tree, ast.Subscript):
            return self._index(tree, depth)
        if isinstance(tree, ast.Call):
            return self._call(tree, column, depth)
        if isinstance(tree, (ast.List, ast.Tuple)):
            raise ExpressionError("a list is allowed only inside concat and stack: concat([a, b])", column)
        raise ExpressionError("not allowed here", column)

    def _column(self, tree: ast.expr) -> int:
        return self._start + tree.col_offset

    def _sign_after(self, tree: ast.expr, text: str) -> int:
        """Column of the first `text` after a value; Python's tree keeps no place of operators."""
        assert tree.end_col_offset is not None
        place = bisect_left(self._columns, self._start + tree.end_col_offset)
        return next(token.column for token in self._found[place:] if token.text == text)

    def _constant(self, tree: ast.Constant, column: int) -> Node:
        if isinstance(tree.value, bool) or not isinstance(tree.value, (int, float)):
            raise ExpressionError("'...' is allowed only inside an index: h[..., 0]", column)
        return Number(float(tree.value), column)

    def _name(self, tree: ast.Name, column: int) -> Node:
        if tree.id in FUNCTIONS:
            raise ExpressionError(f"{tree.id} is a function: write {FUNCTIONS[tree.id].signature}", column)
        return Name(tree.id, column)

    def _unary(self, tree: ast.UnaryOp, column: int, depth: int) -> Node:
        operand = self.read(tree.operand, depth + 1)
        if isinstance(tree.op, ast.Not):
            return Logic("not", (operand,), column)
        return Unary(_UNARY[type(tree.op)], operand, column)

    def _index(self, tree: ast.Subscript, depth: int) -> Node:
        column = self._sign_after(tree.value, "[")
        parts = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
        items = tuple(self._item(part, column) for part in parts)
        if sum(item is ... for item in items) > 1:
            raise ExpressionError("'...' is allowed only once in an index", column)
        return Index(self.read(tree.value, depth + 1), items, column)

    def _item(self, tree: ast.expr, column: int) -> IndexItem:
        if isinstance(tree, ast.Slice):
            start, stop, step = (
                None if part is None else self._whole(part, "a slice")
                for part in (tree.lower, tree.upper, tree.step)
            )
            if step == 0:
                raise ExpressionError("the step of a slice cannot be 0", column)
            return Slice(start, stop, step)
        if isinstance(tree, ast.Constant) and tree.value is ...:
            return ...
        return self._whole(tree, "an index")

    def _whole(self, tree: ast.expr, what: str) -> int:
        """A constant whole number, with or without signs."""
        sign = 1
        value = tree
        while isinstance(value, ast.UnaryOp) and isinstance(value.op, (ast.UAdd, ast.USub)):
            sign = -sign if isinstance(value.op, ast.USub) else sign
            value = value.operand
        if not isinstance(value, ast.Constant) or type(value.value) is not int:
            raise ExpressionError(
                f"{what} must be of constant whole numbers, such as -1 or 0:5", self._column(tree)
            )
        if value.value > _LARGEST_INDEX:
            raise ExpressionError(f"{what} can be {_LARGEST_INDEX} at most", self._column(tree))
        return sign * value.value

    def _call(self, tree: ast.Call, column: int, depth: int) -> Node:
        if not isinstance(tree.func, ast.Name):
            raise ExpressionError("only the functions of the list can be called, such as tanh(h)", column)
        name = tree.func.id
        if name not in FUNCTIONS:
            raise ExpressionError(_unknown(name), column)
        args = self._arguments(tree, name, column)
        call = Call(name, tuple(self.read(arg, depth + 1) for arg in args), self._axis(tree, name), column)
        if name == "previous" and not isinstance(call.args[0], Name):
            raise ExpressionError("previous takes the name of a state: previous(h)", column)
        return call

    def _arguments(self, tree: ast.Call, name: str, column: int) -> list[ast.expr]:
        function = FUNCTIONS[name]
        args = tree.args
        if function.many and len(args) == 1 and isinstance(args[0], (ast.List, ast.Tuple)):
            args = args[0].elts
        for arg in args:
            if isinstance(arg, ast.Starred):
                raise ExpressionError("'*' needs a value on its left", self._column(arg))
        least, most = function.arity
        if len(args) < least or (most is not None and len(args) > most):
            wanted = f"{least} or more arguments" if most is None else f"{least} argument{'s' * (least != 1)}"
            raise ExpressionError(f"{name} takes {wanted}, not {len(args)}: {function.signature}", column)
        return args

    def _axis(self, tree: ast.Call, name: str) -> int | tuple[int, ...] | None:
        function = FUNCTIONS[name]
        axis: int | tuple[int, ...] | None = None
        for word in tree.keywords:
            column = self._start + word.col_offset
            if word.arg != "axis" or not function.has_axis:
                allowed = "only axis= is" if function.has_axis else f"{name} has none"
                raise ExpressionError(f"'{word.arg or '**'}' is not allowed as a keyword: {allowed}", column)
            if axis is not None:
                raise ExpressionError("axis is given twice", column)
            if isinstance(word.value, ast.Tuple) and function.many_axes and word.value.elts:
                axis = tuple(self._whole(part, "axis") for part in word.value.elts)
            else:
                axis = self._whole(word.value, "axis")
        return axis


def _unknown(name: str) -> str:
    close = difflib.get_close_matches(name, FUNCTIONS, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(sorted(FUNCTIONS))}"
    return f"{name} is not a function: {hint}"
