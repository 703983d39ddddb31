"""Over time: the size of each gradient at each step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gradview.views.arrays import Laid, found, laid, sizes_of, steps_of
from gradview.views.choice import Choice
from gradview.views.curves_picture import CurvesPicture
from gradview.views.drawn import Curve, Curves, Plot
from gradview.views.picture import Place
from gradview.views.presence import presence, value_text
from gradview.views.scale import Scale, symlog_threshold
from gradview.views.view import View

if TYPE_CHECKING:
    from gradview.results.result import Result

CURVES = {"total": "total", "direct": "direct", "through_time": "through time", "same_step": "same step"}
CURVES_TIP = (
    "total: with everything that follows. direct: what the loss itself reads. through time: what comes back"
    " from the next step. same step: what comes through later states of the step"
)
WIDE = 50.0
"""From this ratio of the largest to the smallest norm on, a linear axis would hide the small ones."""
DECADES = 16.0
"""A symlog axis goes at most so far below the largest number."""


class OverTime(View):
    """Curves of total and direct (and how total divides) for each state."""

    name = "over-time"
    label = "Over time"
    tip = "How large the gradient of the loss by each state is at each step"
    picture_type = CurvesPicture

    @classmethod
    def reason(cls, result: Result) -> str | None:
        """Why there are no curves."""
        return None if found(result, *CURVES) else "This run did not measure the gradients by its states."

    @classmethod
    def offers(cls, result: Result, wishes: Mapping[str, Any]) -> tuple[Choice, ...]:
        """States, curves, samples, units, scale."""
        infos = found(result, *CURVES)
        states = tuple(dict.fromkeys(str(info.state) for info in infos))
        kinds = tuple(kind for kind in CURVES if any(info.kind == kind for info in infos))
        default: list[str] = [kind for kind in ("total", "direct") if kind in kinds] or [kinds[0]]
        arrays = [laid(result, info) for info in infos]
        named = tuple((state, state) for state in states)
        # More than three plots above each other are too low to read: then the last layer's.
        shown = list(states if len(states) <= 3 else states[-2:])
        offers = [
            Choice(
                "states",
                "State",
                "The states whose gradients are drawn, one plot each",
                named,
                shown,
                many=True,
            ),
            Choice(
                "curves",
                "Curves",
                CURVES_TIP,
                tuple((kind, CURVES[kind]) for kind in kinds),
                default,
                many=True,
            ),
        ]
        offers += _samples(arrays, wishes)
        offers += _units(arrays, wishes)
        signed = wishes.get("units") == "one"
        scales = ("auto", "linear", "symlog") if signed else ("auto", "linear", "log", "symlog")
        tip = "symlog is logarithmic both ways and linear near zero; auto is linear unless that hides much"
        asked = wishes.get("scale")
        default_scale = "symlog" if asked == "log" and signed else "auto"
        return (*offers, Choice("scale", "Scale", tip, tuple((each, each) for each in scales), default_scale))

    @classmethod
    def resolve(cls, result: Result, choices: Mapping[str, Any]) -> Curves:
        """Norms or one unit's numbers, for the states and curves chosen."""
        signed = choices.get("units") == "one"
        sample = choices.get("sample", 0) if choices.get("samples", "one") == "one" else None
        unit = choices.get("unit", 0) if signed else None
        infos = [info for info in found(result, *CURVES) if info.state in choices["states"]]
        plots = []
        count = 1
        for state in choices["states"]:
            arrays = [laid(result, info) for info in infos if info.state == state]
            curves = {each.info.kind: _curve(each, sample, unit) for each in arrays}
            kept = tuple(curves[kind] for kind in choices["curves"] if kind in curves)
            count = max((each.steps for each in arrays), default=count)
            if kept:
                plots.append(Plot(state, _symbol(state, arrays[0], unit), kept))
        scale = _scale(choices["scale"], plots, signed)
        words = _words(choices, signed)
        return Curves(
            words, _detail(result, choices, infos, scale, plots), steps_of(result, count), scale, tuple(plots)
        )

    @classmethod
    def describe(cls, drawn: Curves, place: Place) -> str:
        """The step, and every curve's number there."""
        _, step = place
        start = f"step {drawn.steps.text(step)}   "
        lines: list[str] = []
        for plot in drawn.plots:
            values = [
                f"{curve.label} {value_text(float(curve.values[step]), int(curve.codes[step]))}"
                for curve in plot.curves
                if step < curve.values.size
            ]
            lines.append(f"{start if not lines else ' ' * len(start)}{plot.axis}   " + "   ".join(values))
        return "\n".join(lines)

    @classmethod
    def here(cls, drawn: Curves, step: int, unit: int) -> Place:
        """The first plot, at the cursor's step."""
        return 0, min(step, drawn.steps.count - 1)


def _samples(arrays: list[Laid], wishes: Mapping[str, Any]) -> list[Choice]:
    samples = max((each.samples or 1 for each in arrays), default=1)
    if samples < 2:
        return []
    ways = (("mean", f"mean of {samples}"), ("one", "one"))
    offers = [Choice("samples", "Samples", "The mean over all samples, or a single one", ways, "mean")]
    if wishes.get("samples") == "one":
        offers.append(Choice("sample", "Sample", "Which sample, counted from 0", most=samples - 1))
    return offers


def _units(arrays: list[Laid], wishes: Mapping[str, Any]) -> list[Choice]:
    units = max((each.units for each in arrays), default=1)
    ways = (("norm", "norm"), ("one", "one, signed")) if units > 1 else (("norm", "size"), ("one", "signed"))
    offers = [
        Choice(
            "units", "Units", "The norm over all units, or the signed numbers of a single one", ways, "norm"
        )
    ]
    if units > 1 and wishes.get("units") == "one":
        offers.append(Choice("unit", "Unit", "Which unit, counted from 0", most=units - 1))
    return offers


def _curve(array: Laid, sample: int | None, unit: int | None) -> Curve:
    values = array.norms(sample) if unit is None else array.signed(sample, unit)
    codes = presence(values, array.structure, array.any_underflow())
    return Curve(array.info.kind, CURVES[array.info.kind], values, codes)


def _scale(wish: str, plots: list[Plot], signed: bool) -> Scale:
    values = np.concatenate([curve.values for plot in plots for curve in plot.curves] or [np.zeros(0)])
    low, high = sizes_of(values[:, None])
    if wish == "auto":
        wish = "linear" if high <= WIDE * low else "symlog" if signed else "log"
    if wish == "symlog":
        return Scale("symlog", symlog_threshold(np.abs(values), DECADES))
    return Scale("log") if wish == "log" and high > 0 else Scale("linear")


def _symbol(state: str, array: Laid, unit: int | None) -> str:
    if unit is None:
        return f"|dL/d{state}_t|"
    return (
        f"dL/d{state}_t[{array.unit_text(min(unit, array.units - 1))}]"
        if array.units > 1
        else f"dL/d{state}_t"
    )


def _words(choices: Mapping[str, Any], signed: bool) -> str:
    curves = _listed([CURVES[kind] for kind in choices["curves"]])
    what = "one unit" if signed else "norm per step"
    if signed and "unit" not in choices:
        what = "signed"
    gradient = "gradients" if len(choices["curves"]) > 1 else "gradient"
    return f"{curves[0].upper()}{curves[1:]} {gradient} of the loss by {_listed(choices['states'])}, {what}"


def _detail(
    result: Result, choices: Mapping[str, Any], infos: list[Any], scale: Scale, plots: list[Plot]
) -> str:
    parts = [", ".join(plot.axis for plot in plots) if len(plots) <= 2 else "|dL/ds_t| for each state s"]
    samples = max((laid(result, info).samples or 1 for info in infos), default=1)
    if samples > 1:
        one = choices.get("samples") == "one"
        parts.append(f"sample {choices.get('sample', 0)}" if one else f"mean over {samples} samples")
    return ", ".join([*parts, f"{scale.kind} scale"])


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
