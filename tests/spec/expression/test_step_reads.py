"""Which steps an expression over whole stacks reads: never fewer than those that move its value."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradview.spec.expression.check import check
from gradview.spec.expression.grammar import parse
from gradview.spec.expression.nodes import Call, Compare, ExpressionError, Logic, Node, children, walk
from gradview.spec.expression.paths import Read, reads, step_reads
from tests.spec.expression.drawn import expressions
from tests.spec.expression.numpy_values import value

STEPS = 4
SHAPES = {"h": (STEPS, 3), "s": (STEPS,), "v": (3,), "k": ()}
STACKS = {"h": STEPS, "s": STEPS}
RANKS = {name: len(shape) for name, shape in SHAPES.items()}
NUMBERS = {
    name: np.random.default_rng(place).normal(size=shape)
    for place, (name, shape) in enumerate(SHAPES.items())
}


def said(text: str) -> dict[str, list[int]]:
    found = step_reads(parse(text), STACKS, RANKS)
    return {name: np.flatnonzero(mask).tolist() for name, mask in found.items() if mask.any()}


def moving(node: Node) -> dict[str, list[int]]:
    """Which steps, moved a little, move the value: a probe that knows nothing of the tree."""
    found: dict[str, list[int]] = {}
    here = np.asarray(value(node, NUMBERS))
    for name in STACKS:
        for step in range(STEPS):
            for size in (1e-3, -0.7):
                moved = {**NUMBERS, name: NUMBERS[name].copy()}
                moved[name][step] += size
                if not np.array_equal(here, np.asarray(value(node, moved)), equal_nan=True):
                    found.setdefault(name, []).append(step)
                    break
    return found


def without_closed_parts(node: Node) -> bool:
    """Whether everything in it has a path, so that what moves it must be read."""
    closed = ("sign", "where", "stop_gradient")
    return not any(
        isinstance(part, (Compare, Logic)) or (isinstance(part, Call) and part.function in closed)
        for part in walk(node)
    )


@settings(max_examples=500)
@given(expressions(list(SHAPES)))
def test_what_moves_the_value_is_read(text: str) -> None:
    node = parse(text)
    try:
        check(node, SHAPES)
    except ExpressionError:
        return
    if not without_closed_parts(node):
        return
    found = step_reads(node, STACKS, RANKS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, steps in moving(node).items():
            read = found.get(name, np.zeros(STEPS, bool))
            assert read[steps].all(), f"{text}: {name} at {steps}"


@settings(max_examples=200)
@given(expressions(list(SHAPES)), st.booleans())
def test_without_ranks_no_less_is_read(text: str, loss: bool) -> None:
    node = parse(text)
    try:
        check(node, SHAPES)
    except ExpressionError:
        return
    with_ranks = step_reads(node, STACKS, RANKS)
    for name, mask in step_reads(node, STACKS).items():
        known: Any = with_ranks.get(name, np.zeros(STEPS, bool))
        assert not (known & ~mask).any(), text


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("sum(h[-1])", {"h": [3]}),
        ("sum(h[1:3])", {"h": [1, 2]}),
        ("sum(h[::-2])", {"h": [1, 3]}),
        ("sum(h[0]) + s[2]", {"h": [0], "s": [2]}),
        ("sum((h - v)[-1])", {"h": [3]}),
        ("sum(tanh(h)[1])", {"h": [1]}),
        ("sum(h, axis=1)[0]", {"h": [0]}),
        ("mean(h, axis=0)[0]", {"h": [0, 1, 2, 3]}),
        ("sum(h[..., 0])", {"h": [0, 1, 2, 3]}),
        ("sum(h[2, 1])", {"h": [2]}),
        ("sum(h[:, 1])", {"h": [0, 1, 2, 3]}),
        ("sum(h[1:][0])", {"h": [1]}),
        ("sum((h @ v)[2])", {"h": [2]}),
        ("max(s)", {"s": [0, 1, 2, 3]}),
        ("k * 2", {}),
        ("sum(h[0:0])", {}),
        ("s[0] < s[1]", {}),
        ("sign(s[0])", {}),
        ("stop_gradient(s[0]) * s[1]", {"s": [1]}),
        ("where(s[0] > 0, s[1], s[2])", {"s": [1, 2]}),
        ("maximum(s[0], s[1])", {"s": [0, 1]}),
        ("clip(s[0], s[1], s[2])", {"s": [0, 1, 2]}),
        ("not s[0]", {}),
    ],
)
def test_steps_that_are_read(text: str, steps: dict[str, list[int]]) -> None:
    assert said(text) == steps


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("h + previous(s)", {Read("h"), Read("s", True)}),
        ("where(h > 0, s, k)", {Read("s"), Read("k")}),
        ("stop_gradient(h) * s", {Read("s")}),
        ("sign(h) + abs(s)", {Read("s")}),
        ("h and s", set()),
        ("0 * h", {Read("h")}),
    ],
)
def test_names_with_a_path(text: str, names: set[Read]) -> None:
    assert reads(parse(text)) == names


def test_children_are_all_there() -> None:
    node = parse("where(a < b, c[0] + -d, concat(e, f))")
    assert len(children(node)) == 3
