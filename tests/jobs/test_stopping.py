"""Stop is answered at once, whatever the worker is doing, and the next run works."""

import sys

import pytest

from gradview.jobs.state import WorkerState
from tests.jobs.conftest import Hear
from tests.jobs.fake_compute import STAGES
from tests.jobs.hearing import Hearing

AT_ONCE = 10_000  # milliseconds; what is stopped here would go on for 30 s or more


def stopped(heard: Hearing, job: str) -> None:
    """Press Stop, and see that the user hears of it at once and of no progress after it."""
    before = len(heard.events)
    heard.worker.stop()
    assert heard.outcome(job, AT_ONCE) is None
    after = heard.events[before:]
    # What was on its way before the press may still come; once Stopping is said, nothing but the end.
    assert after[after.index("STOPPING") + 1] == "end", after


def test_run_that_listens_is_stopped_in_each_stage_by_its_own_child(hear: Hear) -> None:
    heard = hear()
    pid = heard.result(heard.run()).meta["pid"]
    for stage in STAGES:
        job = heard.run(f"slow {stage}")
        heard.wait_for_stage(job, stage)
        stopped(heard, job)
        assert heard.result(heard.run()).meta["pid"] == pid


HANGS = [
    pytest.param("hang building", id="building"),
    pytest.param("hang checking", id="checking"),
    pytest.param(
        "hold running",
        id="running, the interpreter held",
        marks=pytest.mark.skipif(sys.platform == "win32", reason="sleep of the C library"),
    ),
]


@pytest.mark.parametrize("name", HANGS)
def test_run_that_does_not_listen_is_ended_and_another_child_does_the_next(hear: Hear, name: str) -> None:
    heard = hear()
    pid = heard.result(heard.run()).meta["pid"]
    job = heard.run(name)
    heard.wait_for_stage(job, name.split()[1])
    stopped(heard, job)
    assert heard.result(heard.run()).meta["pid"] != pid


def test_run_that_waits_for_the_import_is_stopped_and_the_import_goes_on(hear: Hear) -> None:
    heard = hear(entry="tests.jobs.slow_engine:compute")
    job = heard.run()
    heard.wait_for_stage(job, "starting TensorFlow")
    heard.worker.stop()
    assert heard.outcome(job, 2_000) is None  # the import takes three seconds
    assert heard.worker.state() is WorkerState.STARTING
    heard.wait_for_state(WorkerState.READY)
    heard.result(heard.run())


def test_stop_takes_everything_asked_for_so_far_and_nothing_later(hear: Hear) -> None:
    heard = hear()
    running, waiting = heard.run("slow running"), heard.run()
    heard.wait_for_stage(running, "running")
    heard.worker.stop()
    later = heard.run()
    heard.result(later)
    assert heard.ends[running] is None and heard.ends[waiting] is None


def test_stop_with_nothing_to_stop_harms_nothing(hear: Hear) -> None:
    heard = hear()
    heard.worker.stop()
    job = heard.run()
    heard.result(job)
    heard.worker.stop()
    heard.worker.stop()
    heard.result(heard.run())
    assert WorkerState.STOPPING not in heard.states


def test_pressing_stop_again_ends_no_second_run(hear: Hear) -> None:
    heard = hear()
    job = heard.run("hang running")
    heard.wait_for_stage(job, "running")
    for _ in range(5):
        heard.worker.stop()
    later = heard.run()
    assert heard.outcome(job, AT_ONCE) is None
    heard.result(later)


def test_spare_child_does_the_next_run_after_one_was_ended(hear: Hear) -> None:
    heard = hear(spare=True)
    first = heard.result(heard.run()).meta["pid"]
    heard.wait(lambda: len(heard.warm_children()) == 2)
    (spare,) = heard.warm_children() - {first}
    job = heard.run("hang running")
    heard.wait_for_stage(job, "running")
    stopped(heard, job)
    assert heard.result(heard.run()).meta["pid"] == spare
    heard.wait(lambda: len(heard.warm_children() - {first, spare}) == 1)
