"""Each step's own loss: gradients sum to the whole one, reach back as far as they do, and say no path."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("tensorflow", reason="the engine needs TensorFlow")

from gradview.engine.chain import build_chain
from gradview.engine.compute import compute
from gradview.engine.progress import Progress
from gradview.engine.read_loss import plan_loss, read_loss
from gradview.engine.run_forward import run_forward
from gradview.engine.step_cotangents import losses_by_all
from gradview.results.result import Result
from gradview.spec.experiment import Experiment

MEASURES = ["states", "weights", "losses_by_weights", "losses_by_states"]


def recurrent(loss: dict[str, Any], layers: int = 2) -> dict[str, Any]:
    return {
        "model": {
            "kind": "recurrent",
            "layers": [{"cell": "lstm", "units": 3}, {"cell": "gru", "units": 2}][:layers],
            "readout": {"units": 1},
            "weights": {"from": "random", "seed": 3},
        },
        "inputs": {"from": "random", "seed": 4, "steps": 7, "samples": 2, "features": 2},
        "loss": loss,
        "measures": MEASURES,
        "run": {"device": "cpu", "precision": "float64", "check": False},
    }


def leaky(steps: int = 4) -> dict[str, Any]:
    """h_t = w h_{t-1} + x_t with w = 0.5: dL_t/dh_r = 0.5^(t - r) for L_t = h_t."""
    return {
        "model": {
            "kind": "loop",
            "steps": steps,
            "states": [{"name": "h", "initial": 0.0}],
            "weights": [{"name": "w", "value": 0.5}],
            "updates": [{"state": "h", "expression": "w * h + x"}],
        },
        "inputs": {"from": "values", "x": [1.0] * steps},
        "loss": {"per_step": "h"},
        "measures": MEASURES,
        "run": {"device": "cpu", "precision": "float64", "check": False},
    }


def run(draft: dict[str, Any]) -> Result:
    return compute(Experiment.from_draft(draft))


@pytest.mark.parametrize(
    "loss",
    [
        {"per_step": "sum(y**2)"},
        {"per_step": "sum(y**2) + 0.1 * sum(layer0_c * layer0_c)", "reduce": "mean"},
        {"per_step": "sum(h) * t", "steps": [1, 4]},
        {"per_step": "sum(y) + sum(readout_kernel**2)", "steps": "last"},
    ],
    ids=["readout", "a lower layer too", "some steps", "a weight too"],
)
def test_losses_by_weights_sum_to_the_gradient_by_the_weights(loss: dict[str, Any]) -> None:
    result = run(recurrent(loss))
    names = [name.partition("/")[2] for name in result if name.startswith("weights/")]
    assert len(names) == 8
    for name in names:
        total = result[f"weights/{name}"]
        summed = result[f"losses_by_weights/{name}"].sum(axis=0)
        np.testing.assert_allclose(summed, total, rtol=1e-10, atol=1e-13, err_msg=name)


def test_one_loss_reaches_back_by_its_powers_and_no_step_ahead() -> None:
    result = run(leaky())
    t, r = np.indices((4, 4))
    np.testing.assert_allclose(
        result["losses_by_states/h"], np.where(t >= r, 0.5 ** (t - r), 0.0), rtol=1e-12
    )
    np.testing.assert_array_equal(result["structure/losses_by_states/h"], (t < r).astype(np.uint8))
    assert result.info("losses_by_states/h").dims == ("step", "from_step")


def test_steps_that_the_loss_does_not_read_have_no_path() -> None:
    draft = leaky()
    draft["loss"]["steps"] = [2]
    result = run(draft)
    assert np.flatnonzero(result["losses_by_states/h"].any(axis=1)).tolist() == [2]
    assert result["structure/losses_by_weights/w"].tolist() == [1, 1, 0, 1]


@pytest.mark.parametrize("budget", [1, 3_000, 10**9], ids=["one by one", "some", "all at once"])
def test_chunks_of_any_size_give_the_same_numbers(budget: int) -> None:
    experiment = Experiment.from_draft(recurrent({"per_step": "sum(y**2)", "steps": [0, 2, 3, 6]}))
    chain = build_chain(experiment)
    progress = Progress(None)
    assert experiment.loss is not None
    with progress.stage("running", 1):
        runs = run_forward(chain, "float64", progress)
        plan = plan_loss(chain, experiment.loss)
        loss = read_loss(chain, plan, runs, "float64")
        found = losses_by_all(chain, runs, plan, loss, progress, states=True, budget=budget)
        whole = losses_by_all(chain, runs, plan, loss, progress, states=True)
    for name, values in found.weights.items():
        np.testing.assert_allclose(values, whole.weights[name], rtol=1e-12, atol=1e-15)
    for name, values in found.states.items():
        np.testing.assert_allclose(values, whole.states[name], rtol=1e-12, atol=1e-15)


def test_a_state_without_memory_has_a_path_to_its_own_step_only() -> None:
    draft = leaky(3)
    draft["model"]["updates"] = [{"state": "h", "expression": "w * x"}]
    draft["loss"] = {"per_step": "h**2", "steps": "last"}
    draft["measures"] = ["states", "weights", "outputs_by_weights", "losses_by_weights", "losses_by_states"]
    result = run(draft)
    assert result["total/h"].tolist() == [0.0, 0.0, 1.0]
    assert result["losses_by_states/h"].tolist() == [[0, 0, 0], [0, 0, 0], [0, 0, 1.0]]
    assert result["outputs_by_weights/w"].tolist() == [1.0, 1.0, 1.0]
    assert result["losses_by_weights/w"].tolist() == [0.0, 0.0, 1.0]


def test_a_loss_of_weights_alone_counts_every_sample() -> None:
    draft = leaky(3)
    draft["model"]["samples"] = "inputs"
    draft["inputs"]["x"] = [[1.0, 2.0]] * 3
    draft["loss"] = {"per_step": "w * w"}
    result = run(draft)
    assert float(result["loss"]) == pytest.approx(3 * 2 * 0.25)
    assert float(result["weights/w"]) == pytest.approx(3 * 2 * 2 * 0.5)
    assert result["losses_by_weights/w"].tolist() == pytest.approx([2.0, 2.0, 2.0])


def test_without_a_loss_by_step_the_measure_is_refused_at_its_place() -> None:
    from gradview.spec.experiment import problems

    draft = leaky()
    draft["loss"] = {"expression": "h[-1]"}
    assert [problem.where for problem in problems(draft)] == ["measures.2", "measures.3"]
    assert "write per_step in place of expression" in problems(draft)[0].message
