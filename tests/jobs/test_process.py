"""One run in a child that is waited for, as the command line does it: Ctrl-C, failures, where results go."""

import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import psutil
import pytest

from gradview.jobs.process import run_in_child
from gradview.results.outcome import RunError, Stopped
from gradview.spec.drafts import new_draft
from gradview.spec.problems import ExperimentError

FAKE = "tests.jobs.fake_compute:compute"


def draft(name: str) -> dict[str, Any]:
    made = new_draft("loop")
    return {**made, "name": name, "run": {**made["run"], "device": "cpu"}}


def test_result_comes_back_and_the_child_is_gone() -> None:
    heard: list[tuple[str, int, int]] = []
    result = run_in_child(draft("quick"), on_progress=lambda *told: heard.append(told), entry=FAKE)
    np.testing.assert_array_equal(result["value/x"], np.arange(10))
    assert result.meta["pid"] != os.getpid() and not psutil.pid_exists(result.meta["pid"])
    assert list(dict.fromkeys(stage for stage, _, _ in heard)) == [
        "starting TensorFlow",
        "building",
        "running",
        "checking",
        "writing",
    ]


FAILURES = [
    pytest.param("refuse", ExperimentError, "model.steps: needs 900 GB", id="refused"),
    pytest.param("fail", RunError, "not finite from step 3", id="failed"),
    pytest.param("crash", RunError, "SIGSEGV", id="died"),
]


@pytest.mark.skipif(sys.platform == "win32", reason="ends processes by signals")
@pytest.mark.parametrize(("name", "error", "words"), FAILURES)
def test_failure_is_raised(name: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        run_in_child(draft(name), entry=FAKE)


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        pytest.param("missing", r"pip install 'gradview\[cpu\]'", id="missing"),
        pytest.param("broken", "cannot be imported", id="broken"),
        pytest.param("dying", "3 times in a row", id="dying"),
    ],
)
def test_engine_that_cannot_start_is_raised(engine: str, words: str) -> None:
    with pytest.raises(RunError, match=words):
        run_in_child(draft("quick"), entry=f"tests.jobs.{engine}_engine:compute")


@pytest.mark.parametrize("name", ["slow running", "hang running"])
def test_callback_that_returns_false_stops(name: str) -> None:
    with pytest.raises(Stopped):
        run_in_child(draft(name), on_progress=lambda stage, *_: stage != "running", entry=FAKE)


def test_large_result_goes_when_nobody_holds_it() -> None:
    result = run_in_child(draft("big"), entry=FAKE)
    assert isinstance(result["value/x"], np.memmap)
    folder = result.folder
    assert folder is not None and folder.is_dir()
    del result
    gc.collect()
    assert not folder.parent.exists()


def test_run_in_another_thread_than_the_main_one_works() -> None:
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(run_in_child(draft("quick"), entry=FAKE)))
    thread.start()
    thread.join()
    assert results[0]["loss"] == 0.5


RUNS = """
import sys
from gradview.jobs.process import run_in_child
from gradview.results.outcome import Stopped
from tests.jobs.test_process import FAKE, draft

def say(stage, step, total):
    print(stage, flush=True)

try:
    run_in_child(draft(sys.argv[1]), on_progress=say, entry=FAKE)
except Stopped:
    print("stopped")
print("handler", __import__("signal").getsignal(2) is __import__("signal").default_int_handler)
"""

Start = Callable[[str], "subprocess.Popen[str]"]


def started(name: str, until: str) -> "subprocess.Popen[str]":
    """A program that runs a draft, once it has said that it is at a stage."""
    program = subprocess.Popen(
        [sys.executable, "-c", RUNS, name], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert program.stdout is not None
    while (line := program.stdout.readline().strip()) != until:
        assert line, "the program ended early"
    return program


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("name", ["slow running", "hang running"])
def test_ctrl_c_stops(name: str, times: int) -> None:
    program = started(name, "running")
    (child,) = psutil.Process(program.pid).children()
    for _ in range(times):
        os.killpg(program.pid, signal.SIGINT)
    out, _ = program.communicate(timeout=20)  # the run would go on for half a minute or more
    assert out.splitlines()[-2:] == ["stopped", "handler True"]
    assert program.returncode == 0 and not child.is_running()


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
def test_ctrl_c_while_tensorflow_is_imported_stops() -> None:
    program = started("quick", "starting TensorFlow")
    os.killpg(program.pid, signal.SIGINT)
    out, _ = program.communicate(timeout=20)
    assert out.splitlines()[-2:] == ["stopped", "handler True"]


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.parametrize("name", ["slow running", "hang running"])
def test_child_ends_with_its_owner_also_during_a_run(name: str) -> None:
    program = started(name, "running")
    (child,) = psutil.Process(program.pid).children()
    program.kill()
    program.communicate(timeout=20)
    child.wait(20)
