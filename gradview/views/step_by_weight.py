"""Step × weight: how each step's output answers to each weight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gradview.results.reduce import norm
from gradview.views.arrays import Floats, found, steps_of
from gradview.views.cells_picture import CellsPicture
from gradview.views.choice import Choice
from gradview.views.drawn import Cells
from gradview.views.limits import limits, scales
from gradview.views.picture import Place
from gradview.views.places import Places
from gradview.views.presence import Codes, value_text
from gradview.views.view import View

if TYPE_CHECKING:
    from gradview.results.names import ArrayInfo
    from gradview.results.result import Result

KIND = "outputs_by_weights"
COLUMN_STEPS = ("from_step", "from_input_step")
SMALL = 12
"""Up to so many rows and columns the numbers stand in the cells."""


@dataclass(frozen=True)
class Columns:
    """Columns of one weight: numbers [step, column], codes alike or None, a name for each column."""

    values: Floats
    structure: Codes | None
    names: tuple[str, ...]
    signed: bool


class StepByWeight(View):
    """A table of step by weight; lower-triangular for a weight that each step has its own of."""

    name = "step-by-weight"
    label = "Step × weight"
    tip = "The gradient of each step's output by each weight"
    measure = KIND
    picture_type = CellsPicture

    @classmethod
    def reason(cls, result: Result) -> str | None:
        """Why there is no table."""
        return None if found(result, KIND) else "This run did not measure step by weight."

    @classmethod
    def offers(cls, result: Result, wishes: Mapping[str, Any]) -> tuple[Choice, ...]:
        """Which weight, its norm or its entries, on which scale."""
        infos = found(result, KIND)
        names = [str(info.state) for info in infos]
        options = (
            [("", "all"), *((name, name) for name in names)] if len(names) > 1 else [(names[0], names[0])]
        )
        weight = Choice("weight", "Weight", "One weight, or all side by side", tuple(options), options[0][0])
        chosen = _chosen(infos, weight.settle(wishes.get("weight")))
        offers = [weight]
        signed = all(_is_scalar(result, info) for info in chosen)
        if not signed:
            ways = (("norm", "norm"), ("each", "each, signed"))
            tip = "The norm over a weight's entries, or every entry with its sign"
            entries = Choice("entries", "Entries", tip, ways, "norm")
            signed = entries.settle(wishes.get("entries")) == "each"
            offers.append(entries)
        return (*offers, scales(wishes.get("scale"), signed=signed))

    @classmethod
    def resolve(cls, result: Result, choices: Mapping[str, Any]) -> Cells:
        """The columns of the chosen weights, side by side."""
        infos = _chosen(found(result, KIND), choices["weight"])
        each = choices.get("entries", "each") == "each"
        parts = [_columns(result, info, each) for info in infos]
        signed = all(part.signed for part in parts)
        values = np.concatenate([part.values if signed else np.abs(part.values) for part in parts], axis=1)
        names = tuple(name for part in parts for name in part.names)
        rows = steps_of(result, values.shape[0])
        scale, low, high = limits(values, choices["scale"], signed=signed)
        of = infos[0].state if len(infos) == 1 else "w"
        symbol = f"d(sum of y_t)/d{of}" if signed else f"|d(sum of y_t)/d{of}|"
        by = str(of) if len(infos) == 1 else "every weight"
        return Cells(
            f"Gradient of each step's output by {by}" + ("" if signed else ", norm over its entries"),
            f"{symbol}, {f'{scale.kind} scale' if high else 'zero everywhere'}",
            rows,
            Places("weight", len(names), 0, names),
            values,
            _structure(parts),
            None,
            scale,
            low,
            high,
            symbol,
            down=True,
            steps="row",
            numbers=values.shape[0] <= SMALL and values.shape[1] <= SMALL,
        )

    @classmethod
    def describe(cls, drawn: Cells, place: Place) -> str:
        """Step, weight and value."""
        step, column = place
        values, codes = drawn.part(slice(step, step + 1), slice(column, column + 1))
        text = value_text(float(values[0, 0]), int(codes[0, 0]))
        return (
            f"output of step {drawn.rows.text(step)}   by {drawn.columns.text(column)}   {drawn.bar} {text}"
        )

    @classmethod
    def here(cls, drawn: Cells, step: int, unit: int) -> Place:
        """The cursor's step, first weight that it has a path to."""
        return min(step, drawn.rows.count - 1), 0


def _chosen(infos: tuple[ArrayInfo, ...], weight: str) -> list[ArrayInfo]:
    return [info for info in infos if weight in ("", info.state)]


def _by_step(info: ArrayInfo) -> bool:
    """Whether each step has its own copy of this weight."""
    return len(info.dims) > 1 and info.dims[1] in COLUMN_STEPS


def _is_scalar(result: Result, info: ArrayInfo) -> bool:
    return bool(result[info.name].ndim == (2 if _by_step(info) else 1))


def _columns(result: Result, info: ArrayInfo, each: bool) -> Columns:
    """A weight's columns: its steps where each step has its own, and its entries or their norm."""
    values, structure = result[info.name], result.structure(info.name)
    steps = int(values.shape[0])
    groups = (
        [f"{info.state}[{at}]" for at in range(1, values.shape[1] + 1)]
        if _by_step(info)
        else [str(info.state)]
    )
    shape = values.shape[2:] if _by_step(info) else values.shape[1:]
    table = values.reshape(steps, len(groups), -1)
    if each and shape:
        tails = [f"[{','.join(map(str, at))}]" for at in np.ndindex(*shape)]
        names = tuple(group + tail for group in groups for tail in tails)
        repeated = len(tails)
    else:
        names, repeated = tuple(groups), 1
        table = table if not shape else norm(table, (2,))[:, :, None]
    codes = None
    if structure is not None:
        codes = np.broadcast_to(structure.reshape(steps, -1), (steps, len(groups))).repeat(repeated, axis=1)
    return Columns(table.reshape(steps, -1), codes, names, each or not shape)


def _structure(parts: list[Columns]) -> Codes | None:
    if all(part.structure is None for part in parts):
        return None
    codes = [
        np.zeros(part.values.shape, np.uint8) if part.structure is None else part.structure for part in parts
    ]
    return np.concatenate(codes, axis=1)
