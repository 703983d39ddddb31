"""Numbers as a file holds them: one, nested lists of equal lengths, or a random draw; 'nan' and 'inf' too."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, PlainValidator, ValidationError

from gradview.spec.base import Finite, Seed, Size, Spec
from gradview.spec.problems import Path, did_you_mean, shown, sized, wrong

MAX_AXES = 8
_WORDS = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf, "+inf": math.inf}


class RandomValue(Spec):
    """Standard normal numbers times `scale`, drawn from the stream of (seed, the array's name)."""

    ALWAYS: ClassVar[frozenset[str]] = frozenset({"source"})
    source: Literal["random"] = Field("random", alias="from")
    shape: tuple[Size, ...] = Field((), max_length=MAX_AXES)
    seed: Seed = 0
    scale: Finite = 1.0


Numbers = Any
"""A number, or nested tuples of numbers with one length per level."""


def number(value: Any, path: Path = ()) -> float:
    """One number of a file.

    NaN is always the one object `math.nan`, so that equal experiments compare equal.
    """
    if isinstance(value, str) and value.strip().lower() in _WORDS:
        return _WORDS[value.strip().lower()]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise wrong(f"must be a number (is {shown(value)})", path)
    if isinstance(value, int) and abs(value) > 2**1023:
        raise wrong("must be a number below 1.8e308", path)
    return math.nan if value != value else value


def numbers(value: Any, path: Path = ()) -> Numbers:
    """Nested lists as nested tuples, once every length is right."""
    if not isinstance(value, (list, tuple)):
        return number(value, path)
    if len(path) >= MAX_AXES:
        raise wrong(f"has more than {MAX_AXES} levels of lists", path)
    if not value:
        raise wrong("is an empty list", path)
    parts = tuple(numbers(part, (*path, place)) for place, part in enumerate(value))
    first = shape_of(parts[0])
    for place, part in enumerate(parts):
        if (shape := shape_of(part)) != first:
            raise wrong(f"is {sized(shape)} where the first of its list is {sized(first)}", (*path, place))
    return parts


def shape_of(value: Numbers | RandomValue) -> tuple[int, ...]:
    """The sizes of a value's axes."""
    if isinstance(value, RandomValue):
        return value.shape
    shape: list[int] = []
    while isinstance(value, tuple):
        shape.append(len(value))
        value = value[0]
    return tuple(shape)


def _random(value: Mapping[Any, Any]) -> RandomValue:
    if value.get("from") != "random":
        raise wrong(
            f'must be numbers or {{"from": "random"}} (from is {shown(value.get("from"))})', ("from",)
        )
    try:
        return RandomValue.model_validate(dict(value))
    except ValidationError as error:
        from gradview.spec.wording import problems_of  # it knows specs by this module's types

        first = problems_of(error, RandomValue, value)[0]
        raise wrong(first.message, first.path) from None


def value_or_random(value: Any) -> Numbers | RandomValue:
    """Validate a number, nested lists, or {"from": "random", ...}."""
    if isinstance(value, RandomValue):
        return value
    return _random(value) if isinstance(value, Mapping) else numbers(value)


def value_or_expression(value: Any) -> Numbers | RandomValue | str:
    """Validate the same, or the text of an expression."""
    if isinstance(value, str) and value.strip().lower() not in _WORDS:
        return value
    return value_or_random(value)


def whole_or(*words: str | None, low: int = 1) -> Callable[[Any], Any]:
    """Build a validator of a whole number or one of some words (None is null)."""
    names = [word for word in words if word is not None]
    said = " or ".join([*(f"'{name}'" for name in names), *(["null"] if None in words else [])])

    def check(value: Any) -> Any:
        if (value is None or isinstance(value, str)) and value in words:
            return value
        if isinstance(value, bool) or not isinstance(value, int):
            hint = did_you_mean(value, names) if isinstance(value, str) else ""
            raise wrong(f"must be a whole number, {said} (is {shown(value)}){hint}")
        if value < low:
            raise wrong(f"must be {low} or more (is {shown(value)})")
        if value > 2**62:
            raise wrong(f"is too large ({shown(value)})")
        return value

    return check


Value = Annotated[Any, PlainValidator(value_or_random)]
ValueOrExpression = Annotated[Any, PlainValidator(value_or_expression)]
Array = Annotated[Any, PlainValidator(numbers)]
