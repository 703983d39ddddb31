"""From an example to a file, as a person does it, with TensorFlow in its own process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gradview.app.runs import RunState
from gradview.app.window import Window
from gradview.jobs.state import WorkerState
from gradview.jobs.worker import Worker
from gradview.results.result import load
from gradview.spec.examples import examples
from gradview.views.view import View
from tests.app.conftest import opened
from tests.app.hands import (
    LONG,
    choose_example,
    click,
    drop,
    in_menu,
    press,
    rows,
    run_and_wait,
    tool,
    wait_for_end,
    wait_for_stage,
)


class LentWorker(Worker):
    """Outlives the windows that use it."""

    def close(self) -> None:
        """Windows close it; `take_back` ends it."""

    def take_back(self) -> None:
        super().close()


@pytest.fixture(scope="module")
def worker(qapp: QApplication) -> Iterator[LentWorker]:
    """One worker for all of these tests: TensorFlow is imported once."""
    worker = LentWorker(spare=False)
    worker.start()
    end = time.monotonic() + LONG / 1000
    while worker.state() is not WorkerState.READY and time.monotonic() < end:
        QTest.qWait(20)  # its process belongs to no single test
    yield worker
    worker.take_back()


@pytest.fixture
def sitting(qapp: QApplication, worker: LentWorker) -> Iterator[Window]:
    with opened(qapp, worker) as window:
        yield window


def panel(window: Window, name: str) -> View:
    """Bring a panel to the front by its menu."""
    dock = window.panels.docks[name]
    in_menu(window, "View", dock.windowTitle()).trigger()
    view = dock.widget()
    assert isinstance(view, View)
    return view


def test_lstm_on_its_last_step_direct_has_no_path_before_it_and_total_has(
    sitting: Window, qtbot: QtBot
) -> None:
    choose_example(sitting, "lstm-last-step")
    run = run_and_wait(sitting, qtbot)
    assert run.state is RunState.DONE, run.failure
    view = panel(sitting, "over-time")
    drawn = view.drawn()
    assert [plot.state for plot in drawn.plots] == ["h", "c"]
    curves = {curve.label: curve for curve in drawn.plots[0].curves}
    assert (curves["total"].values > 0).all()
    assert curves["direct"].values[-1] == pytest.approx(curves["total"].values[-1], rel=1e-6)
    assert not curves["direct"].values[:-1].any()
    press(sitting, "Home")
    assert "direct no path" in view.hoverText()
    heading, text = sitting.findings.cards()[1]
    assert heading == "Checked"
    assert text.startswith("10 of 10 steps locally")
    row = rows(sitting)[0]
    assert row["Name"] == "LSTM, loss on the last step"
    assert row["Check"] == text
    assert sitting.status.device.text() == "CPU, float32"


@pytest.mark.parametrize("name", [example.name for example in examples()])
def test_each_example_runs_and_fills_its_panels(sitting: Window, qtbot: QtBot, name: str) -> None:
    choose_example(sitting, name)
    run = run_and_wait(sitting, qtbot)
    assert run.state is RunState.DONE, run.failure
    assert sitting.runs.shown() is run
    assert "failed" not in rows(sitting)[0]["Check"]
    assert sitting.findings.cards()[0][1] == next(one.sentence for one in examples() if one.name == name)
    for view_name in ("over-time", "state-map"):
        view = panel(sitting, view_name)
        assert view.drawn() is not None, view.why_empty()


def test_doubling_shows_what_a_tape_does_not(sitting: Window, qtbot: QtBot) -> None:
    choose_example(sitting, "doubling")
    run_and_wait(sitting, qtbot)
    plot = panel(sitting, "over-time").drawn().plots[0]
    curves = {curve.label: curve.values.tolist() for curve in plot.curves}
    assert curves == {"total": [4, 2, 1], "direct": [0, 0, 1]}


def test_while_loop_is_a_table_with_no_path_above_its_diagonal(sitting: Window, qtbot: QtBot) -> None:
    choose_example(sitting, "while-loop")
    run_and_wait(sitting, qtbot)
    view = panel(sitting, "step-by-weight")
    texts = view.picture.numbers.texts()
    assert [list(filter(None, row)) for row in texts] == [
        ["1", "3"],
        ["2", "6", "1.5"],
        ["-2", "-6", "-1.5", "3"],
        ["-1.6", "-4.8", "-1.2", "2.4", "-3"],
        ["-1.92", "-5.76", "-1.44", "2.88", "-3.6", "-2.4"],
    ]
    assert "no path" in [entry.text for entry in view.picture.legend.entries()]


def test_a_result_is_exported_and_dropped_in_again(
    sitting: Window, qtbot: QtBot, tmp_path: Path, file_chosen: Callable[[Path | None], None]
) -> None:
    choose_example(sitting, "lstm-states")
    run = run_and_wait(sitting, qtbot)
    path = tmp_path / "states.npz"
    file_chosen(path)
    press(sitting, "Ctrl+E")
    qtbot.waitUntil(lambda: sitting.notice.text() == f"Wrote {path}")
    with np.load(path) as arrays:
        assert run.result is not None
        assert set(arrays) == {*run.result, "meta"}
        np.testing.assert_array_equal(arrays["total/h"], run.result["total/h"])
    assert drop(panel(sitting, "over-time").picture.viewport(), path)
    qtbot.waitUntil(lambda: sitting.runs.shown() is not run)
    opened_run = sitting.runs.shown()
    assert opened_run is not None
    assert opened_run.state is RunState.OPENED
    assert rows(sitting)[0]["Loss"] == rows(sitting)[1]["Loss"]
    assert panel(sitting, "over-time").drawn() is not None


def test_the_command_line_gives_the_same_file(
    sitting: Window, qtbot: QtBot, tmp_path: Path, file_chosen: Callable[[Path | None], None]
) -> None:
    from gradview.jobs.process import run_in_child
    from gradview.spec.examples import example
    from gradview.spec.experiment import Experiment

    choose_example(sitting, "doubling")
    run_and_wait(sitting, qtbot)
    path = tmp_path / "window.npz"
    file_chosen(path)
    press(sitting, "Ctrl+E")
    qtbot.waitUntil(path.exists)
    found = example("doubling")
    assert found is not None
    experiment = Experiment.load(found.path)
    other = run_in_child(experiment.to_draft(), experiment.folder, on_progress=lambda *_: True)
    mine = load(path)
    assert set(mine) == set(other)
    for name in mine:
        np.testing.assert_array_equal(mine[name], other[name], err_msg=name)


def test_a_compiled_loop_is_stopped_and_the_next_run_works(qapp: QApplication, qtbot: QtBot) -> None:
    with opened(qapp, Worker(spare=False)) as sitting:
        stop_a_compiled_loop_and_run_again(sitting, qtbot)


def stop_a_compiled_loop_and_run_again(sitting: Window, qtbot: QtBot) -> None:
    choose_example(sitting, "doubling")
    draft = sitting.document.draft()
    sitting.document.edit({**draft, "model": {**draft["model"], "steps": 3_000_000}})
    click(tool(sitting, "run"))
    wait_for_stage(sitting, qtbot, "running")
    press(sitting, "Esc")
    assert wait_for_end(sitting, qtbot).state is RunState.STOPPED
    press(sitting, "Ctrl+Z")
    assert sitting.document.draft() == draft
    assert run_and_wait(sitting, qtbot).state is RunState.DONE


def test_a_panel_that_lacks_its_measure_asks_for_it_and_runs(sitting: Window, qtbot: QtBot) -> None:
    choose_example(sitting, "doubling")
    draft = sitting.document.draft()
    sitting.document.edit({**draft, "measures": ["weights"]})
    run_and_wait(sitting, qtbot)
    view = panel(sitting, "over-time")
    assert view.drawn() is None
    click(view.frame.empty.button)
    assert wait_for_end(sitting, qtbot).state is RunState.DONE
    assert "states" in sitting.document.draft()["measures"]
    assert view.drawn() is not None
