"""What the loss does not read, or a where, a minimum or a relu leaves aside, gives nothing back, however
steep it is there."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tensorflow", reason="the engine needs TensorFlow")

import tensorflow as tf

from gradview.engine.compute import compute
from gradview.engine.guarded import GUARDED
from gradview.results.result import Result
from gradview.spec.experiment import Experiment


def loop(update: str, x: Any, loss: dict[str, str] | None = None, **more: Any) -> Result:
    """h_t = w h_{t-1} + update, w = 0.5, so that what x_t gets is the update's slope times a power of w."""
    draft = {
        "model": {
            "kind": "loop",
            "steps": len(x),
            "states": [{"name": "h", "initial": 0.5}],
            "weights": [{"name": "w", "value": 0.5}],
            "updates": [{"state": "h", "expression": f"w * h + {update}"}],
            **more,
        },
        "inputs": {"from": "values", "x": x},
        "loss": loss or {"expression": "sum(h)"},
        "measures": ["states", "inputs", "weights", "outputs_by_weights"],
        "run": {"device": "cpu", "precision": "float64", "check": True},
    }
    return compute(Experiment.from_draft(draft))


PASSED_ON = [1.75, 1.5, 1.0]
"""What each of three steps' h gets from sum(h)."""


@pytest.mark.parametrize(
    ("update", "x", "slopes"),
    [
        ("minimum(exp(x), 1)", [-1, 1000, 5], [math.exp(-1), 0, 0]),
        ("where(x < 10, x * exp(x), x)", [1, 1000, 2], [2 * math.e, 1, 3 * math.exp(2)]),
        ("relu(-exp(x))", [1, 1000, 2], [0, 0, 0]),
        ("where(x > 0, log(x), 0)", [1, 0, 2], [1, 0, 0.5]),
        ("where(x > 0, 1 / x, 0)", [1, 0, 2], [-1, 0, -0.25]),
        ("where(x > 0, sqrt(x), 0)", [1, 0, 4], [0.5, 0, 0.25]),
        ("max(stack(1, -exp(x)))", [1, 1000, 2], [0, 0, 0]),
        ("clip(exp(x), 0, 5)", [1, 1000, -1], [math.e, 0, math.exp(-1)]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_overflow_that_is_left_aside_gives_nothing_back(update: str, x: Any, slopes: list[float]) -> None:
    result = loop(update, x)
    np.testing.assert_allclose(result["inputs/x"], np.multiply(slopes, PASSED_ON), rtol=1e-13)
    assert np.isfinite(result["weights/w"])
    assert np.isfinite(result["outputs_by_weights/w"]).all()
    assert result.meta["check"]["summary"]["failed"] == 0


def test_each_sample_is_guarded_for_itself() -> None:
    x = [[1.0, 1000.0], [1000.0, 2.0]]
    result = loop("where(x < 10, w * exp(x), x)", x, samples="inputs")
    by_hand = [[0.5 * math.e * 1.5, 1.5], [1.0, 0.5 * math.exp(2)]]
    np.testing.assert_allclose(result["inputs/x"], by_hand, rtol=1e-13)


def test_a_sample_that_the_loss_does_not_read_may_overflow() -> None:
    x = [[0.0, 9.0]] * 4
    result = loop("exp(w * h) + x", x, {"expression": "h[-1, 0]"}, samples="inputs")
    alone = loop("exp(w * h) + x", [0.0] * 4, {"expression": "h[-1]"})
    assert not np.isfinite(result["value/h"][-1, 1])
    assert result["total/h"][:, 1].tolist() == [0, 0, 0, 0]
    np.testing.assert_allclose(result["total/h"][:, 0], alone["total/h"], rtol=1e-13)
    np.testing.assert_allclose(result["weights/w"], alone["weights/w"], rtol=1e-13)
    assert result.meta["check"]["summary"]["failed"] == 0


def test_a_state_may_overflow_at_the_very_step_whose_loss_does_not_read_it() -> None:
    draft = {
        "model": {
            "kind": "loop",
            "steps": 3,
            "states": [{"name": "q", "initial": 0.2}, {"name": "p", "initial": 0.0}],
            "weights": [{"name": "w", "value": 1.0}],
            "updates": [
                {"state": "p", "expression": "previous(q)"},
                {"state": "q", "expression": "w * exp(exp(q) + 1)"},
            ],
        },
        "loss": {"per_step": "p"},
        "measures": ["states", "losses_by_weights", "losses_by_states"],
        "run": {"device": "cpu", "precision": "float64", "check": False},
    }
    result = compute(Experiment.from_draft(draft))
    q = math.exp(math.exp(0.2) + 1)
    assert result["value/q"].tolist() == [pytest.approx(q), math.inf, math.inf]
    assert result["losses_by_weights/w"].tolist() == [0, pytest.approx(q), math.inf]
    assert result["losses_by_states/q"].tolist() == [[0, 0, 0], [1, 0, 0], [math.inf, 1, 0]]


def test_a_loss_is_guarded() -> None:
    for loss in ({"expression": "sum(minimum(exp(h), 3))"}, {"per_step": "minimum(exp(h), 3)"}):
        result = loop("x", [0.0, 1000.0, 1000.0], loss)
        np.testing.assert_allclose(result["total/h"], [math.exp(0.25), 0, 0], rtol=1e-13)


def test_what_is_taken_keeps_its_infinity() -> None:
    result = loop("where(x < 1, sqrt(x), 0)", [0.0, 4.0, 4.0])
    assert result["inputs/x"].tolist() == [math.inf, 0, 0]


@pytest.mark.parametrize("operation", GUARDED, ids=lambda operation: operation.__name__)
def test_a_guarded_operation_is_tensorflows_elsewhere(operation: Any) -> None:
    binary = operation in (tf.multiply, tf.divide, tf.pow)
    shapes = [(2, 3), (3,)] if binary else [(2, 3)]
    random = np.random.default_rng(0)
    arguments = [tf.constant(random.uniform(0.5, 2, shape)) for shape in shapes]
    upstream = tf.constant(random.normal(size=(2, 3)))
    answers = []
    for one in (operation, GUARDED[operation]):
        with tf.GradientTape() as tape:
            tape.watch(arguments)
            value = one(*arguments)
        answers.append([value, *tape.gradient(value, arguments, upstream)])
    for theirs, ours in zip(*answers, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-14)


def test_nothing_to_the_power_of_nothing_has_no_slope() -> None:
    x, y = tf.constant([0.0, 0.0, 2.0], tf.float64), tf.constant([0.0, 2.0, 3.0], tf.float64)
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        value = GUARDED[tf.pow](x, y)
    by_x, by_y = tape.gradient(value, [x, y])
    assert value.numpy().tolist() == [1, 0, 8]
    assert by_x.numpy().tolist() == [0, 0, 12]
    np.testing.assert_allclose(by_y, [0, 0, 8 * math.log(2)])
    result = loop("x ** (t - 1)", [0.0, 0.0, 3.0])
    np.testing.assert_allclose(result["inputs/x"], [0, 1.5, 6])
