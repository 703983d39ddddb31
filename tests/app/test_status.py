"""The status bar: stage, count and time left in words; a bar only for what takes half a second."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gradview.app.status import progress_words
from gradview.app.window import Window
from gradview.jobs.messages import Progress
from gradview.spec.drafts import new_draft
from tests.app.hands import click, press, tool, wait_for_end, wait_for_stage


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (Progress("", "starting TensorFlow", 0, 0), "starting TensorFlow"),
        (Progress("", "building", 0, 1), "building"),
        (Progress("", "running", 3, 10, 4.2), "running 3 of 10 steps, 4.2 s left"),
        (Progress("", "running", 12_000, 40_000, 170.0), "running 12,000 of 40,000 steps, 3 min left"),
        (Progress("", "checking", 1, 3), "checking 1 of 3"),
    ],
    ids=["no count", "one thing", "steps", "many steps", "parts"],
)
def test_progress_in_words(progress: Progress, words: str) -> None:
    assert progress_words(progress) == words


def test_a_long_run_shows_a_bar_with_its_stage_and_a_stopped_one_none(window: Window, qtbot: QtBot) -> None:
    window.document.open({**new_draft("loop"), "name": "slow running"})
    click(tool(window, "run"))
    wait_for_stage(window, qtbot, "running")
    qtbot.waitUntil(window.status.bar.isVisible)
    assert window.status.stage.text().startswith("running ")
    assert "of 300 steps" in window.status.stage.text()
    press(window, "Esc")
    wait_for_end(window, qtbot)
    assert not window.status.bar.isVisible()
    assert not window.status.stage.isVisible()


def test_the_worker_and_the_memory_are_named(window: Window, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.status.worker.text().startswith("Worker ready"), timeout=30_000)
    assert window.status.memory.text().startswith("Memory ")
    assert window.status.memory.text().endswith(" GB")
