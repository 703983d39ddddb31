"""The first step at which a number is no longer finite, and what the loss makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gradview.engine.chain import Array
from gradview.results.finding import Finding

WHAT = {"inputs": "The input", "value": "The state", "total": "The gradient by"}


def not_finite(loss: Any, arrays: Mapping[str, Mapping[str, Array]]) -> list[Finding]:
    """An error where the loss is no number or infinite, a warning where only something else is.

    Parameters
    ----------
    loss : the loss, None where there is none
    arrays : [step, ...] by kind (inputs, value, total) and name, where it begins before what follows from it
    """
    found = [_first(kind, name, array) for kind, named in arrays.items() for name, array in named.items()]
    places = [place for place in found if place is not None]
    if loss is not None and not np.isfinite(loss):
        word = "not a number" if np.isnan(loss) else "infinite"
        where = f" {places[0].sentence}" if places else ""
        per_step = " A per_step loss can leave such steps out." if places else ""
        step = places[0].step if places else None
        return [Finding("error", "nan", f"The loss is {word}.{where}{per_step}", "loss", step)]
    return places[:1]


def _first(kind: str, name: str, values: Array) -> Finding | None:
    """The first step of an array that is not finite; None if all are."""
    for begin in range(0, len(values), 1024):
        piece = np.asarray(values[begin : begin + 1024])
        bad = ~np.isfinite(piece.reshape(len(piece), -1)).all(axis=1)
        if bad.any():
            step = begin + int(np.argmax(bad))
            word = "NaN" if np.isnan(values[step]).any() else "infinite"
            sentence = f"{WHAT[kind]} {name} is {word} at step {step + 1}, the first one."
            return Finding("warning", "nan", sentence, f"{kind}/{name}", step, {"first_step": step + 1})
    return None
