"""gradview in Python on the real engine: what a notebook does from a dict to an xarray.Dataset."""

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import gradview as gv
from tests.cli.fakes import DRAFT

STAGES = ["building", "running", "checking"]


@pytest.fixture(autouse=True)
def imported(tensorflow: ModuleType) -> None:
    """TensorFlow, before any of these tests computes."""


@pytest.fixture(scope="module")
def result(tensorflow: ModuleType) -> gv.Result:
    return gv.run(DRAFT)


def test_a_result_is_a_mapping_of_described_arrays(result: gv.Result) -> None:
    assert result["total/h"].shape == (10, 4, 3) and "total/h" in result and "total/x" not in result
    info = result.info("total/h")
    assert (info.kind, info.state, info.dims) == ("total", "h", ("step", "sample", "unit:h"))
    assert info.words == "Total gradient of the loss by h, dL/dh_t"
    assert result.meta["experiment"] == gv.Experiment.from_draft(DRAFT).to_draft()
    assert [finding for finding in result.findings if finding.level == "error"] == []


def test_the_parts_of_the_total_add_up(result: gv.Result) -> None:
    for state in ("h", "c"):
        parts = [
            result[name]
            for name in (f"direct/{state}", f"through_time/{state}", f"same_step/{state}")
            if name in result
        ]
        np.testing.assert_allclose(sum(parts), result[f"total/{state}"], rtol=1e-5, atol=1e-9)


def test_a_dataset_has_the_arrays_and_their_dims(result: gv.Result) -> None:
    dataset = result.to_xarray()
    assert set(dataset.data_vars) == set(result) and dataset.attrs["name"] == "Small LSTM"
    assert dataset["total/h"].dims == ("step", "sample", "unit:h")
    np.testing.assert_array_equal(dataset["total/h"].sel({"unit:h": 1}), result["total/h"][..., 1])


@pytest.mark.parametrize("name", ["r.npz", "r/"])
def test_what_was_saved_is_loaded(result: gv.Result, tmp_path: Path, name: str) -> None:
    result.save(f"{tmp_path}/{name}")
    with gv.load(tmp_path / name) as again:
        assert list(again) == list(result) and again.meta == result.meta
        for array in result:
            np.testing.assert_array_equal(again[array], result[array])
    assert list(again) == [], "closed with the block"


def test_numpy_alone_can_open_it(result: gv.Result, tmp_path: Path) -> None:
    result.save(tmp_path / "r.npz")
    with np.load(tmp_path / "r.npz") as opened:
        np.testing.assert_array_equal(opened["total/h"], result["total/h"])


def test_with_a_folder_the_arrays_are_files_of_it(result: gv.Result, tmp_path: Path) -> None:
    with gv.run(DRAFT, folder=tmp_path / "new" / "out") as kept:
        assert isinstance(kept["total/h"], np.memmap) and kept.folder == tmp_path / "new" / "out"
        np.testing.assert_array_equal(kept["total/h"], result["total/h"])
    np.testing.assert_array_equal(gv.load(tmp_path / "new" / "out")["total/h"], result["total/h"])
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["out"]


def test_a_folder_that_is_taken_is_found_before_the_run(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    heard: list[Any] = []
    with pytest.raises(gv.ResultError, match=r"holds other things than a result; nothing was computed"):
        gv.run(DRAFT, on_progress=lambda *told: heard.append(told), folder=tmp_path)
    assert heard == [] and [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_saved_experiment_is_run_from_its_file(result: gv.Result, tmp_path: Path) -> None:
    gv.Experiment.from_draft(DRAFT).save(tmp_path / "e.gradview")
    assert gv.Experiment.load(tmp_path / "e.gradview") == gv.Experiment.from_draft(DRAFT, tmp_path)
    again = gv.run(tmp_path / "e.gradview")
    np.testing.assert_array_equal(again["total/h"], result["total/h"])


def test_progress_names_its_stages_and_counts_to_the_end() -> None:
    heard: list[tuple[str, int, int]] = []
    gv.run(DRAFT, on_progress=lambda *told: heard.append(told))
    assert list(dict.fromkeys(stage for stage, _, _ in heard)) == STAGES
    running = [(step, total) for stage, step, total in heard if stage == "running"]
    assert running == sorted(running) and running[-1][0] == running[-1][1]


@pytest.mark.parametrize("stage", STAGES)
def test_a_callback_that_says_false_stops_in_each_stage(tmp_path: Path, stage: str) -> None:
    with pytest.raises(gv.Stopped, match="Nothing was written"):
        gv.run(DRAFT, on_progress=lambda now, *_: now != stage, folder=tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_the_callback_comes_through() -> None:
    def fails(stage: str, step: int, total: int) -> None:
        raise LookupError(stage)

    with pytest.raises(LookupError, match="building"):
        gv.run(DRAFT, on_progress=fails)


WRONG: list[Any] = [
    pytest.param(
        {**DRAFT, "inputs": {**DRAFT["inputs"], "steps": 0}}, "inputs.steps: must be 1 or more", id="dict"
    ),
    pytest.param("no.gradview", "no.gradview cannot be read: No such file", id="path"),
    pytest.param(3, "an experiment must be an object", id="number"),
]


@pytest.mark.parametrize(("given", "words"), WRONG)
def test_what_is_no_experiment_is_told_with_its_field(given: Any, words: str) -> None:
    with pytest.raises(gv.ExperimentError, match=re.escape(words)):
        gv.run(given)


def test_the_users_own_step_is_not_offered_yet() -> None:
    assert not hasattr(gv, "loop_gradients") and "loop_gradients" not in gv.__all__
