"""Structure of a loop: which steps have a path, from what a step reads."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("tensorflow", reason="the engine needs TensorFlow")

from gradview.api import run


def loop(states, updates, loss, **more):
    return {
        "model": {
            "kind": "loop",
            "steps": more.pop("steps", 4),
            "states": states,
            "updates": updates,
            **more,
        },
        "loss": {"expression": loss},
        "measures": ["states", "weights", "weights_by_step"],
        "run": {"precision": "float64"},
    }


A, B = {"name": "a", "initial": 1.0}, {"name": "b", "initial": 2.0}


def test_steps_after_the_one_the_loss_reads_have_no_path():
    result = run(loop([A], [{"state": "a", "expression": "2 * a"}], "a[1]"))
    assert result["total/a"].tolist() == [2, 1, 0, 0]
    assert result.structure("total/a").tolist() == [0, 0, 1, 1]


def test_a_state_that_nothing_leads_from_has_no_path_anywhere():
    result = run(
        loop([A, B], [{"state": "a", "expression": "2 * a"}, {"state": "b", "expression": "3 * b"}], "a[-1]")
    )
    assert result["total/b"].tolist() == [0, 0, 0, 0]
    assert result.structure("total/b").tolist() == [1, 1, 1, 1]
    assert result.structure("initial/b") == 1


def test_a_path_through_the_next_step_begins_one_step_earlier():
    updates = [{"state": "a", "expression": "previous(b)"}, {"state": "b", "expression": "3 * b"}]
    result = run(loop([A, B], updates, "a[-1]"))
    assert result["total/b"].tolist() == [9, 3, 1, 0]
    assert result.structure("total/b").tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize(
    "expression",
    ["a * 2 + 0 * (b > 1)", "a * 2 + 0 * sign(b)", "where(b, 2 * a, a)", "2 * a + stop_gradient(b)"],
)
def test_a_comparison_a_sign_a_condition_and_a_stop_are_no_path(expression):
    updates = [{"state": "a", "expression": expression}, {"state": "b", "expression": "b"}]
    result = run(loop([A, B], updates, "a[-1]"))
    assert result.structure("total/b").tolist() == [1, 1, 1, 1]
    assert result["total/a"].tolist() == [8, 4, 2, 1]


def test_an_overflow_in_steps_without_a_path_does_no_harm():
    result = run(loop([A], [{"state": "a", "expression": "exp(exp(a) + 4)"}], "a[0]"))
    assert np.isinf(result["value/a"][-1])
    assert result["total/a"].tolist() == [1, 0, 0, 0]
    assert np.isfinite(result["initial/a"])


def test_an_infinite_derivative_of_a_state_without_a_path_does_no_harm():
    updates = [{"state": "b", "expression": "sqrt(a - a)"}, {"state": "a", "expression": "2 * a"}]
    result = run(loop([B, A], updates, "a[-1]"))
    assert result["total/a"].tolist() == [8, 4, 2, 1]


def test_a_state_that_joins_later_is_kept_out_where_it_has_no_path_yet():
    """b_T has an infinite derivative and no path; b before it has one, through a's last step."""
    updates = [
        {"state": "a", "expression": "a + previous(b)"},
        {"state": "b", "expression": "b + where(t > 3, sqrt(b - b), 0.0)"},
    ]
    result = run(loop([A, B], updates, "a[-1]"))
    assert result["total/a"].tolist() == [1, 1, 1, 1]
    assert result["total/b"][2:].tolist() == [1, 0]
