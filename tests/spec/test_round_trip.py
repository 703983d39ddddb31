"""An experiment comes back from its draft and its file; a broken draft gives problems, never an error."""

import copy
import json
from pathlib import Path
from typing import Any

from hypothesis import given

from gradview.spec.base import plain
from gradview.spec.experiment import Experiment, problems
from gradview.spec.files import read_draft
from tests.spec.drawn import broken, drafts


@given(draft=drafts())
def test_experiment_comes_back_from_its_draft(draft: dict[str, Any]) -> None:
    experiment = Experiment.from_draft(draft)
    assert Experiment.from_draft(experiment.to_draft()) == experiment


@given(draft=drafts())
def test_draft_keeps_what_was_set_and_adds_no_defaults(draft: dict[str, Any]) -> None:
    back = Experiment.from_draft(draft).to_draft()
    whole = {"format": "gradview-experiment", "version": 1, **draft}
    whole["model"].setdefault("kind", draft["model"]["kind"])
    assert json.dumps(back, sort_keys=True) == json.dumps(plain(whole), sort_keys=True)


@given(draft=drafts())
def test_validating_leaves_the_draft_alone(draft: dict[str, Any]) -> None:
    before = copy.deepcopy(draft)
    problems(draft)
    assert json.dumps(draft) == json.dumps(before)


@given(draft=drafts())
def test_experiment_comes_back_from_a_file(tmp_path_factory: Any, draft: dict[str, Any]) -> None:
    path = tmp_path_factory.mktemp("saved") / "one.gradview"
    experiment = Experiment.from_draft(draft, path.parent)
    experiment.save(path)
    assert Experiment.load(path) == experiment
    assert "NaN" not in path.read_text(encoding="utf-8") and read_draft(path) == experiment.to_draft()


@given(draft=broken())
def test_a_broken_draft_gives_problems_of_one_line(draft: Any) -> None:
    for problem in problems(draft):
        assert problem.message and "\n" not in str(problem)
        assert not any(isinstance(part, str) and part.startswith("function-") for part in problem.path)


def test_folder_is_where_the_file_lies(tmp_path: Path) -> None:
    path = tmp_path / "one.gradview"
    path.write_text(
        '{"model": {"kind": "loop", "steps": 1, "states": [{"name": "s", "initial": 1}]},'
        ' "loss": {"expression": "s[-1]"}}'
    )
    assert Experiment.load(path).folder == tmp_path.resolve()
