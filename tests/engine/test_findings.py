"""What a run says of its own numbers: kinks, and what is not finite. Right gradients fail no check."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("tensorflow", reason="the engine needs TensorFlow")

from gradview.engine.compute import compute
from gradview.results.check import failed
from gradview.results.finding import Finding
from gradview.results.result import Result
from gradview.spec.experiment import Experiment


def loop(
    update: str,
    steps: int = 4,
    x: Any = None,
    initial: Any = 0.0,
    loss: Any = "sum(s[-1])",
    samples: Any = None,
) -> Result:
    draft: dict[str, Any] = {
        "model": {
            "kind": "loop",
            "steps": steps,
            "states": [{"name": "s", "initial": initial}],
            "weights": [{"name": "w", "value": 0.5}],
            "updates": [{"state": "s", "expression": update}],
            "samples": samples,
        },
        "loss": {"expression": loss} if isinstance(loss, str) else loss,
        "measures": ["states", "weights"],
        "run": {"device": "cpu", "precision": "float64", "check": True},
    }
    if x is not None:
        draft["inputs"] = {"from": "values", "x": x}
    return compute(Experiment.from_draft(draft))


def of_kind(result: Result, kind: str) -> list[Finding]:
    return [finding for finding in result.findings if finding.kind == kind]


@pytest.mark.parametrize(
    ("update", "function"),
    [
        ("relu(s) + w", "relu"),
        ("abs(s) * w + 1", "abs"),
        ("maximum(s, 0) + w", "maximum"),
        ("minimum(s, 0) + w", "minimum"),
        ("clip(s, 0, 5) + w", "clip"),
        ("max(stack(s, 0 * s)) + w", "max"),
        ("norm(stack(s, 2 * s)) + w", "norm"),
    ],
    ids=lambda text: text if text.isalpha() else "",
)
def test_a_value_on_a_kink_is_said_and_fails_no_check(update: str, function: str) -> None:
    result = loop(update)  # the state begins at zero, on the kink, and leaves it
    (finding,) = of_kind(result, "kink")
    assert finding.sentence.startswith(f"At step 1, {function} sits on its kink")
    assert finding.step == 0
    assert failed(result.meta) == []


def test_away_from_kinks_nothing_is_said() -> None:
    result = loop("relu(s) + abs(s) * w + 1", initial=0.3)
    assert of_kind(result, "kink") == []
    verdicts = {one["verdict"] for one in result.meta["check"]["comparisons"]}
    assert verdicts <= {"passed", "exact zero", "below rounding"}


def test_the_steps_and_samples_on_a_kink_are_found_one_by_one() -> None:
    result = loop("relu(x) + w * s", x=[1.0, 0.0, -1.0, 0.0])
    (finding,) = of_kind(result, "kink")
    assert finding.sentence.startswith("At step 2 and 1 more, relu sits on its kink of zero")


@pytest.mark.parametrize(
    ("loss", "sentence"),
    [
        ("max(s)", "In the loss, max sits on its kink of several equal values, which share the gradient."),
        ("sum(s) + max(stack(w, 0.5))", "In the loss, max sits on its kink of several equal values"),
        ("sum(s) + max(stack(x[0], x[2]))", "In the loss, max sits on its kink of several equal values"),
        ({"per_step": "abs(s - 0.5)"}, "At step 1 and 1 more, abs in the loss sits on its kink"),
        ({"per_step": "abs(s - 0.5)", "steps": [2, 3]}, "At step 3, abs in the loss sits on its kink"),
    ],
    ids=["stack", "weight", "input", "by step", "some steps"],
)
def test_a_kink_in_the_loss_is_said(loss: Any, sentence: str) -> None:
    result = loop("w * x", x=[1.0, 0.9, 1.0, 0.4], loss=loss)
    (finding,) = of_kind(result, "kink")
    assert finding.sentence.startswith(sentence)
    assert finding.array == "loss"
    assert failed(result.meta) == []


def test_a_kink_that_one_sample_meets_is_found() -> None:
    x = [[1.0, 2.0], [3.0, 0.0], [4.0, 5.0], [6.0, 7.0]]
    result = loop("w * x", x=x, loss={"per_step": "relu(s)"}, samples="inputs")
    (finding,) = of_kind(result, "kink")
    assert finding.sentence.startswith("At step 2, relu in the loss sits on its kink of zero")
    assert of_kind(loop("w * x", x=x, loss="sum(s[-1])", samples="inputs"), "kink") == []


def test_a_nan_in_the_data_that_the_loss_meets_is_an_error_at_its_step() -> None:
    result = loop("w * s + x", x=[1.0, 2.0, "nan", 4.0])
    (finding,) = of_kind(result, "nan")
    assert finding.level == "error"
    assert finding.sentence.startswith(
        "The loss is not a number. The input x is NaN at step 3, the first one."
    )
    assert finding.step == 2


def test_a_state_that_overflows_after_the_loss_was_read_is_a_warning() -> None:
    result = loop("exp(s) * 3", steps=8, loss="s[0]")
    (finding,) = of_kind(result, "nan")
    assert finding.level == "warning"
    assert "The state s is infinite at step" in finding.sentence
    assert failed(result.meta) == []


def test_finite_numbers_say_nothing() -> None:
    assert of_kind(loop("w * s + 1"), "nan") == []
