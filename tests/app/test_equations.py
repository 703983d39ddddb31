"""Equations in the summary: what is computed, in its order."""

from __future__ import annotations

from typing import Any

import pytest

from gradview.app.equations import equations
from gradview.spec.drafts import new_draft
from gradview.spec.experiment import Experiment
from gradview.spec.models.recurrent import CELLS


def lines(draft: dict[str, Any]) -> tuple[str, ...]:
    return equations(Experiment.from_draft(draft))


def test_a_loop_says_its_updates_and_its_loss() -> None:
    assert lines(new_draft("loop")) == ("x_t = w * x", "L = x[-1]")


def test_lets_and_initial_expressions_stand_where_they_are_computed() -> None:
    draft = new_draft("loop")
    draft["model"]["states"][0]["initial"] = "2 * w"
    draft["model"]["updates"].insert(0, {"let": "z", "expression": "w * t"})
    assert lines(draft)[:3] == ("x_0 = 2 * w", "z = w * t", "x_t = w * x")


@pytest.mark.parametrize("cell", CELLS)
def test_each_cell_says_its_own_activation(cell: str) -> None:
    draft = new_draft("recurrent")
    draft["model"]["layers"] = [{"cell": cell, "units": 3, "activation": "relu"}]
    text = "\n".join(lines(draft))
    assert f"{cell}, 3 units" in text
    assert "relu(" in text
    assert not any(sign in text for sign in ("{act}", "{rec}", "{reset}"))


def test_gru_says_where_it_resets() -> None:
    said = []
    for reset_after in (True, False):
        draft = new_draft("recurrent")
        draft["model"]["layers"] = [{"cell": "gru", "units": 3, "reset_after": reset_after}]
        said.append("\n".join(lines(draft)))
    assert "r_t (U h_{t-1} + b)" in said[0]
    assert "U (r_t h_{t-1})" in said[1]


def test_equal_layers_are_said_once() -> None:
    draft = new_draft("recurrent")
    draft["model"]["layers"] = [{"cell": "lstm", "units": 3}, {"cell": "lstm", "units": 3}]
    found = lines(draft)
    assert "layer 1: lstm, 3 units, as layer 0" in found
    assert sum(line.startswith("c_t") for line in found) == 1


def test_readout_and_per_step_loss_are_said() -> None:
    draft = new_draft("recurrent")
    draft["model"]["readout"] = {"units": 1, "activation": "sigmoid"}
    draft["loss"] = {"per_step": "sum(y**2)", "steps": "last", "reduce": "mean"}
    assert lines(draft)[-3:] == (
        "y_t = sigmoid(W h_t + b)",
        "L_t = sum(y**2)",
        "L = mean of L_t over each sample's last step",
    )
