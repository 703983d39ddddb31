"""The loss: one expression over whole stacks, or one number from each step of each sample."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Discriminator, PlainValidator, Tag

from gradview.spec.base import Spec, Text
from gradview.spec.problems import did_you_mean, shown, wrong


class ExpressionLoss(Spec):
    """L, from the stacks [step, sample, ...] of states, y, x and target, and from weights and constants."""

    expression: Text


_EXPECTED = "must be 'all', 'last' or a list of steps"


def _steps(value: Any) -> Any:
    if isinstance(value, str):
        if value in ("all", "last"):
            return value
        raise wrong(f"{_EXPECTED} (is {shown(value)}){did_you_mean(value, ['all', 'last'])}")
    if not isinstance(value, (list, tuple)) or not value:
        raise wrong(f"{_EXPECTED} (is {shown(value) if value != [] else 'empty'})")
    for place, step in enumerate(value):
        if isinstance(step, bool) or not isinstance(step, int):
            raise wrong(f"must be a whole number (is {shown(step)})", (place,))
        if step < 0:
            raise wrong(f"must be 0 or more (is {shown(step)})", (place,))
        if step in value[:place]:
            raise wrong(f"is there twice ({step})", (place,))
    return tuple(value)


class PerStepLoss(Spec):
    """L_t, one number a step and sample; L is their `reduce` over `steps`: "all", "last" or a list."""

    per_step: Text
    steps: Annotated[Any, PlainValidator(_steps)] = "all"
    reduce: Literal["sum", "mean"] = "sum"


def _sort(value: Any) -> str:
    given = value if isinstance(value, Mapping) else getattr(value, "model_fields_set", ())
    return "PerStepLoss" if "per_step" in given and "expression" not in given else "ExpressionLoss"


Loss = Annotated[
    Annotated[ExpressionLoss, Tag("ExpressionLoss")] | Annotated[PerStepLoss, Tag("PerStepLoss")],
    Discriminator(_sort),
]
