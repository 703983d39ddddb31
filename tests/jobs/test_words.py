"""Small things that are said or decided by the way: how a process died, time left, which class of device."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gradview.jobs import devices
from gradview.jobs.death import oom_kills, said
from gradview.jobs.entry import EngineMissingError, load
from gradview.jobs.memory import total_memory
from gradview.jobs.messages import Progress
from gradview.jobs.perform import Sparing
from gradview.jobs.time_left import TimeLeft

DEATHS = [
    pytest.param(
        -9, False, "was killed by signal 9 (SIGKILL): out of memory, or somebody ended it", id="kill"
    ),
    pytest.param(-9, True, "was killed by signal 9 (SIGKILL): the system ran out of memory", id="memory"),
    pytest.param(-7, False, "(SIGBUS): a crash in compiled code, or no space left", id="bus"),
    pytest.param(-15, False, "was killed by signal 15 (SIGTERM): somebody ended it", id="term"),
    pytest.param(-10, False, "was killed by signal 10 (SIGUSR1)", id="no cause known"),
    pytest.param(-99, False, "was killed by signal 99 (unknown)", id="no such signal"),
    pytest.param(0, False, "ended by itself (exit code 0)", id="by itself"),
    pytest.param(0xC0000005, False, "ended with code 0xC0000005 (a crash in compiled code", id="Windows"),
]


@pytest.mark.parametrize(("code", "ran_out", "words"), DEATHS)
def test_death_is_told_in_words(code: int, ran_out: bool, words: str) -> None:
    assert words in said(code, ran_out)


def test_kernels_count_of_kills_is_read(tmp_path: Path) -> None:
    path = tmp_path / "vmstat"
    path.write_text("nr_free_pages 1\noom_kill 7\n")
    assert oom_kills(path) == 7
    path.write_text("nr_free_pages 1\n")
    assert oom_kills(path) is None and oom_kills(tmp_path / "no") is None


def test_time_left_starts_with_each_stage_and_run() -> None:
    now = [0.0]
    left = TimeLeft(clock=lambda: now[0])

    def at(seconds: float, stage: str, step: int, job: str = "a") -> float | None:
        now[0] = seconds
        return left.added(Progress(job, stage, step, 100)).seconds_left

    assert at(0.0, "running", 0) is None
    assert at(0.1, "running", 10) is None, "too early to tell"
    assert at(1.0, "running", 10) == pytest.approx(9.0)
    assert at(2.0, "running", 50) == pytest.approx(2.0)
    assert at(3.0, "running", 100) == 0
    assert at(50.0, "checking", 20) is None
    assert at(51.0, "checking", 40) == pytest.approx(3.0), "the first report is where the clock starts"
    assert at(60.0, "checking", 0, job="b") is None


def test_time_left_of_a_stage_without_a_total_is_not_known() -> None:
    now = iter([0.0, 10.0])
    left = TimeLeft(clock=lambda: next(now))
    told = Progress("a", "writing", 0, 0)
    assert left.added(told).seconds_left is None
    assert left.added(replace(told, step=5)).seconds_left is None


def test_progress_is_told_sparingly_but_for_beginnings_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("gradview.jobs.perform.time.monotonic", lambda: now[0])
    heard: list[tuple[str, int, int]] = []
    tell = Sparing(lambda *told: heard.append(told))
    for step in range(101):
        now[0] = step * 0.001
        tell("running", step, 100)
    tell("writing", 0, 1)
    assert heard == [("running", 0, 100), ("running", 50, 100), ("running", 100, 100), ("writing", 0, 1)]


WANTS = [
    pytest.param({"run": {"device": "cpu"}}, True, False, id="cpu"),
    pytest.param({"run": {"device": "gpu:0"}}, False, True, id="gpu"),
    pytest.param({"run": {"device": "auto"}}, True, True, id="auto with a GPU"),
    pytest.param({"run": {"device": "auto"}}, False, False, id="auto without"),
    pytest.param({}, True, True, id="nothing said"),
    pytest.param({"run": {"device": 3}}, True, False, id="wrong"),
    pytest.param({"run": []}, False, False, id="no object"),
]


@pytest.mark.parametrize(("draft", "there", "gpu"), WANTS)
def test_class_of_device_follows_the_draft(
    monkeypatch: pytest.MonkeyPatch, draft: Mapping[str, Any], there: bool, gpu: bool
) -> None:
    monkeypatch.setattr(devices, "seen_devices", lambda: ("cpu", "gpu") if there else ("cpu",))
    assert devices.wants_gpu(draft) is gpu


def test_a_containers_limit_is_the_memory_there_is(tmp_path: Path) -> None:
    limit = tmp_path / "memory.max"
    limit.write_text("1000000\n")
    assert total_memory(limit) == 1_000_000
    limit.write_text("max\n")
    assert total_memory(limit) == total_memory(tmp_path / "no") > 1_000_000


def test_import_that_fails_by_any_other_error_is_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "odd_engine.py").write_text("raise AttributeError('numpy has no attribute')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(EngineMissingError, match=r"imported .AttributeError: numpy has no attribute"):
        load("odd_engine:compute")
