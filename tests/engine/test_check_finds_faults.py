"""The check against derivatives that are wrong on purpose (case X11b, and a fault at one step)."""

from __future__ import annotations

import pytest

pytest.importorskip("tensorflow", reason="the engine needs TensorFlow")

from gradview.engine.chain import build_chain
from gradview.engine.compute import run_chain
from gradview.engine.progress import Progress
from gradview.spec.experiment import Experiment
from tests.engine.planted import Scaled, WrongLstm, with_layer

LSTM1 = {
    "model": {
        "kind": "recurrent",
        "layers": [{"cell": "lstm", "units": 1}],
        "weights": {
            "from": "values",
            "kernel": [[0.5, -0.3, 0.8, 0.2]],
            "recurrent_kernel": [[0.4, 0.6, -0.7, 0.9]],
            "bias": [0.1, 1, 0, -0.2],
        },
    },
    "inputs": {"from": "values", "x": [[[1]], [[-0.5]], [[0.25]], [[2]]]},
    "loss": {"expression": "sum(h[-1])"},
    "measures": ["states", "weights", "weights_by_step"],
    "run": {"precision": "float64", "check": True},
}


def failures(meta: dict) -> list[dict]:
    return [one for one in meta["check"]["comparisons"] if one["verdict"] == "failed"]


def test_right_rules_pass_and_give_the_reference_values():
    experiment = Experiment.from_draft(LSTM1)
    arrays, meta = run_chain(experiment, build_chain(experiment), Progress())
    assert not failures(meta)
    assert arrays["weights/kernel"][0] == pytest.approx(
        [0.13522586, 0.02072497, 0.12515775, 0.3216509], abs=1e-8
    )
    assert meta["check"]["summary"]["local_steps"] == 4


@pytest.mark.parametrize(
    ("rule", "array", "place", "planted"),
    [
        ("i for g", "weights/kernel", (0, 0), 0.10539395),
        ("tanh of tanh", "weights/kernel", (0, 2), 0.32346203),
        ("h_t for h_t-1", "weights/recurrent_kernel", (0, 0), 0.02323603),
    ],
)
def test_a_wrong_rule_is_found(rule, array, place, planted):
    experiment = Experiment.from_draft(LSTM1)
    chain = build_chain(experiment)
    arrays, meta = run_chain(experiment, with_layer(chain, WrongLstm(chain.layers[0], rule)), Progress())
    assert arrays[array][place] == pytest.approx(planted, abs=1e-7), (
        "the rule was planted as in the reference"
    )
    parts = {one["part"] for one in failures(meta)}
    assert parts == {"local", "end_to_end"}
    assert any(finding["kind"] == "check" and finding["level"] == "error" for finding in meta["findings"])


def long_draft(steps: int, precision: str) -> dict:
    return {
        "model": {"kind": "recurrent", "layers": [{"cell": "gru", "units": 3}]},
        "inputs": {"from": "random", "steps": steps, "samples": 2, "features": 2},
        "loss": {"expression": "sum(h * h)"},
        "run": {"precision": precision, "check": True},
    }


@pytest.mark.parametrize("precision", ["float32", "float64"])
@pytest.mark.parametrize("step", [0, 7, 19])
def test_a_fault_of_one_percent_is_found_at_its_step(step, precision):
    experiment = Experiment.from_draft(long_draft(20, precision))
    chain = build_chain(experiment)
    _, meta = run_chain(experiment, with_layer(chain, Scaled(chain.layers[0], step, 1.01)), Progress())
    local = {one["step"] for one in failures(meta) if one["part"] == "local"}
    assert local == {step}
