"""Well-formed parts of an experiment must agree; where they do not, the field to change is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from gradview.spec.experiment import Experiment, problems
from gradview.spec.loss_scope import one_step_scope, stacked_scope
from gradview.spec.shapes import Sizes, sizes, state_shapes, weight_shapes
from tests.spec.changed import changed

# kind of model, what is put into its new draft, how the problem begins
DISAGREEMENTS = json.loads(Path(__file__).with_name("disagreements.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("kind", "parts", "said"),
    DISAGREEMENTS,
    ids=[f"{'+'.join(parts)} {said[:60]}" for _, parts, said in DISAGREEMENTS],
)
def test_disagreement_is_named_at_its_field(kind: str, parts: dict[str, Any], said: str) -> None:
    found = [str(problem) for problem in problems(changed(kind, parts))]
    assert any(line.startswith(said) for line in found), found


def test_error_in_an_expression_names_its_column() -> None:
    (problem,) = problems(changed("loop", {"model.updates.0.expression": "w * tanx(x)"}))
    assert problem.path == ("model", "updates", 0, "expression") and problem.column == 4


def test_texts_are_read_even_where_sizes_do_not_agree() -> None:
    found = problems(changed("loop", {"model.samples": "inputs", "model.updates.0.expression": "w * ("}))
    assert [problem.where for problem in found] == ["model.samples", "model.updates.0.expression"]


def test_outputs_by_weights_needs_no_loss() -> None:
    assert problems(changed("loop", {"loss": "<deleted>", "measures": ["outputs_by_weights"]})) == []


def test_number_stands_for_a_vector_as_initial_state() -> None:
    draft = changed("loop", {"model.weights.0.value": [1, 2, 3], "loss.expression": "sum(x[-1])"})
    experiment = Experiment.from_draft(draft)
    assert state_shapes(experiment, sizes(experiment)) == {"x": (3,)}


def test_states_find_their_shapes_through_each_other() -> None:
    parts = {
        "model.states": [{"name": name, "initial": 0} for name in "abc"],
        "model.weights": [{"name": "w", "value": [[1, 2], [3, 4], [5, 6]]}],
        "model.updates": [
            {"state": "a", "expression": "w @ b + c"},
            {"let": "k", "expression": "previous(a) + 1"},
            {"state": "b", "expression": "b + k @ w"},
            {"state": "c", "expression": "c + a"},
        ],
        "loss.expression": "sum(c)",
    }
    experiment = Experiment.from_draft(changed("loop", {**parts, "model.updates.2.expression": "b + w[0]"}))
    assert state_shapes(experiment, sizes(experiment)) == {"a": (3,), "b": (2,), "c": (3,)}


def test_line_that_depends_on_a_wrong_one_is_named_too() -> None:
    lines = [{"let": "k", "expression": "nothing"}, {"state": "x", "expression": "k * x"}]
    found = [problem.where for problem in problems(changed("loop", {"model.updates": lines}))]
    assert found == ["model.updates.0.expression", "model.updates.1.expression"]


def test_samples_come_first_in_shapes_and_not_in_expressions() -> None:
    parts = {
        "model.samples": "inputs",
        "model.states": [{"name": "s", "initial": [0, 0]}],
        "model.updates": [{"state": "s", "expression": "w * s + x"}],
        "inputs": {
            "from": "random",
            "samples": 3,
            "features": 2,
            "target": {"from": "random", "shape": [5, 3]},
        },
        "loss": {"per_step": "sum(s) * target * t"},
        "model.output": "s[0]",
    }
    experiment = Experiment.from_draft(changed("loop", parts))
    agreed = sizes(experiment)
    assert agreed == Sizes(5, 3, (2,), ())
    assert state_shapes(experiment, agreed) == {"s": (3, 2)}
    stacked = stacked_scope(experiment, agreed).names
    assert stacked == {"w": (), "s": (5, 3, 2), "y": (5, 3), "x": (5, 3, 2), "target": (5, 3)}
    assert one_step_scope(experiment, agreed).names == {
        **{"w": (), "s": (2,), "y": (), "x": (2,), "target": (), "t": ()}
    }


@pytest.mark.parametrize("reset_after", [True, False])
def test_shapes_of_a_stack(reset_after: bool) -> None:
    layers = [
        {"cell": "lstm", "units": 3},
        {"cell": "gru", "units": 2, "reset_after": reset_after},
        {"cell": "simple_rnn", "units": 5},
    ]
    parts = {"model.layers": layers, "model.readout": {"units": 1}, "loss.expression": "mean(y * h[0, 0, 0])"}
    experiment = Experiment.from_draft(changed("recurrent", parts))
    agreed = sizes(experiment)
    assert agreed == Sizes(10, 8, (4,), None)
    states = {"layer0_h": (8, 3), "layer0_c": (8, 3), "layer1_h": (8, 2), "layer2_h": (8, 5)}
    assert list(state_shapes(experiment, agreed).items()) == list(states.items())
    assert weight_shapes(experiment, agreed) == {
        "layer0_kernel": (4, 12),
        "layer0_recurrent_kernel": (3, 12),
        "layer0_bias": (12,),
        "layer1_kernel": (3, 6),
        "layer1_recurrent_kernel": (2, 6),
        "layer1_bias": (2, 6) if reset_after else (6,),
        "layer2_kernel": (2, 5),
        "layer2_recurrent_kernel": (5, 5),
        "layer2_bias": (5,),
        "readout_kernel": (5, 1),
        "readout_bias": (1,),
    }
    assert stacked_scope(experiment, agreed).names["h"] == (10, 8, 5)


def test_one_layer_has_plain_names() -> None:
    experiment = Experiment.from_draft(changed("recurrent", {}))
    agreed = sizes(experiment)
    assert list(state_shapes(experiment, agreed)) == ["h", "c"]
    assert list(weight_shapes(experiment, agreed)) == ["kernel", "recurrent_kernel", "bias"]


def test_random_inputs_take_the_loops_steps_where_they_give_none() -> None:
    parts = {"model.states.0.name": "s", "model.updates": [], "loss.expression": "s[-1]"}
    experiment = Experiment.from_draft(
        changed("loop", {**parts, "inputs": {"from": "random", "features": 2}})
    )
    assert sizes(experiment) == Sizes(5, None, (2,), None)


def test_y_is_a_states_own_where_one_is_called_so() -> None:
    parts = {
        "model.states": [{"name": "s", "initial": [1, 2]}, {"name": "y", "initial": 3}],
        "model.updates": [],
    }
    experiment = Experiment.from_draft(changed("loop", {**parts, "loss.expression": "y[-1]"}))
    assert stacked_scope(experiment, sizes(experiment)).names["y"] == (5,)
