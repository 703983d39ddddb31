"""TensorFlow's rewrite of sums in loops is kept away from ours, and the caller's own setting comes back."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("tensorflow", reason="the engine needs TensorFlow")

import tensorflow as tf

from gradview.engine.compute import compute
from gradview.engine.rewrites import REWRITE, without_rewrites
from gradview.spec.experiment import Experiment


@pytest.mark.parametrize("samples", [1, 2, 3])
@pytest.mark.parametrize("steps", [1, 2, 5])
def test_three_terms_of_which_one_has_no_samples_are_summed(samples: int, steps: int) -> None:
    draft = {
        "model": {
            "kind": "loop",
            "steps": steps,
            "samples": samples,
            "states": [{"name": "p", "initial": 0.1}],
            "constants": [{"name": "k", "value": 0.3}],
            "updates": [
                {"let": "u", "expression": "p"},
                {"state": "p", "expression": "sin(u + p + 0.5 * k)"},
            ],
        },
        "loss": {"expression": "sum(p[-1])"},
        "run": {"device": "cpu", "precision": "float64", "check": True},
    }
    result = compute(Experiment.from_draft(draft))
    value, slope = 0.1, 1.0
    for _ in range(steps):
        slope *= 2 * math.cos(2 * value + 0.15)
        value = math.sin(2 * value + 0.15)
    assert result["value/p"].shape == (steps, samples)
    assert result["value/p"][-1].tolist() == pytest.approx([value] * samples, rel=1e-12)
    assert result["initial/p"].tolist() == pytest.approx([slope] * samples, rel=1e-12)


@pytest.mark.parametrize("before", [True, False])
def test_the_callers_setting_comes_back(before: bool) -> None:
    tf.config.optimizer.set_experimental_options({REWRITE: before})
    try:
        with without_rewrites():
            assert tf.config.optimizer.get_experimental_options()[REWRITE] is False
        assert tf.config.optimizer.get_experimental_options()[REWRITE] is before
    finally:
        tf.config.optimizer.set_experimental_options({REWRITE: True})
