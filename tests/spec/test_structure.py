"""What is wrong with the form of a draft is said in one sentence at its field."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from gradview.spec.drafts import KINDS, new_draft
from gradview.spec.experiment import problems
from gradview.spec.problems import ExperimentError, Problem
from tests.spec.changed import changed

# kind of model, field, what is put there, what is said
WRONG = json.loads(Path(__file__).with_name("wrong_fields.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("kind", "path", "value", "said"), WRONG, ids=[said.split(" (")[0] for *_, said in WRONG]
)
def test_wrong_field_is_named_with_a_remedy(kind: str, path: str, value: Any, said: str) -> None:
    assert said in [str(problem) for problem in problems(changed(kind, {path: value}))]


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
    draft = changed("recurrent", {"model.layers.0.units": 0})
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
