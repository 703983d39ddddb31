"""A child that dies is one failed run with a clear message; earlier results and the next run live."""

import os
import signal
import sys

import numpy as np
import psutil
import pytest

from gradview.jobs import spawned
from gradview.jobs.state import WorkerState
from tests.jobs.conftest import Hear
from tests.jobs.hearing import Hearing

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ends processes by signals")

UNHARMED = "The experiment and earlier results are as they were."


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The children started so far, by their entry."""
    started: list[str] = []
    original = spawned.start

    def noted(entry: str) -> object:
        started.append(entry)
        return original(entry)

    monkeypatch.setattr(spawned, "start", noted)
    return started


def kill(heard: Hearing, number: int = signal.SIGKILL) -> int:
    """End the child at work as somebody else would."""
    (pid,) = heard.warm_children()
    os.kill(pid, number)
    return pid


def test_killed_worker_is_one_failed_run_and_the_next_one_works(hear: Hear) -> None:
    heard = hear()
    earlier = heard.result(heard.run())
    job = heard.run("slow running")
    heard.wait(lambda: any(one.stage == "running" and one.step > 1 for one in heard.stages.get(job, [])))
    killed = kill(heard)
    failure = heard.failure(job)
    assert failure.kind == "died"
    assert failure.message.startswith("The worker process was killed by signal 9 (SIGKILL)")
    assert " while running at step " in failure.message and failure.message.endswith(UNHARMED)
    assert heard.result(heard.run()).meta["pid"] != killed
    np.testing.assert_array_equal(earlier["value/x"], np.arange(10))
    assert [type(end).__name__ for end in heard.ends.values()] == ["Result", "Failure", "Result"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        pytest.param("crash", "was killed by signal 11 (SIGSEGV): a crash in compiled code", id="crash"),
        pytest.param("exit", "ended by itself (exit code 7)", id="exit"),
    ],
)
def test_run_that_takes_the_process_with_it_says_how(hear: Hear, name: str, message: str) -> None:
    heard = hear()
    failure = heard.failure(heard.run(name))
    assert failure.message == f"The worker process {message} while writing at step 3 of 3. {UNHARMED}"
    heard.result(heard.run())


def test_runs_waiting_behind_a_dead_one_are_done(hear: Hear) -> None:
    heard = hear()
    dead, *waiting = [heard.run(name) for name in ("crash", "quick", "crash", "quick")]
    heard.failure(dead)
    heard.result(waiting[0])
    heard.failure(waiting[1])
    heard.result(waiting[2])


def test_stop_of_a_child_that_dies_meanwhile_is_a_stop(hear: Hear) -> None:
    heard = hear()
    job = heard.run("hang running")
    heard.wait_for_stage(job, "running")
    heard.worker.stop()
    kill(heard)
    assert heard.outcome(job) is None


def test_idle_child_that_dies_is_replaced_in_silence(hear: Hear) -> None:
    heard = hear()
    heard.result(heard.run())
    killed = kill(heard)
    heard.wait(lambda: heard.warm_children() - {killed})
    assert WorkerState.UNAVAILABLE not in heard.states
    heard.result(heard.run())


def test_child_that_dies_before_it_is_ready_is_started_twice_more(hear: Hear, starts: list[str]) -> None:
    heard = hear(entry="tests.jobs.dying_engine:compute")
    failure = heard.failure(heard.run())
    assert len(starts) == 3
    assert failure.kind == "unavailable"
    assert failure.message == (
        "TensorFlow cannot be started: the worker process was killed by signal 4 (SIGILL): this processor "
        "lacks an instruction that TensorFlow was built with (AVX), 3 times in a row."
    )
    assert "the last words" in failure.details
    assert heard.worker.state() is WorkerState.UNAVAILABLE and heard.worker.text() == failure.message
    assert heard.failure(heard.run()) == failure, "the next run is told so, and nothing is started for it"
    assert len(starts) == 3


def test_starting_again_tries_again(hear: Hear, starts: list[str]) -> None:
    heard = hear(entry="tests.jobs.dying_engine:compute")
    heard.wait_for_state(WorkerState.UNAVAILABLE)
    heard.worker.start()
    heard.wait(lambda: len(starts) == 6)
    heard.failure(heard.run())
    assert len(starts) == 6


def test_spare_child_that_dies_is_given_up_and_runs_go_on(
    hear: Hear, starts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = hear()
    heard.wait_for_state(WorkerState.READY)
    owner = heard.worker._foreman._owner  # type: ignore[attr-defined]
    owner._entry, owner._keeps_spare = "tests.jobs.dying_engine:compute", True
    heard.result(heard.run())
    heard.wait(lambda: len(starts) == 4 and owner._spare is None)
    heard.result(heard.run())
    assert len(starts) == 4 and WorkerState.UNAVAILABLE not in heard.states


MISSING = "TensorFlow is not installed. Install it with: pip install 'gradview[cpu]'"
BROKEN = "TensorFlow cannot be imported (libcudart.so.12: cannot open shared object file). Installing it"


@pytest.mark.parametrize(
    ("engine", "message", "details"),
    [
        pytest.param("missing", MISSING, "No module named 'tensorflow'", id="not installed"),
        pytest.param("broken", BROKEN, "Failed to load the native runtime", id="import fails"),
    ],
)
def test_without_tensorflow_the_worker_says_what_to_install(
    hear: Hear, starts: list[str], engine: str, message: str, details: str
) -> None:
    heard = hear(entry=f"tests.jobs.{engine}_engine:compute")
    heard.wait_for_state(WorkerState.UNAVAILABLE)
    assert heard.worker.text().startswith(message)
    failure = heard.failure(heard.run())
    assert failure.kind == "unavailable" and failure.message.startswith(message)
    assert details in failure.details
    assert len(starts) == 1, "another start would not help"


def test_child_of_another_version_is_refused_and_ended(hear: Hear, starts: list[str]) -> None:
    before = children()
    heard = hear(entry="tests.jobs.foreign_engine:compute")
    failure = heard.failure(heard.run())
    assert failure.kind == "unavailable"
    assert "another version of gradview (protocol 2, here 1). Start gradview again." in failure.message
    assert len(starts) == 1
    heard.wait(lambda: children() == before)


def test_no_room_for_a_process_is_said(hear: Hear, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(entry: str) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(spawned, "start", start)
    heard = hear()
    failure = heard.failure(heard.run())
    assert failure.kind == "unavailable"
    assert "A worker process cannot be started: [Errno 11] Resource temporarily" in failure.message


def children() -> set[psutil.Process]:
    """The processes of this one: a test's own, and those that the whole run shares, such as its screen."""
    return set(psutil.Process().children(recursive=True))


@pytest.mark.parametrize("doing", ["starting", "idle", "slow running", "hang running"])
def test_closing_leaves_no_process_and_no_thread(hear: Hear, doing: str) -> None:
    engine, before = "slow_engine" if doing == "starting" else "fake_compute", children()
    heard = hear(entry=f"tests.jobs.{engine}:compute", spare=True)
    if doing in ("starting", "idle"):
        heard.wait(lambda: children() - before)
    else:
        heard.wait_for_stage(heard.run(doing), "running")
    started = children() - before
    heard.worker.close()
    assert started and not any(child.is_running() for child in started)
    assert not heard.worker._thread.isRunning()
    ends = dict(heard.ends)
    heard.qtbot.wait(100)
    assert heard.ends == ends, "nothing is said about jobs afterwards"
