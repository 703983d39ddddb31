"""A carry lost or doubled at the hand-over of two segments, or a sum that is: the check finds it, at its
step."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("tensorflow", reason="the engine needs TensorFlow")

from gradview.engine import run_sweep
from gradview.engine.compute import compute
from gradview.engine.differences.check import steps_to_check
from gradview.engine.progress import Pace
from gradview.spec.experiment import Experiment

STEPS, LENGTH = 100, 30
HAND_OVER = 40
"""Segments end going back at 70, 40, 10; the middle one is not among the steps that are checked anyway."""


def draft(cell: str, precision: str) -> dict[str, Any]:
    return {
        "model": {"kind": "recurrent", "layers": [{"cell": cell, "units": 3}]},
        "inputs": {"from": "random", "steps": STEPS, "samples": 2, "features": 2},
        "loss": {"expression": "sum(h * h) + sum(c * c)" if cell == "lstm" else "sum(h * h)"},
        "run": {"device": "cpu", "precision": precision, "check": True},
    }


def failures(monkeypatch: pytest.MonkeyPatch, experiment: dict[str, Any], fault: Any) -> list[dict[str, Any]]:
    """Run in segments of 30 steps, with `fault(sweeper)` between the one from step 40 on and the one before
    it."""
    whole, planted = run_sweep._Sweeper.segment, []

    def segment(self: Any, live: frozenset[str], begin: int, end: int) -> None:
        if end == HAND_OVER and self.total == STEPS:
            fault(self)
            planted.append(self)
        whole(self, live, begin, end)

    fixed = property(lambda self: LENGTH, lambda self, value: None)
    monkeypatch.setattr(Pace, "length", fixed, raising=False)
    monkeypatch.setattr(run_sweep._Sweeper, "segment", segment)
    meta = compute(Experiment.from_draft(experiment)).meta
    assert planted
    return [one for one in meta["check"]["comparisons"] if one["verdict"] == "failed"]


def scaled(what: str, factor: float) -> Any:
    def fault(sweeper: Any) -> None:
        setattr(sweeper, what, {name: factor * values for name, values in getattr(sweeper, what).items()})

    return fault


def test_without_a_fault_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    assert HAND_OVER not in steps_to_check(STEPS)
    assert not failures(monkeypatch, draft("gru", "float64"), scaled("carry", 1.0))


@pytest.mark.parametrize("factor", [0.0, 2.0, 1.01], ids=["lost", "doubled", "a percent more"])
@pytest.mark.parametrize("cell", ["simple_rnn", "lstm"])
def test_a_carry_changed_at_a_hand_over_is_found_there(
    cell: str, factor: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = failures(monkeypatch, draft(cell, "float64"), scaled("carry", factor))
    assert {one["step"] for one in found if one["part"] == "local"} == {HAND_OVER}
    assert {one["by"] for one in found if one["part"] == "local"} == {"previous state"}


@pytest.mark.parametrize("factor", [0.0, 2.0, 1.01], ids=["lost", "doubled", "a percent more"])
def test_it_is_found_in_float32_too(factor: float, monkeypatch: pytest.MonkeyPatch) -> None:
    found = failures(monkeypatch, draft("gru", "float32"), scaled("carry", factor))
    assert {one["step"] for one in found if one["part"] == "precision"} == {HAND_OVER}


@pytest.mark.parametrize("factor", [0.0, 2.0], ids=["lost", "doubled"])
def test_a_sum_changed_at_a_hand_over_is_found_end_to_end(
    factor: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = failures(monkeypatch, draft("gru", "float64"), scaled("sums", factor))
    assert {one["part"] for one in found} == {"end_to_end"}
    assert {one["array"] for one in found} == {"weights/kernel", "weights/recurrent_kernel", "weights/bias"}
