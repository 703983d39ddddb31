"""An exact zero, an underflow and no path are three answers; float32 says which."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("tensorflow", reason="the engine needs TensorFlow")

from gradview.engine.compute import compute
from gradview.results.absence import Absence, classify
from gradview.results.result import Result
from gradview.spec.experiment import Experiment


def loop(update: str, steps: int = 20, loss: str = "x[-1]", **run: Any) -> Result:
    draft = {
        "model": {
            "kind": "loop",
            "steps": steps,
            "states": [{"name": "x", "initial": 1.0}],
            "updates": [{"state": "x", "expression": update}],
        },
        "loss": {"expression": loss},
        "measures": ["states"],
        "run": {"device": "cpu", "precision": "float32", "check": True, **run},
    }
    return compute(Experiment.from_draft(draft))


def kinds(result: Result, name: str) -> list[Absence]:
    codes = classify(result[name], result.info(name).dims, result.structure(name), result.underflow(name))
    return [Absence(code) for code in codes]


def test_a_gradient_too_small_for_float32_is_an_underflow() -> None:
    result = loop("0.001 * x + 1")
    # 1e-3 to the 12th is float32's last normal number; one step further it is gone.
    assert kinds(result, "total/x") == [Absence.UNDERFLOW] * 7 + [Absence.VALUE] * 13
    assert result.meta["underflow"]["total/x"] == list(range(7))
    finding = next(one for one in result.findings if one.kind == "underflow")
    assert "up to step 7" in finding.sentence
    assert result.underflow("initial/x") is not None


def test_what_the_weights_and_inputs_get_underflows_too() -> None:
    draft = {
        "model": {
            "kind": "loop",
            "steps": 20,
            "states": [{"name": "s", "initial": 1.0}],
            "weights": [{"name": "w", "value": 1.0}, {"name": "v", "value": 1.0}],
            "updates": [{"state": "s", "expression": "0.001 * s + w * x + v * stop_gradient(1e-25 * t) * 0"}],
        },
        "inputs": {"from": "values", "x": [1.0] * 20},
        "loss": {"expression": "s[-1]"},
        "measures": ["inputs", "weights", "weights_by_step"],
        "run": {"device": "cpu", "precision": "float32", "check": True},
    }
    result = compute(Experiment.from_draft(draft))
    assert result.meta["underflow"] == {
        "inputs/x": list(range(7)), "weights_by_step/w": list(range(7)),
    }  # fmt: skip
    assert kinds(result, "weights_by_step/w") == [Absence.UNDERFLOW] * 7 + [Absence.VALUE] * 13
    assert kinds(result, "weights_by_step/v") == [Absence.ZERO] * 20


def test_a_power_that_float32_cannot_hold() -> None:
    """Case N11: 0.16 to the 50th is 1.6e-40."""
    result = loop("0.16 * x", steps=50)
    assert float(result["initial/x"]) == 0
    assert result.meta["underflow"]["initial/x"] is True


def test_a_gradient_of_exactly_zero_is_none() -> None:
    result = loop("relu(x - 2)", steps=3)
    assert kinds(result, "total/x") == [Absence.ZERO, Absence.ZERO, Absence.VALUE]
    assert not result.meta["underflow"]
    assert not [one for one in result.findings if one.kind == "underflow"]


def test_no_path_is_neither() -> None:
    result = loop("0.001 * x + 1", loss="x[4]")
    assert kinds(result, "total/x")[5:] == [Absence.NO_PATH] * 15
    assert kinds(result, "total/x")[4] is Absence.VALUE


def test_float64_holds_what_float32_does_not() -> None:
    result = loop("0.001 * x + 1", precision="float64")
    assert np.all(result["total/x"] > 0)
    assert "underflow" not in result.meta


def test_without_a_check_nothing_is_said() -> None:
    assert "underflow" not in loop("0.001 * x + 1", check=False).meta
