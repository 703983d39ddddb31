"""Runs that end well, or by themselves: results, failures in words, large results, what the child prints."""

import gc
from pathlib import Path

import numpy as np
import psutil
import pytest

from gradview.jobs.state import WorkerState
from tests.jobs.conftest import Hear


def test_three_runs_in_a_row_come_from_one_process(hear: Hear) -> None:
    heard = hear()
    results = [heard.result(heard.run()) for _ in range(3)]
    assert len({result.meta["pid"] for result in results}) == 1
    assert results[0].meta["pid"] in [child.pid for child in psutil.Process().children()]
    np.testing.assert_array_equal(results[2]["value/x"], np.arange(10))


def test_states_follow_the_run(hear: Hear) -> None:
    heard = hear()
    heard.result(heard.run())
    heard.wait_for_state(WorkerState.READY)
    assert heard.states[0] is WorkerState.STARTING
    assert heard.states[-3:] == [WorkerState.READY, WorkerState.BUSY, WorkerState.READY] or heard.states == [
        WorkerState.STARTING,
        WorkerState.BUSY,
        WorkerState.READY,
    ]


def test_progress_names_stages_and_tells_the_time_left(hear: Hear) -> None:
    heard = hear()
    job = heard.run("slow running")
    heard.wait(lambda: any(one.seconds_left is not None for one in heard.stages.get(job, [])))
    stages = list(dict.fromkeys(one.stage for one in heard.stages[job]))
    assert stages == ["starting TensorFlow", "building", "running"]
    last = heard.stages[job][-1]
    assert last.seconds_left is not None and 1 < last.seconds_left < 60
    heard.worker.stop()
    heard.outcome(job)


def test_jobs_asked_for_while_one_runs_are_done_in_order(hear: Hear) -> None:
    heard = hear()
    jobs = [heard.run() for _ in range(3)]
    for job in jobs:
        heard.result(job)
    assert list(heard.ends) == jobs


def test_draft_changed_after_run_is_run_as_it_was(hear: Hear) -> None:
    from gradview.spec.drafts import new_draft

    heard = hear()
    draft = new_draft("loop")
    draft["name"] = "before"
    job = heard.worker.run(draft)
    draft["model"]["steps"] = -1
    assert heard.result(job).experiment["name"] == "before"


@pytest.mark.parametrize(
    ("name", "kind", "message", "details"),
    [
        pytest.param("refuse", "experiment", "model.steps: needs 900 GB", "", id="refused"),
        pytest.param("fail", "run", "not finite from step 3", "details of it", id="run error"),
        pytest.param("raise", "run", "ZeroDivisionError: a fault of ours", "Traceback", id="our fault"),
        pytest.param("memory", "run", "more memory than there is", "Traceback", id="memory"),
    ],
)
def test_failed_run_says_why_and_the_next_one_works(
    hear: Hear, name: str, kind: str, message: str, details: str
) -> None:
    heard = hear()
    failure = heard.failure(heard.run(name))
    assert failure.kind == kind
    assert message in failure.message
    assert details in failure.details
    heard.result(heard.run())


def test_wrong_draft_names_the_field(hear: Hear) -> None:
    heard = hear()
    failure = heard.failure(heard.worker.run({"model": {"kind": "loop", "steps": -3}}))
    assert failure.kind == "experiment"
    assert ("model", "steps") in [problem.path for problem in failure.problems]


def test_large_result_is_memory_mapped_and_goes_with_its_last_holder(hear: Hear) -> None:
    heard = hear()
    job = heard.run("big")
    result = heard.result(job)
    assert isinstance(result["value/x"], np.memmap)
    assert result["value/x"][-1] == len(result["value/x"]) - 1
    folder = result.folder
    assert folder is not None and folder.is_dir()
    assert folder.parent.stat().st_mode & 0o777 == 0o700
    del result
    heard.ends.clear()
    gc.collect()
    assert not folder.exists()


def test_result_that_is_known_to_be_large_is_written_step_by_step(hear: Hear) -> None:
    from gradview.spec.drafts import new_draft

    heard = hear()
    draft = new_draft("loop")
    draft["model"]["steps"] = 5_000
    draft["model"]["weights"][0] |= {"per_step": True, "value": [1.0] * 5_000}
    draft["measures"] = ["outputs_by_weights"]  # 5,000 x 5,000 numbers
    result = heard.result(heard.worker.run(draft))
    assert result.meta["written"]
    assert isinstance(result["value/x"], np.memmap)
    assert result["loss"] == 0.5
    assert result.folder is not None
    assert list(result.folder.parent.glob("*.part")) == []


@pytest.mark.parametrize("entry", ["tests.jobs.loud_engine:compute"], ids=["while importing"])
def test_what_an_import_prints_harms_nothing(hear: Hear, entry: str) -> None:
    heard = hear(entry=entry)
    heard.result(heard.run())


def test_what_a_run_prints_harms_nothing(hear: Hear) -> None:
    heard = hear()
    heard.result(heard.run("print"))
    heard.result(heard.run())


def test_modules_in_the_folder_we_stand_in_are_not_imported(
    hear: Hear, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "numpy.py").write_text("raise RuntimeError('a user has a file of this name')")
    monkeypatch.chdir(tmp_path)
    heard = hear()
    heard.result(heard.run())
