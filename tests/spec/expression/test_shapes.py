"""The shape that `check` foresees is NumPy's, and it refuses what NumPy refuses."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from gradview.spec.expression.check import check
from gradview.spec.expression.grammar import parse
from gradview.spec.expression.nodes import ExpressionError
from tests.spec.expression.drawn import SHAPES, expressions
from tests.spec.expression.numpy_values import value

VALUES: dict[str, Any] = {
    name: np.random.default_rng(place).normal(size=shape)
    for place, (name, shape) in enumerate(SHAPES.items())
}


def foreseen(text: str) -> tuple[int, ...] | None:
    try:
        return tuple(int(size or 0) for size in check(parse(text), SHAPES))
    except ExpressionError:
        return None


def numpys(text: str) -> tuple[int, ...] | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numbers do not matter here, and some overflow
        try:
            return tuple(np.shape(value(parse(text), VALUES)))
        except (ValueError, IndexError, TypeError):  # AxisError is two of them
            return None


@settings(max_examples=600)
@given(expressions(list(SHAPES)))
def test_shape_is_numpys(text: str) -> None:
    assert foreseen(text) == numpys(text), text


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("k", ()),
        ("a + 1", (4,)),
        ("b + a", (3, 4)),
        ("c @ m", (2, 3, 3)),
        ("b @ a", (3,)),
        ("a @ m", (3,)),
        ("a @ a", ()),
        ("sum(c, axis=(0, 2))", (3,)),
        ("mean(c)", ()),
        ("concat(b, b, axis=-1)", (3, 8)),
        ("concat([b, b])", (6, 4)),
        ("stack(a, a, axis=1)", (4, 2)),
        ("dot(c, m)", (2, 3, 3)),
        ("transpose(c)", (4, 3, 2)),
        ("c[..., 0]", (2, 3)),
        ("c[-1, ::2]", (2, 4)),
        ("a[1:1]", (0,)),
        ("a < b", (3, 4)),
        ("where(a > 0, b, 1)", (3, 4)),
    ],
)
def test_shape_of(text: str, shape: tuple[int, ...]) -> None:
    assert foreseen(text) == shape == numpys(text)


@pytest.mark.parametrize(
    ("text", "said", "column"),
    [
        ("a + m", "shapes [4] and [4, 3] do not go together", 2),
        ("b @ b", "[3, 4] @ [3, 4]: the last size on the left must be the one before last on the right", 2),
        ("k @ a", "@ takes vectors and matrices, not numbers; write * for a number", 2),
        ("sum(a, axis=1)", "axis=1: the value has 1 axis", 0),
        ("sum(b, axis=(0, 0))", "an axis is named twice", 0),
        ("softmax(k)", "softmax takes a vector or more axes, not a number", 0),
        ("z + a", "z is not a name here; known are a, b, c, k, m, o", 0),
        ("previous(a)", "previous() takes the name of a state (none here)", 0),
    ],
)
def test_what_does_not_go_together_is_said_at_its_column(text: str, said: str, column: int) -> None:
    with pytest.raises(ExpressionError) as caught:
        check(parse(text), SHAPES)
    assert (caught.value.message, caught.value.column) == (said, column)
