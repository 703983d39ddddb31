"""Runs that are stopped or fail, on an engine that computes nothing: one row, one message, the next works."""

from __future__ import annotations

import os
import signal

import psutil
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gradview.app.runs import RunState
from gradview.app.window import Window
from gradview.forms.marks import MarkedLineEdit
from gradview.jobs.worker import Worker
from gradview.spec.drafts import new_draft
from tests.app.conftest import FAKE, opened
from tests.app.hands import (
    LONG,
    answers,
    click,
    press,
    rows,
    run_and_wait,
    tool,
    wait_for_end,
    wait_for_stage,
)


def workers() -> list[psutil.Process]:
    """The processes that compute; others of ours serve the tests (a screen) or Python itself."""
    alive = [child for child in psutil.Process().children() if child.status() != psutil.STATUS_ZOMBIE]
    ours = [child for child in alive if child.name().startswith("python")]
    return [child for child in ours if "resource_tracker" not in " ".join(child.cmdline())]


def named(window: Window, name: str) -> None:
    """The name tells the engine what to do."""
    window.document.open({**new_draft("loop"), "name": name})


@pytest.mark.parametrize("stage", ["building", "running", "checking", "writing"])
@pytest.mark.parametrize("how", ["slow", "hang"])
def test_stop_works_in_each_stage_and_the_next_run_too(
    window: Window, qtbot: QtBot, how: str, stage: str
) -> None:
    named(window, f"{how} {stage}")
    click(tool(window, "run"))
    wait_for_stage(window, qtbot, stage)
    assert tool(window, "stop").isVisible()
    assert not tool(window, "run").isVisible()
    press(window, "Esc")
    run = wait_for_end(window, qtbot)
    assert run.state is RunState.STOPPED
    assert rows(window)[0]["Time"].startswith("stopped after")
    named(window, "quick")
    assert run_and_wait(window, qtbot).state is RunState.DONE


def test_stop_works_while_the_engine_is_imported(qapp: QApplication, qtbot: QtBot) -> None:
    with opened(qapp, Worker(entry="tests.jobs.slow_engine:compute", spare=False)) as window:
        named(window, "quick")
        click(tool(window, "run"))
        wait_for_stage(window, qtbot, "starting TensorFlow")
        press(window, "Esc")
        assert wait_for_end(window, qtbot).state is RunState.STOPPED
        assert run_and_wait(window, qtbot).state is RunState.DONE


def test_a_worker_that_is_killed_is_one_failed_run(window: Window, qtbot: QtBot) -> None:
    named(window, "quick")
    first = run_and_wait(window, qtbot)
    named(window, "slow running")
    click(tool(window, "run"))
    wait_for_stage(window, qtbot, "running")
    for child in workers():
        os.kill(child.pid, signal.SIGKILL)
    run = wait_for_end(window, qtbot)
    assert run.state is RunState.FAILED
    assert "killed" in window.notice.text()
    assert rows(window)[0]["Time"].startswith("failed after")
    assert window.runs.shown() is first
    named(window, "quick")
    assert run_and_wait(window, qtbot).state is RunState.DONE
    assert window.notice.text() == ""


def test_a_failure_is_a_sentence_and_its_details_are_in_the_log(window: Window, qtbot: QtBot) -> None:
    named(window, "fail")
    run_and_wait(window, qtbot)
    assert window.notice.text() == "fail: The states are not finite from step 3 on."
    assert "Traceback" not in window.notice.text()
    click(answers(window)["Details"])
    assert window.log.isVisible()
    assert window.notice.text() == ""


def test_what_the_engine_refuses_is_said_beside_its_field(window: Window, qtbot: QtBot) -> None:
    named(window, "refuse")
    run_and_wait(window, qtbot)
    assert "needs 900 GB" in window.notice.text()
    field = window.focusWidget()
    assert isinstance(field, MarkedLineEdit)
    assert field.text() == "5"
    assert field.marked_from() == 0


def test_a_fault_of_ours_shows_no_traceback(window: Window, qtbot: QtBot) -> None:
    named(window, "raise")
    assert run_and_wait(window, qtbot).state is RunState.FAILED
    assert "did not foresee" in window.notice.text()
    assert "Traceback" not in window.notice.text()
    assert "Details" in answers(window)


def test_without_an_engine_run_says_what_is_missing_and_tries_again(qapp: QApplication, qtbot: QtBot) -> None:
    with opened(qapp, Worker(entry="tests.jobs.missing_engine:compute", spare=False)) as window:
        qtbot.waitUntil(lambda: window.runner.can() == "retry", timeout=LONG)
        button = tool(window, "run")
        assert button.text() == "Cannot run"
        assert "pip install" in button.toolTip()
        assert window.worker.text() in button.toolTip()
        click(button)
        qtbot.waitUntil(lambda: window.runner.can() != "retry", timeout=LONG)
        qtbot.waitUntil(lambda: window.runner.can() == "retry", timeout=LONG)


def test_a_large_result_is_shown_and_its_folder_goes_with_it(window: Window, qtbot: QtBot) -> None:
    named(window, "big")
    run = run_and_wait(window, qtbot)
    assert run.result is not None
    folder = run.result.folder
    assert folder is not None
    assert folder.exists()
    window.runs.remove(run)
    del run
    qtbot.waitUntil(lambda: not folder.exists(), timeout=LONG)


def test_closing_during_a_run_leaves_no_process(qapp: QApplication, qtbot: QtBot) -> None:
    with opened(qapp, Worker(entry=FAKE, spare=False)) as window:
        named(window, "slow running")
        click(tool(window, "run"))
        wait_for_stage(window, qtbot, "running")
        at_work = workers()
        assert at_work
    assert not [child for child in at_work if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
