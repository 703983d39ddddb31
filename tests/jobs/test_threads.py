"""Which thread does what; and the setting that computes in the worker's thread itself (mode "thread")."""

import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt, QThread

from gradview.jobs.owner import ChildOwner
from gradview.jobs.state import WorkerState
from tests.jobs.conftest import Hear

OWNED = ("start", "run", "stop", "handle", "tick", "close")


def test_children_are_owned_by_the_workers_thread_alone(hear: Hear, monkeypatch: pytest.MonkeyPatch) -> None:
    called: dict[str, set[QThread]] = {name: set() for name in OWNED}

    def noting(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*parts: Any, **named: Any) -> Any:
            called[name].add(QThread.currentThread())
            return original(*parts, **named)

        return noted

    for name in OWNED:
        monkeypatch.setattr(ChildOwner, name, noting(name, getattr(ChildOwner, name)))
    heard = hear()
    job = heard.run("hang running")
    heard.wait_for_stage(job, "running")
    heard.worker.stop()
    heard.outcome(job)
    heard.worker.close()
    assert called == {name: {heard.worker._thread} for name in OWNED}


@pytest.mark.parametrize("mode", ["process", "thread"])
def test_signals_are_sent_in_the_windows_thread(hear: Hear, mode: str) -> None:
    heard = hear(mode)
    threads: list[int] = []

    def note(*_: object) -> None:
        threads.append(threading.get_ident())

    for signal in (heard.worker.stateChanged, heard.worker.jobProgress, heard.worker.jobFinished):
        signal.connect(note, Qt.ConnectionType.DirectConnection)
    heard.result(heard.run())
    assert len(threads) > 3 and set(threads) == {threading.get_ident()}


def test_thread_mode_computes_in_the_workers_thread_of_this_process(hear: Hear) -> None:
    heard = hear("thread")
    results = [heard.result(heard.run()) for _ in range(3)]
    threads = {result.meta["thread"] for result in results}
    assert len(threads) == 1 and threading.get_ident() not in threads
    np.testing.assert_array_equal(results[2]["value/x"], np.arange(10))


def test_thread_mode_says_where_it_is_and_names_its_stages(hear: Hear) -> None:
    heard = hear("thread")
    job = heard.run()
    heard.result(job)
    stages = list(dict.fromkeys(one.stage for one in heard.stages[job]))
    assert stages == ["starting TensorFlow", "building", "running", "checking", "writing"]
    heard.wait_for_state(WorkerState.READY)
    assert heard.worker.text() == "Worker ready (in the window's process; Stop works between segments only)"


def test_thread_mode_stops_between_segments_and_runs_again(hear: Hear) -> None:
    heard = hear("thread")
    running, waiting = heard.run("slow running"), heard.run()
    heard.wait_for_stage(running, "running")
    heard.worker.stop()
    later = heard.run()
    heard.result(later)
    assert heard.ends[running] is None and heard.ends[waiting] is None


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        pytest.param("refuse", "experiment", "model.steps: needs 900 GB", id="refused"),
        pytest.param("fail", "run", "not finite from step 3", id="run error"),
        pytest.param("raise", "run", "ZeroDivisionError: a fault of ours", id="our fault"),
    ],
)
def test_thread_mode_says_why_a_run_failed_and_runs_again(
    hear: Hear, name: str, kind: str, message: str
) -> None:
    heard = hear("thread")
    failure = heard.failure(heard.run(name))
    assert failure.kind == kind and message in failure.message
    heard.result(heard.run())


def test_thread_mode_without_tensorflow_says_how_to_get_it(hear: Hear) -> None:
    heard = hear("thread", entry="tests.jobs.missing_engine:compute")
    for _ in range(2):
        failure = heard.failure(heard.run())
        assert failure.kind == "unavailable" and "pip install 'gradview[cpu]'" in failure.message
    heard.wait_for_state(WorkerState.UNAVAILABLE)
    assert heard.worker.text() == failure.message


def test_thread_mode_keeps_the_devices_of_its_first_run(hear: Hear) -> None:
    heard = hear("thread")
    heard.result(heard.run(device="cpu"))
    failure = heard.failure(heard.run(device="gpu:0"))
    assert "the first run chooses the devices" in failure.message
    heard.result(heard.run(device="cpu"))


def test_thread_mode_keeps_a_large_result_in_a_folder(hear: Hear) -> None:
    heard = hear("thread")
    result = heard.result(heard.run("big"))
    assert isinstance(result["value/x"], np.memmap)
    assert result.folder is not None and result.folder.is_dir()


def test_closing_thread_mode_during_a_run_stops_it(hear: Hear) -> None:
    heard = hear("thread")
    job = heard.run("slow running")
    heard.wait_for_stage(job, "running")
    heard.worker.close()
    assert not heard.worker._thread.isRunning()
    assert job not in heard.ends


ABANDONS = """
import sys
from PySide6.QtCore import QCoreApplication
from gradview.jobs import worker as module
from tests.jobs.test_process import FAKE, draft

module.PATIENCE = 200
application = QCoreApplication([])
worker = module.Worker("thread", entry=FAKE)

def leave(job, progress):
    if progress.stage == "running":
        worker.close()
        application.exit(0)

worker.jobProgress.connect(leave)
worker.run(draft("hang running"))
code = application.exec()
print("left")
sys.exit(code)
"""


def test_program_ends_although_a_computation_in_its_thread_does_not() -> None:
    answer = subprocess.run([sys.executable, "-c", ABANDONS], capture_output=True, text=True, timeout=50)
    assert (answer.returncode, answer.stdout) == (0, "left\n"), answer.stderr
    assert "Destroyed while thread" not in answer.stderr
