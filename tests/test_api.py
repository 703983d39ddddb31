"""gradview in Python: names on first use, and run, by a made-up engine."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gradview
from gradview.api import run
from gradview.results.outcome import Stopped
from gradview.results.result import Result
from gradview.spec.experiment import Experiment
from gradview.spec.problems import ExperimentError
from tests.cli.fakes import DRAFT
from tests.results.made import loop_result


class FakeEngine:
    """Tells three steps, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Experiment, Path | None]] = []

    def __call__(
        self,
        experiment: Experiment,
        *,
        on_progress: Callable[[str, int, int], bool] | None = None,
        folder: Path | None = None,
    ) -> Result:
        self.asked.append((experiment, folder))
        for step in range(3):
            if on_progress is not None and not on_progress("running", step, 2):
                raise Stopped
        return loop_result()


@pytest.mark.parametrize("name", gradview.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(gradview, name) is not None
    assert name in dir(gradview)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        gradview.nothing  # noqa: B018


def test_an_experiment_a_dict_and_a_path_are_run_alike(tmp_path: Path) -> None:
    experiment = Experiment.from_draft(DRAFT)
    experiment.save(tmp_path / "e.gradview")
    engine = FakeEngine()
    for given in (experiment, DRAFT, tmp_path / "e.gradview", str(tmp_path / "e.gradview")):
        assert isinstance(run(given, compute=engine), Result)
    assert [asked.to_draft() for asked, _ in engine.asked] == [experiment.to_draft()] * 4


def test_paths_in_a_file_start_at_its_folder(tmp_path: Path) -> None:
    Experiment.from_draft(DRAFT).save(tmp_path / "e.gradview")
    engine = FakeEngine()
    run(tmp_path / "e.gradview", compute=engine)
    assert engine.asked[0][0].folder == tmp_path.resolve()


def test_a_callback_that_returns_nothing_does_not_stop() -> None:
    heard: list[Any] = []
    run(DRAFT, on_progress=lambda *told: heard.append(told), compute=FakeEngine())
    assert heard == [("running", 0, 2), ("running", 1, 2), ("running", 2, 2)]


def test_a_callback_that_returns_false_stops() -> None:
    with pytest.raises(gradview.Stopped):
        run(DRAFT, on_progress=lambda stage, step, total: step < 1, compute=FakeEngine())


def test_the_folder_is_handed_on(tmp_path: Path) -> None:
    engine = FakeEngine()
    run(DRAFT, folder=str(tmp_path), compute=engine)
    assert engine.asked[0][1] == tmp_path


def test_a_wrong_experiment_is_not_run() -> None:
    engine = FakeEngine()
    with pytest.raises(ExperimentError, match=r"model\.kind"):
        run({**DRAFT, "model": {"kind": "tree"}}, compute=engine)
    assert engine.asked == []


def test_load_opens_what_save_wrote(tmp_path: Path) -> None:
    loop_result().save(tmp_path / "r.npz")
    assert gradview.load(tmp_path / "r.npz")["total/x"].shape == (5,)


def test_the_version_is_the_one_that_is_packaged() -> None:
    project = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    assert f'\nversion = "{gradview.__version__}"\n' in project
