"""What the loop is fed with, x_t: drawn, written out, from a file or an example; and what comes along."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, PlainValidator

from gradview.spec.base import Finite, Seed, Size, Spec, Text
from gradview.spec.problems import shown, wrong
from gradview.spec.values import Array, Value, value_or_random


def _initial(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise wrong(f'must be an object by state name, such as {{"h": [[0, 0]]}} (is {shown(value)})')
    states = {}
    for name, part in value.items():
        if isinstance(part, dict) and "shared" in part:
            raise wrong(
                "this version cannot share one initial state; write [sample, unit]", (str(name), "shared")
            )
        try:
            states[str(name)] = value_or_random(part)
        except ValueError as error:
            inner: Any = error
            raise wrong(inner.context["message"], (str(name), *inner.context["path"])) from None
    return states


def _labels(value: Any) -> Any:
    """A column's name, or a list of texts; numbers are taken as written."""
    if isinstance(value, str):
        return value
    if not isinstance(value, (list, tuple)):
        raise wrong(f"must be a list, or the name of a csv column (is {shown(value)})")
    for place, label in enumerate(value):
        if isinstance(label, bool) or not isinstance(label, (str, int, float)):
            raise wrong(f"must be a text or a number (is {shown(label)})", (place,))
    return tuple(value)


class _Inputs(Spec):
    """What inputs of every kind may carry.

    `target` is [step, sample, ...] as x is; `initial` the states s_0 by name, [sample, unit].
    """

    ALWAYS: ClassVar[frozenset[str]] = frozenset({"source"})
    target: Value | None = None
    initial: Annotated[dict[str, Any], PlainValidator(_initial)] = Field(default_factory=dict)
    step_labels: Annotated[Any, PlainValidator(_labels)] = None
    feature_names: tuple[Text, ...] | None = None


class RandomInputs(_Inputs):
    """Standard normal numbers times `scale`; one seed, one set of numbers.

    `features` None: x is [step] for each sample. A loop's own steps hold where `steps` is not given.
    """

    source: Literal["random"] = Field("random", alias="from")
    seed: Seed = 0
    steps: Size = 10
    samples: Size | None = None
    features: Size | None = None
    scale: Finite = 1.0


class ValueInputs(_Inputs):
    """x written out, [step, sample, feature], or [step, ...] for a loop without samples."""

    source: Literal["values"] = Field("values", alias="from")
    x: Array


class Window(Spec):
    """Windows cut from one long series: each is a sample, its target at each step lies `ahead` rows later."""

    length: Size
    stride: Size = 1
    ahead: Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)] = 1


class FileInputs(_Inputs):
    """x read from an .npz (`key`), .npy or .csv file; `layout` names the file's axes in its own order."""

    source: Literal["file"] = Field("file", alias="from")
    path: Text = Field(min_length=1)
    key: Text | None = None
    layout: Text | None = None
    target_key: Text | None = None
    columns: tuple[Text, ...] | None = Field(None, min_length=1)
    target_columns: tuple[Text, ...] | None = Field(None, min_length=1)
    window: Window | None = None


class ExampleInputs(_Inputs):
    """The inputs of a bundled example."""

    source: Literal["example"] = Field("example", alias="from")
    name: Text


Inputs = Annotated[RandomInputs | ValueInputs | FileInputs | ExampleInputs, Field(discriminator="source")]
