"""A reference case: experiments, and which of their arrays are to be what the case expects."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

Draft = dict[str, Any]
EXPECTED: dict[str, Any] = {
    name: case["expected"]
    for name, case in json.loads((Path(__file__).parent / "expected.json").read_text()).items()
}


@dataclass(frozen=True)
class Check:
    """One array of the result against one value of the case.

    `value` is a path into what the case expects, as a tuple (":" keeps an axis), or the value itself.
    Expected values are printed with about nine digits; `rtol` and `atol` say where there are fewer or more.
    `no_path` are the steps from which there must be no path, and then all others must have one.
    """

    array: str
    value: Any
    at: Any = ...
    of: Callable[[Any], Any] = np.asarray
    rtol: float = 6e-9
    atol: float = 6e-9
    no_path: Sequence[Any] | None = None

    def expected(self, case: str) -> Any:
        if not isinstance(self.value, tuple):
            return self.value
        found, path = EXPECTED[case], list(self.value)
        while path and isinstance(found, dict):
            found = found[path.pop(0)]
        return np.asarray(found)[tuple(slice(None) if key == ":" else key for key in path)]


@dataclass(frozen=True)
class Case:
    """An experiment of a case: the arrays to compare, and the kinds of findings that the run has to say.

    `files` are .npz files beside the experiment, by name.
    """

    id: str
    draft: Draft
    checks: tuple[Check, ...]
    words: str = ""
    findings: tuple[str, ...] = ()
    files: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.id} {self.words}".strip()


def det(shape: tuple[int, ...], k: float = 0, s: float = 0.5) -> list[Any]:
    """s * sin(k + 1.7 i) for i = 0, 1, ... in row-major order."""
    numbers: list[Any] = (s * np.sin(k + 1.7 * np.arange(np.prod(shape)))).reshape(shape).tolist()
    return numbers


def experiment(model: Draft, loss: str, measures: Sequence[str], inputs: Draft | None = None) -> Draft:
    return {
        "format": "gradview-experiment",
        "version": 1,
        "name": "a reference case",
        "model": model,
        **({} if inputs is None else {"inputs": inputs}),
        "loss": {"expression": loss},
        "measures": list(measures),
        "run": {"device": "cpu", "precision": "float64"},
    }


def loop(
    steps: int,
    states: Mapping[str, Any],
    updates: Mapping[str, str],
    loss: str,
    *,
    measures: Sequence[str] = ("states", "weights"),
    weights: Mapping[str, Any] | None = None,
    let: Mapping[str, str] | None = None,
    x: Any = None,
) -> Draft:
    """A loop without samples. `let` comes before the updates; `x` are inputs by step."""
    model = {
        "kind": "loop",
        "steps": steps,
        "states": [{"name": name, "initial": initial} for name, initial in states.items()],
        "updates": [
            *({"let": name, "expression": text} for name, text in (let or {}).items()),
            *({"state": name, "expression": text} for name, text in updates.items()),
        ],
    }
    if weights:
        model["weights"] = [{"name": name, "value": value} for name, value in weights.items()]
    return experiment(model, loss, measures, None if x is None else {"from": "values", "x": x})


def recurrent(
    layer: Draft,
    x: Any,
    weights: Mapping[str, Any],
    loss: str,
    *,
    measures: Sequence[str] = ("states", "weights"),
    initial: Mapping[str, Any] | None = None,
    readout: Draft | None = None,
) -> Draft:
    """One layer; x is [step, sample, feature], initial states [sample, unit]."""
    model = {"kind": "recurrent", "layers": [layer], "weights": {"from": "values", **weights}}
    if readout:
        model["readout"] = readout
    inputs: Draft = {"from": "values", "x": x}
    if initial:
        inputs["initial"] = dict(initial)
    return experiment(model, loss, measures, inputs)
