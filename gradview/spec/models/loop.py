"""A loop of expressions: named states, weights and constants, and what a step does to them, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Discriminator, Field, PlainValidator, Tag

from gradview.spec.base import Flag, Size, Spec, Text
from gradview.spec.names import Name
from gradview.spec.values import Value, ValueOrExpression, whole_or


class State(Spec):
    """What is carried from step to step; `initial` is numbers, a random draw or an expression (a str)."""

    name: Name
    initial: ValueOrExpression


class Constant(Spec):
    """Numbers that expressions use and that get no gradient."""

    name: Name
    value: Value


class LoopWeight(Spec):
    """Numbers that get a gradient; `per_step`: each step has its own copy, along the value's first axis."""

    name: Name
    per_step: Flag = False
    value: Value


class Update(Spec):
    """A line that computes a state anew."""

    state: Name
    expression: Text


class Let(Spec):
    """A line that names a part result of the step."""

    let: Name
    expression: Text


def _line(value: Any) -> str:
    given = value if isinstance(value, Mapping) else getattr(value, "model_fields_set", ())
    return "Let" if "let" in given and "state" not in given else "Update"


Line = Annotated[Annotated[Update, Tag("Update")] | Annotated[Let, Tag("Let")], Discriminator(_line)]


class Loop(Spec):
    """s_t = f(t, s_{t-1}, x_t, W, w_t) for t = 1..steps.

    `samples` is None (no sample axis anywhere), a number, or "inputs" (as many as x has); with samples,
    expressions are written for one.
    """

    ALWAYS: ClassVar[frozenset[str]] = frozenset({"kind"})
    kind: Literal["loop"] = "loop"
    steps: Size
    samples: Annotated[Any, PlainValidator(whole_or("inputs", None))] = None
    states: tuple[State, ...] = Field(min_length=1)
    constants: tuple[Constant, ...] = ()
    weights: tuple[LoopWeight, ...] = ()
    updates: tuple[Line, ...] = ()
    output: Text | None = None
