"""What the owner of the children makes of what they say: children are made up, and nothing waits."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradview.jobs.messages import (
    Died,
    Failed,
    Failure,
    Finished,
    Message,
    Progress,
    Ready,
    Request,
    StoppedMessage,
    StopRequest,
)
from gradview.jobs.owner import ChildOwner
from gradview.jobs.perform import part_of
from gradview.jobs.state import WorkerState
from gradview.results.names import array_info
from gradview.results.result import Result


class MadeUpChild:
    """Notes what it is sent."""

    def __init__(self) -> None:
        self.ready: Ready | None = None
        self.gpu: bool | None = None
        self.sent: list[Message] = []
        self.ended = False

    def send(self, message: Message) -> None:
        self.sent.append(message)

    def end(self) -> None:
        self.ended = True

    def wait(self) -> bool:
        return True


class Heard:
    """A listener that keeps everything in order."""

    def __init__(self) -> None:
        self.said: list[tuple[Any, ...]] = []

    def state_changed(self, state: WorkerState, text: str) -> None:
        self.said.append((state.name, text))

    def progress(self, job: str, progress: Progress) -> None:
        self.said.append(("progress", job, progress.stage))

    def finished(self, job: str, result: Result) -> None:
        self.said.append(("finished", job))

    def failed(self, job: str, failure: Failure) -> None:
        self.said.append(("failed", job, failure.kind))

    def stopped(self, job: str) -> None:
        self.said.append(("stopped", job))

    @property
    def ends(self) -> list[tuple[Any, ...]]:
        return [one for one in self.said if one[0] in ("finished", "failed", "stopped")]


class Owned:
    """An owner with made-up children, the first of them ready."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, spare: bool = False) -> None:
        self.children: list[MadeUpChild] = []
        monkeypatch.setattr(ChildOwner, "_spawn", self._spawn)
        self.heard = Heard()
        self.owner = ChildOwner("", self._deliver, self.heard, spare)
        self.owner.start()
        self.say(0, Ready("", {"tensorflow": "2.21.0"}))

    def _spawn(self) -> MadeUpChild:
        self.children.append(MadeUpChild())
        return self.children[-1]

    def _deliver(self, child: Any, message: Message) -> None:
        raise AssertionError("made-up children say nothing by themselves")

    def run(self, job: str, device: str = "cpu", out_folder: Path | None = None) -> None:
        self.owner.run(Request(job, {"run": {"device": device}}, out_folder=out_folder))

    def say(self, child: int, message: Message) -> None:
        self.owner.handle(self.children[child], message)  # type: ignore[arg-type]


@pytest.fixture
def owned(monkeypatch: pytest.MonkeyPatch) -> Owned:
    return Owned(monkeypatch)


def result(job: str) -> Finished:
    info = array_info("loss")
    return Finished(job, {"loss": np.array(1.0)}, {"arrays": {"loss": info.to_meta()}})


def test_ready_worker_names_its_tensorflow(owned: Owned) -> None:
    assert owned.heard.said == [
        ("STARTING", "Starting TensorFlow…"),
        ("READY", "Worker ready (TensorFlow 2.21.0)"),
    ]


OF_ANOTHER_JOB = [
    pytest.param(Progress("old", "running", 1, 2), id="progress"),
    pytest.param(result("old"), id="result"),
    pytest.param(Failed("old", "run", "why"), id="failure"),
    pytest.param(StoppedMessage("old"), id="stop"),
]


@pytest.mark.parametrize("message", OF_ANOTHER_JOB)
def test_message_of_another_job_is_dropped(owned: Owned, message: Message) -> None:
    owned.run("new")
    before = list(owned.heard.said)
    owned.say(0, message)
    assert owned.heard.said == before
    owned.say(0, result("new"))
    assert owned.heard.ends == [("finished", "new")]


@pytest.mark.parametrize("message", OF_ANOTHER_JOB)
def test_message_while_nothing_runs_is_dropped(owned: Owned, message: Message) -> None:
    before = list(owned.heard.said)
    owned.say(0, message)
    assert owned.heard.said == before


def test_message_of_a_child_that_was_ended_is_dropped(owned: Owned) -> None:
    owned.run("a")
    owned.owner.stop()
    owned.owner.tick(now=True)
    owned.say(0, result("a"))
    owned.say(0, Ready("", {}))
    assert owned.heard.ends == [("stopped", "a")] and owned.children[0].ended


def test_result_that_crosses_a_stop_is_a_stop_and_its_folder_goes(owned: Owned, tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    owned.run("a")
    owned.owner.stop()
    assert owned.children[0].sent[-1] == StopRequest("a")
    owned.say(0, Finished("a", {}, {}, folder))
    assert owned.heard.ends == [("stopped", "a")] and not folder.exists()


def test_child_is_given_time_to_answer_a_stop(owned: Owned) -> None:
    owned.run("a")
    owned.owner.stop()
    owned.owner.tick()
    assert owned.heard.ends == [] and not owned.children[0].ended
    assert owned.owner.seconds_to_deadline() is not None
    owned.say(0, StoppedMessage("a"))
    assert owned.heard.ends == [("stopped", "a")] and owned.owner.seconds_to_deadline() is None
    owned.run("b")
    assert len(owned.children) == 1, "a child that answered goes on"


def test_child_of_another_protocol_fails_the_run_that_it_was_at(owned: Owned) -> None:
    owned.run("a")
    owned.run("b")
    owned.say(0, Failed("", "unavailable", "another version"))
    assert owned.heard.said[-3:] == [
        ("UNAVAILABLE", "another version"),
        ("failed", "a", "unavailable"),
        ("failed", "b", "unavailable"),
    ], "who hears of a failure finds the worker in the state that made it"
    assert owned.children[0].ended and len(owned.children) == 1
    owned.owner.start()
    owned.run("c")
    owned.say(1, Ready("", {}))
    owned.say(1, result("c"))
    assert owned.heard.ends[-1] == ("finished", "c")


def test_run_that_dies_leaves_nothing_written(owned: Owned, tmp_path: Path) -> None:
    folder = tmp_path / "a"
    part_of(folder).mkdir()
    (tmp_path / ".a.part.xyz.part").mkdir()
    folder.mkdir()  # the child died when the result had its name already, and before it could say so
    (tmp_path / "b").mkdir()
    owned.run("a", out_folder=folder)
    owned.say(0, Died("", -9, "was killed"))
    assert owned.heard.ends == [("failed", "a", "died")]
    assert [path.name for path in tmp_path.iterdir()] == ["b"]


def test_deaths_are_counted_anew_after_a_run_that_worked(owned: Owned) -> None:
    for child in range(0, 6, 2):
        owned.say(child, Died("", -9, "was killed"))
        owned.say(child + 1, Died("", -9, "was killed"))
        owned.say(child + 2, Ready("", {}))
        owned.run(f"{child}")
        owned.say(child + 2, result(f"{child}"))
    assert [end[0] for end in owned.heard.ends] == ["finished"] * 3


def test_idle_children_that_keep_dying_are_given_up(owned: Owned) -> None:
    for child in range(3):
        owned.say(child, Ready("", {}))
        owned.say(child, Died("", -9, "was killed"))
    assert owned.heard.said[-1] == ("UNAVAILABLE", "The worker process was killed, 3 times in a row.")
    assert len(owned.children) == 3


def test_run_for_another_class_of_device_gets_another_child(
    owned: Owned, monkeypatch: pytest.MonkeyPatch
) -> None:
    owned.run("a", "cpu")
    owned.say(0, result("a"))
    owned.run("b", "cpu")
    assert len(owned.children) == 1
    owned.say(0, result("b"))
    owned.run("c", "gpu:0")
    assert owned.children[0].ended and len(owned.children) == 2
    owned.say(1, Ready("", {}))
    (request,) = owned.children[1].sent
    assert isinstance(request, Request) and request.gpu


def test_spare_child_takes_over_for_another_class_of_device(monkeypatch: pytest.MonkeyPatch) -> None:
    owned = Owned(monkeypatch, spare=True)
    owned.say(1, Ready("", {}))
    owned.run("a", "cpu")
    owned.say(0, result("a"))
    owned.run("b", "gpu:0")
    assert owned.children[0].ended
    assert [message.job for message in owned.children[1].sent] == ["b"]
    assert len(owned.children) == 3, "and a spare one is warmed anew"


def test_result_folder_that_cannot_be_read_is_a_failed_run(owned: Owned, tmp_path: Path) -> None:
    owned.run("a")
    owned.say(0, Finished("a", {}, {}, tmp_path))
    assert owned.heard.ends == [("failed", "a", "run")]
