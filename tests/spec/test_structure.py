"""What is wrong with the form of a draft is said in one sentence at its field."""

import copy
from typing import Any

import pytest

from gradview.spec.drafts import KINDS, new_draft
from gradview.spec.experiment import problems
from gradview.spec.problems import ExperimentError, Problem

DELETED = object()


def changed(kind: str, path: str, value: Any) -> dict[str, Any]:
    """A new draft with one part replaced."""
    draft = new_draft(kind)
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    part: Any = draft
    for step in way:
        part = part[step]
    if value is DELETED:
        del part[last]
    else:
        part[last] = value
    return draft


BAD = [
    ("recurrent", "model.layers.0.units", -3, "model.layers.0.units: must be 1 or more (is -3)"),
    ("recurrent", "model.layers.0.units", 2.5, "model.layers.0.units: must be a whole number (is 2.5)"),
    ("recurrent", "model.layers.0.units", "8", "model.layers.0.units: must be a whole number (is '8')"),
    ("recurrent", "model.layers.0.units", True, "model.layers.0.units: must be a whole number (is true)"),
    ("recurrent", "model.layers.0.units", 10**30, "model.layers.0.units: must be 2147483647 or less (is a very large number)"),
    ("recurrent", "model.layers.0.unit", 3, "model.layers.0.unit: unknown field; did you mean units?"),
    ("recurrent", "model.layers.0.cell", DELETED, "model.layers.0.cell: is missing"),
    ("recurrent", "model.layers.0.cell", "lstn", "model.layers.0.cell: must be simple_rnn, gru or lstm (is 'lstn'); did you mean lstm?"),
    ("recurrent", "model.layers.0.direction", "backward", "model.layers.0.direction: unknown field"),
    ("recurrent", "model.layers.0.unit_forget_bias", 1, "model.layers.0.unit_forget_bias: must be true or false (is 1)"),
    ("recurrent", "model.layers.0.forget_bias", {"chrono": 1}, "model.layers.0.forget_bias.chrono: must be a number of steps above 2 (is 1)"),
    ("recurrent", "model.layers.0.forget_bias", "1", "model.layers.0.forget_bias: must be a number (is '1')"),
    ("recurrent", "model.layers", [], "model.layers: is empty; at least one is needed"),
    ("recurrent", "model.layers", {"cell": "lstm"}, "model.layers: must be a list (is an object)"),
    ("recurrent", "model.layers.0", 3, "model.layers.0: must be an object (is 3)"),
    ("recurrent", "model.readout", {"activation": "linear"}, "model.readout.units: is missing"),
    ("recurrent", "model.weights", {"from": "random", "seed": -1}, "model.weights.seed: must be 0 or more (is -1)"),
    ("recurrent", "model.weights", {"seed": 1}, "model.weights.from: is missing"),
    ("recurrent", "model.weights", 3, "model.weights: must be an object (is 3)"),
    ("recurrent", "model.weights", {"from": "file", "path": "w.npz", "layout": "pytorch"}, "model.weights.layout: must be auto, keras, torch or tf1 (is 'pytorch'); did you mean torch?"),
    ("recurrent", "model.kind", "recurent", "model.kind: must be loop or recurrent (is 'recurent'); did you mean recurrent?"),
    ("recurrent", "model.kind", DELETED, "model.kind: is missing"),
    ("recurrent", "model", DELETED, "model: is missing"),
    ("recurrent", "inputs.from", "radom", "inputs.from: must be random, values, file or example (is 'radom'); did you mean random?"),
    ("recurrent", "inputs.steps", 0, "inputs.steps: must be 1 or more (is 0)"),
    ("recurrent", "inputs.step", 3, "inputs.step: unknown field; did you mean steps?"),
    ("recurrent", "inputs.scale", "nan", "inputs.scale: must be a number (is 'nan')"),
    ("recurrent", "inputs.initial", {"h": {"shared": [0]}}, "inputs.initial.h.shared: this version cannot share one initial state; write [sample, unit]"),
    ("recurrent", "inputs.initial", {"h": [[0, "a"]]}, "inputs.initial.h.0.1: must be a number (is 'a')"),
    ("recurrent", "inputs", {"from": "values", "x": [[1, 2], [3]]}, "inputs.x.1: is [1] where the first of its list is [2]"),
    ("recurrent", "inputs", {"from": "values", "x": [1, None]}, "inputs.x.1: must be a number (is null)"),
    ("recurrent", "inputs", {"from": "values", "x": []}, "inputs.x: is an empty list"),
    ("recurrent", "inputs", {"from": "values", "x": "bytes"}, "inputs.x: must be a number (is 'bytes')"),
    ("recurrent", "loss", {"expresion": "h"}, "loss.expression: is missing"),
    ("recurrent", "loss", {"per_step": "sum(h)", "steps": "lst"}, "loss.steps: must be 'all', 'last' or a list of steps (is 'lst'); did you mean last?"),
    ("recurrent", "loss", {"per_step": "sum(h)", "steps": [0, -1]}, "loss.steps.1: must be 0 or more (is -1)"),
    ("recurrent", "loss", {"per_step": "sum(h)", "steps": [2, 2]}, "loss.steps.1: is there twice (2)"),
    ("recurrent", "measures", ["states", "wieghts"], "measures.1: must be one of states, inputs, weights, weights_by_step or outputs_by_weights (is 'wieghts'); did you mean weights?"),
    ("recurrent", "measures", ["gates"], "measures.0: this version cannot measure gates; it has states, inputs, weights, weights_by_step or outputs_by_weights"),
    ("recurrent", "measures", ["states", "states"], "measures.1: is there twice (states)"),
    ("recurrent", "measures", [], "measures: is empty; name one of states, inputs, weights, weights_by_step or outputs_by_weights"),
    ("recurrent", "run.device", "tpu", "run.device: must be 'auto', 'cpu' or 'gpu:0' (is 'tpu')"),
    ("recurrent", "run.precision", "double", "run.precision: must be float32 or float64 (is 'double')"),
    ("recurrent", "run.check", "yes", "run.check: must be 'auto', true or false (is 'yes')"),
    ("recurrent", "run.path", "fast", "run.path: this version has no fast path; write 'auto' or 'generic'"),
    ("recurrent", "run.memory", 0, "run.memory: must be 1 or more (is 0)"),
    ("recurrent", "run.memory", "lots", "run.memory: must be a whole number, 'auto' (is 'lots')"),
    ("recurrent", "nam", "a", "nam: unknown field; did you mean name?"),
    ("recurrent", "name", 3, "name: must be a text (is 3)"),
    ("recurrent", "format", "other", "format: must be 'gradview-experiment' (is 'other'): this is no experiment"),
    ("recurrent", "version", 7, "version: this is version 7, and this gradview reads up to version 1; update gradview"),
    ("recurrent", "version", "1", "version: must be a whole number from 1 to 1 (is '1')"),
    ("loop", "model.steps", 0, "model.steps: must be 1 or more (is 0)"),
    ("loop", "model.steps", DELETED, "model.steps: is missing"),
    ("loop", "model.while", "x < 1", "model.while: unknown field"),
    ("loop", "model.samples", 0, "model.samples: must be 1 or more (is 0)"),
    ("loop", "model.samples", "input", "model.samples: must be a whole number, 'inputs' or null (is 'input'); did you mean inputs?"),
    ("loop", "model.states", [], "model.states: is empty; at least one is needed"),
    ("loop", "model.states.0.name", "2x", "model.states.0.name: must be a letter, then letters, digits and _ (is '2x')"),
    ("loop", "model.states.0.name", "_x", "model.states.0.name: must be a letter, then letters, digits and _ (is '_x')"),
    ("loop", "model.states.0.name", "lambda", "model.states.0.name: is a word of Python's (lambda); choose another"),
    ("loop", "model.states.0.name", "Con", "model.states.0.name: is a device name on Windows (Con); choose another"),
    ("loop", "model.states.0.name", "lpt9", "model.states.0.name: is a device name on Windows (lpt9); choose another"),
    ("loop", "model.states.0.name", "a" * 65, "model.states.0.name: must have at most 64 characters (has 65)"),
    ("loop", "model.states.0.name", 3, "model.states.0.name: must be a name (is 3)"),
    ("loop", "model.weights.0.value", {"from": "file"}, "model.weights.0.value.from: must be numbers or {\"from\": \"random\"} (from is 'file')"),
    ("loop", "model.weights.0.value", {"from": "random", "shape": [0]}, "model.weights.0.value.shape.0: must be 1 or more (is 0)"),
    ("loop", "model.weights.0.value", {"from": "random", "sede": 0}, "model.weights.0.value.sede: unknown field; did you mean seed?"),
    ("loop", "model.updates.0", {"state": "x"}, "model.updates.0.expression: is missing"),
    ("loop", "model.updates.0", {"let": "a", "expr": "x"}, "model.updates.0.expression: is missing"),
    ("loop", "model.updates.0", {"expression": "x"}, "model.updates.0.state: is missing"),
    ("loop", "model.updates.0", {"repeat": 3, "updates": []}, "model.updates.0.state: is missing"),
    ("loop", "model.updates.0.expression", 3, "model.updates.0.expression: must be a text (is 3)"),
    ("loop", "inputs", 4, "inputs: must be an object (is 4)"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "path", "value", "said"), BAD, ids=[said.split(" (")[0] for *_, said in BAD]
)
def test_wrong_field_is_named_with_a_remedy(kind: str, path: str, value: Any, said: str) -> None:
    assert said in [str(problem) for problem in problems(changed(kind, path, value))]


@pytest.mark.parametrize("kind", ["grid", "assign", "python", "keras"])
def test_kind_of_a_later_version_is_named(kind: str) -> None:
    found = problems({"model": {"kind": kind, "units": 3}, "loss": {"expression": "h"}})
    assert [str(problem) for problem in found] == [
        f"model.kind: this version cannot compute {kind} models; it has loop or recurrent"
    ]


@pytest.mark.parametrize("draft", [None, 3, "text", [], [1]], ids=repr)
def test_what_is_no_object_is_said_to_be_none(draft: Any) -> None:
    (problem,) = problems(draft)
    assert problem.path == () and "must be an object" in problem.message


def test_every_wrong_field_is_named_at_once() -> None:
    draft = changed("recurrent", "model.layers.0.units", 0)
    draft["run"]["device"] = 3
    draft["inputs"]["seed"] = "a"
    assert [problem.where for problem in problems(draft)] == [
        "model.layers.0.units",
        "inputs.seed",
        "run.device",
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_new_draft_is_valid_and_ones_own(kind: str) -> None:
    draft = new_draft(kind)
    assert problems(draft) == []
    draft["model"].clear()
    assert new_draft(kind)["model"]


def test_problem_counts_columns_from_one_in_words() -> None:
    problem = Problem(("model", "updates", 0, "expression"), "'(' is not closed", 4)
    assert str(problem) == "model.updates.0.expression: '(' is not closed (column 5)"


def test_error_holds_a_line_for_each_problem_and_travels_between_processes() -> None:
    error = ExperimentError([Problem(("a",), "is wrong"), Problem((), "all of it")])
    assert str(error) == "a: is wrong\nall of it"
    again = copy.copy(error)
    assert again.problems == error.problems and str(again) == str(error)
