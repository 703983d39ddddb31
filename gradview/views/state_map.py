"""State map: every unit of a state at every step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gradview.views.arrays import Laid, found, laid, steps_of
from gradview.views.cells_picture import CellsPicture
from gradview.views.choice import Choice
from gradview.views.drawn import Cells
from gradview.views.limits import limits, scales
from gradview.views.picture import Place
from gradview.views.places import Places
from gradview.views.presence import value_text
from gradview.views.view import View

if TYPE_CHECKING:
    from gradview.results.result import Result

KINDS = {
    "total": "total gradient",
    "direct": "direct gradient",
    "through_time": "through time",
    "same_step": "same step",
    "value": "value",
    "inputs": "gradient by the input",
}

TITLES = {
    "total": "Total gradient of the loss by",
    "direct": "Direct gradient of the loss by",
    "through_time": "Gradient that comes back from the next step to",
    "same_step": "Gradient that comes through later states of the same step to",
    "value": "Value of",
    "inputs": "Gradient of the loss by the input",
}
SYMBOLS = {
    "total": "dL/d{0}_t",
    "direct": "direct dL/d{0}_t",
    "through_time": "through time dL/d{0}_t",
    "same_step": "same step dL/d{0}_t",
    "value": "{0}_t",
    "inputs": "dL/d{0}_t",
}


class StateMap(View):
    """A map of step by unit, for one sample or the norm over samples."""

    name = "state-map"
    label = "State map"
    tip = "The gradient of the loss by each unit of a state at each step, with its sign"
    picture_type = CellsPicture

    @classmethod
    def reason(cls, result: Result) -> str | None:
        """Why there is no map."""
        return None if found(result, *KINDS) else "This run did not measure its states."

    @classmethod
    def offers(cls, result: Result, wishes: Mapping[str, Any]) -> tuple[Choice, ...]:
        """What, of which state, of which samples, on which scale."""
        infos = found(result, *KINDS)
        kinds = tuple(
            (kind, words) for kind, words in KINDS.items() if any(info.kind == kind for info in infos)
        )
        show = Choice("show", "Show", "Which array of the state", kinds, kinds[0][0])
        kind = show.settle(wishes.get("show"))
        states = tuple((str(info.state), str(info.state)) for info in infos if info.kind == kind)
        what = "Input" if kind == "inputs" else "State"
        state = Choice("state", what, "Which state, or input", states, states[0][0])
        chosen = state.settle(wishes.get("state"))
        array = laid(result, next(info for info in infos if info.kind == kind and info.state == chosen))
        offers = [show, state]
        norms = False
        if (array.samples or 1) > 1:
            ways = (("one", "one"), ("norm", f"norm over {array.samples}"))
            samples = Choice(
                "samples", "Samples", "A single sample with its signs, or the norm over all", ways, "one"
            )
            norms = samples.settle(wishes.get("samples")) == "norm"
            offers.append(samples)
            if not norms:
                offers.append(
                    Choice("sample", "Sample", "Which sample, counted from 0", most=(array.samples or 1) - 1)
                )
        return (*offers, scales(wishes.get("scale"), signed=not norms))

    @classmethod
    def resolve(cls, result: Result, choices: Mapping[str, Any]) -> Cells:
        """The map of one array."""
        info = next(
            each
            for each in found(result, *KINDS)
            if each.kind == choices["show"] and each.state == choices["state"]
        )
        array = laid(result, info)
        norms = choices.get("samples") == "norm"
        values = array.sample_norms() if norms else array.sample(choices.get("sample", 0))
        underflow = (
            array.any_underflow(by_unit=True) if norms else array.sample_underflow(choices.get("sample", 0))
        )
        scale, low, high = limits(values, choices["scale"], signed=not norms)
        symbol = SYMBOLS[info.kind].format(info.state)
        bar = f"|{symbol}|" if norms else symbol
        steps = steps_of(result, array.steps)
        return Cells(
            f"{TITLES[info.kind]} {info.state}",
            _detail(array, choices, bar, scale.kind, high),
            _units(array),
            steps,
            values.T,
            None if array.structure is None else array.structure[None, :],
            None if underflow is None else underflow.T,
            scale,
            low,
            high,
            bar,
            down=False,
            steps="column",
        )

    @classmethod
    def describe(cls, drawn: Cells, place: Place) -> str:
        """Step, unit and value."""
        unit, step = place
        values, codes = drawn.part(slice(unit, unit + 1), slice(step, step + 1))
        text = value_text(float(values[0, 0]), int(codes[0, 0]))
        row = f"{drawn.rows.what} {drawn.rows.text(unit)}"
        return f"step {drawn.columns.text(step)}   {row}   {drawn.bar} {text}"

    @classmethod
    def here(cls, drawn: Cells, step: int, unit: int) -> Place:
        """The cursor's unit and step."""
        return min(unit, drawn.rows.count - 1), min(step, drawn.columns.count - 1)


def _units(array: Laid) -> Places:
    what = "feature" if array.info.kind == "inputs" else "unit"
    if len(array.shape) > 1:
        return Places(what, array.units, 0, tuple(array.unit_text(unit) for unit in range(array.units)))
    return Places(what, array.units, 0)


def _detail(array: Laid, choices: Mapping[str, Any], symbol: str, scale: str, high: float) -> str:
    parts = [symbol]
    if (array.samples or 1) > 1:
        norms = choices.get("samples") == "norm"
        parts.append(f"norm over {array.samples} samples" if norms else f"sample {choices.get('sample', 0)}")
    parts.append(f"{scale} scale" if high else "zero everywhere")
    return ", ".join(parts)
