"""The list of runs: what is added, what is shown next, and what a removed run takes with it."""

from __future__ import annotations

import gc
import weakref

import pytest
from PySide6.QtWidgets import QApplication

from gradview.app.runs import Run, Runs, RunState
from gradview.jobs.messages import Failure
from tests.results.made import loop_result, lstm_result


@pytest.fixture
def runs(qapp: QApplication) -> Runs:
    return Runs()


def finished(runs: Runs, job: str) -> Run:
    run = Run(job, job, {})
    runs.add(run)
    runs.end(run, RunState.DONE, result=loop_result())
    return run


def test_a_finished_run_is_shown_when_the_newest_was_looked_at(runs: Runs) -> None:
    first = finished(runs, "first")
    assert runs.shown() is first
    second = finished(runs, "second")
    assert runs.shown() is second


def test_a_finished_run_does_not_replace_an_older_one_that_is_looked_at(runs: Runs) -> None:
    first = finished(runs, "first")
    finished(runs, "second")
    runs.show(first)
    finished(runs, "third")
    assert runs.shown() is first


def test_a_failed_run_leaves_what_is_shown(runs: Runs) -> None:
    first = finished(runs, "first")
    failed = Run("second", "second", {})
    runs.add(failed)
    runs.end(failed, RunState.FAILED, failure=Failure("run", "no"))
    assert runs.shown() is first
    runs.show(failed)
    assert runs.shown() is first


def test_removing_the_shown_run_shows_the_next_nearest(runs: Runs) -> None:
    first, second, third = (finished(runs, name) for name in ("first", "second", "third"))
    runs.show(second)
    runs.remove(second)
    assert runs.shown() is third
    runs.remove(third)
    assert runs.shown() is first
    runs.remove(first)
    assert runs.shown() is None
    assert runs.all() == ()


def test_a_run_that_is_under_way_cannot_be_removed(runs: Runs) -> None:
    run = Run("one", "one", {})
    runs.add(run)
    runs.remove(run)
    assert runs.all() == (run,)


def test_a_removed_run_lets_go_of_its_result(runs: Runs) -> None:
    run = Run("one", "one", {})
    runs.add(run)
    result = lstm_result()
    gone = weakref.ref(result)
    runs.end(run, RunState.DONE, result=result)
    del result
    runs.remove(run)
    del run
    gc.collect()
    assert gone() is None
