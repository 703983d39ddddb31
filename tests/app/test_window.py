"""The window without a run: fields, problems, files, drops, docks, keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox, QTabBar
from pytestqt.qtbot import QtBot

from gradview.app.cards import Card
from gradview.app.runs import Run, RunState
from gradview.app.window import Window
from gradview.results.finding import Finding
from gradview.spec.drafts import new_draft
from gradview.spec.files import read_draft, write_draft
from tests.app.hands import LONG, click, drop, in_menu, press, tool
from tests.results.made import lstm_result

Choose = Callable[[Path | None], None]


def line(window: Window, *path: str | int) -> QLineEdit:
    """The line of text at a path of the experiment, with the focus."""
    window.experiment.form.focusPath(path)
    found = window.focusWidget()
    assert isinstance(found, QLineEdit), path
    return found


def opened_run() -> Run:
    return Run("", "made-up", {}, state=RunState.OPENED, result=lstm_result())


def retype(field: QLineEdit, text: str) -> None:
    field.selectAll()
    QTest.keyClicks(field, text)


def test_a_wrong_field_names_itself_and_run_leads_to_it(idle_window: Window) -> None:
    field = line(idle_window, "model", "layers", 0, "units")
    retype(field, "-3")
    button = tool(idle_window, "run")
    assert button.text() == "Fix 1 field"
    assert "units: must be" in button.toolTip() and "-3" in button.toolTip()
    assert "1 field to fix" in idle_window.experiment.summary.sizes.text()
    line(idle_window, "name")
    click(button)
    assert idle_window.focusWidget() is field
    retype(field, "3")
    assert tool(idle_window, "run").text() == "Run"


def test_undo_and_redo_work_while_a_field_has_the_focus(idle_window: Window) -> None:
    before = idle_window.document.draft()
    field = line(idle_window, "model", "layers", 0, "units")
    retype(field, "16")
    assert idle_window.isWindowModified()
    press(idle_window, "Ctrl+Z")
    assert idle_window.document.draft() == before
    assert field.text() == "8"
    assert not idle_window.isWindowModified()
    press(idle_window, "Ctrl+Shift+Z")
    assert field.text() == "16"


def test_the_summary_follows_the_fields(idle_window: Window) -> None:
    retype(line(idle_window, "inputs", "steps"), "40")
    summary = idle_window.experiment.summary
    assert "40 steps x 8 samples" in summary.sizes.text()
    assert "MB" in summary.cost.text() or "kB" in summary.cost.text()
    assert "c_t = f_t c_{t-1}" in summary.equations.text()


def test_what_cannot_fit_in_memory_is_said_before_a_run(idle_window: Window) -> None:
    draft = new_draft("recurrent")
    draft["inputs"] |= {"steps": 1_000_000, "samples": 10_000}
    idle_window.document.open(draft)
    assert idle_window.experiment.summary.cost.text().startswith("needs ")


def test_save_asks_for_a_name_once(idle_window: Window, tmp_path: Path, file_chosen: Choose) -> None:
    retype(line(idle_window, "name"), "First")
    file_chosen(tmp_path / "first")
    press(idle_window, "Ctrl+S")
    assert read_draft(tmp_path / "first.gradview")["name"] == "First"
    assert not idle_window.isWindowModified()
    assert "first.gradview" in idle_window.windowTitle()
    file_chosen(None)
    retype(line(idle_window, "name"), "Second")
    press(idle_window, "Ctrl+S")
    assert read_draft(tmp_path / "first.gradview")["name"] == "Second"
    recent = in_menu(idle_window, "File", "Open recent").menu()
    recent.aboutToShow.emit()
    assert recent.actions()[0].toolTip() == str(tmp_path / "first.gradview")


def test_a_file_that_cannot_be_saved_is_said_and_nothing_is_lost(
    idle_window: Window, tmp_path: Path, file_chosen: Choose
) -> None:
    retype(line(idle_window, "name"), "Kept")
    file_chosen(tmp_path / "nowhere" / "x.gradview")
    press(idle_window, "Ctrl+Shift+S")
    assert idle_window.notice.text().endswith("No such file or directory")
    assert idle_window.isWindowModified()
    assert idle_window.document.draft()["name"] == "Kept"


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        (QMessageBox.StandardButton.Cancel, False),
        (QMessageBox.StandardButton.Discard, True),
        (QMessageBox.StandardButton.Save, True),
    ],
    ids=["cancel", "discard", "save"],
)
def test_unsaved_changes_are_asked_about(
    idle_window: Window,
    tmp_path: Path,
    file_chosen: Choose,
    monkeypatch: pytest.MonkeyPatch,
    answer: QMessageBox.StandardButton,
    left: bool,
) -> None:
    monkeypatch.setattr(QMessageBox, "exec", lambda _: answer)
    file_chosen(tmp_path / "kept.gradview")
    retype(line(idle_window, "name"), "Kept")
    press(idle_window, "Ctrl+N")
    assert (idle_window.document.name() == "Untitled") is left
    assert (tmp_path / "kept.gradview").exists() is (answer == QMessageBox.StandardButton.Save)


@pytest.mark.parametrize("over", ["picture", "field", "table", "window"])
def test_an_experiment_can_be_dropped_anywhere(idle_window: Window, tmp_path: Path, over: str) -> None:
    path = tmp_path / "dropped.gradview"
    write_draft(path, {**new_draft("loop"), "name": "Dropped"})
    target = {
        "picture": idle_window.panels.current(),
        "field": line(idle_window, "name"),
        "table": idle_window.table.viewport(),
        "window": idle_window,
    }[over]
    assert drop(target, path)
    assert idle_window.document.name() == "Dropped"
    assert idle_window.document.path() == path


def test_a_file_that_is_no_experiment_is_said_and_the_experiment_stays(
    idle_window: Window, tmp_path: Path
) -> None:
    path = tmp_path / "broken.gradview"
    path.write_text('{"format": ')
    before = idle_window.document.draft()
    assert drop(idle_window, path)
    assert "is not JSON" in idle_window.notice.text()
    assert "line 1" in idle_window.notice.text()
    assert idle_window.document.draft() is before


def test_an_experiment_of_a_newer_version_opens_with_its_problem(idle_window: Window, tmp_path: Path) -> None:
    path = tmp_path / "newer.gradview"
    write_draft(path, {**new_draft("loop"), "version": 99})
    idle_window.files.open_all([path])
    assert "99" in tool(idle_window, "run").toolTip()
    assert tool(idle_window, "run").text() == "Fix 1 field"


def test_a_result_opens_beside_the_experiment_and_says_whose_it_is(
    idle_window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "r.npz"
    lstm_result().save(path)
    before = idle_window.document.draft()
    assert drop(idle_window, path)
    qtbot.waitUntil(lambda: idle_window.runs.shown() is not None)
    assert idle_window.document.draft() is before
    view = idle_window.panels.current()
    assert view.drawn() is not None
    assert view.frame.note.text() == "From r.npz, not from the experiment on the left."
    menu = idle_window.table.menu(idle_window.runs.all()[0])
    next(action for action in menu.actions() if action.text().startswith("Edit")).trigger()
    menu.close()
    assert idle_window.document.name() == "made-up lstm"
    assert view.frame.note.text() == ""


def test_a_broken_result_is_said(idle_window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "broken.npz"
    path.write_bytes(b"PK\x03\x04 and no more")
    assert drop(idle_window, path)
    qtbot.waitUntil(lambda: "broken.npz was not opened" in idle_window.notice.text())
    assert idle_window.runs.all() == ()


def test_panels_are_tabs_side_by_side_or_torn_off(idle_window: Window) -> None:
    docks = idle_window.panels.docks
    for arrangement in ("Panels side by side", "Panels one above another"):
        in_menu(idle_window, "View", arrangement).trigger()
        QApplication.processEvents()
        assert all(not dock.widget().visibleRegion().isEmpty() for dock in docks.values())
        assert not [bar for bar in idle_window.panels.area.findChildren(QTabBar) if bar.isVisible()]
    docks["state-map"].setFloating(True)
    in_menu(idle_window, "View", "Dock what floats").trigger()
    assert not docks["state-map"].isFloating()
    in_menu(idle_window, "View", "Panels as tabs").trigger()
    idle_window.activateWindow()  # the torn off panel took the activity with it
    QApplication.processEvents()
    for place, (name, dock) in enumerate(docks.items(), 1):
        press(idle_window, f"Ctrl+{place}")
        QApplication.processEvents()
        assert not dock.widget().visibleRegion().isEmpty(), name
        assert idle_window.panels.current() is dock.widget()


def test_an_empty_panel_offers_a_run(window: Window, qtbot: QtBot) -> None:
    click(window.panels.current().frame.empty.button)
    qtbot.waitUntil(lambda: window.runs.shown() is not None, timeout=LONG)


def test_a_closed_dock_comes_back_by_the_menu(idle_window: Window) -> None:
    dock = idle_window.docks["findings"]
    dock.close()
    assert not dock.isVisible()
    in_menu(idle_window, "View", "Findings").trigger()
    assert dock.isVisible()


def test_f6_goes_round_the_parts_of_the_window(idle_window: Window) -> None:
    seen = []
    idle_window.runs.add(opened_run())
    for _ in range(4):
        press(idle_window, "F6")
        focus = idle_window.focusWidget()
        parts = (idle_window.experiment, idle_window.panels.area, idle_window.panels.steps, idle_window.table)
        here = [part is focus or part.isAncestorOf(focus) for part in parts]
        seen.append(here.index(True))
    assert sorted(seen) == [0, 1, 2, 3]


def test_f1_explains_the_field_with_the_focus(idle_window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("gradview.app.commands.QToolTip.showText", lambda at, text, of: said.append(text))
    line(idle_window, "inputs", "steps")
    press(idle_window, "F1")
    assert len(said) == 1
    assert said[0]


def test_the_step_bar_and_the_panels_move_together(idle_window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "r.npz"
    lstm_result().save(path)
    idle_window.files.open_all([path])
    qtbot.waitUntil(lambda: idle_window.runs.shown() is not None)
    view = idle_window.panels.current()
    assert view.hoverText().startswith("step 10")
    idle_window.panels.steps.slider.setFocus()
    QTest.keyClick(idle_window.panels.steps.slider, Qt.Key.Key_Left)
    assert view.hoverText().startswith("step 9")
    press(idle_window, "Ctrl+Left")
    assert idle_window.panels.steps.number.value() == 8
    assert idle_window.findings.values().startswith("step 8\n")


def test_findings_are_cards_that_lead_to_their_step(idle_window: Window) -> None:
    run = opened_run()
    assert run.result is not None
    finding = Finding("warning", "nan", "h is NaN from step 3 on.", "value/h", 2)
    run.result.meta["findings"] = [finding.to_meta()]
    idle_window.runs.add(run)
    assert idle_window.findings.cards()[0] == ("Not a number", "h is NaN from step 3 on.")
    QApplication.processEvents()
    click(next(card for card in idle_window.findings.findChildren(Card) if card.isVisible()))
    assert idle_window.panels.steps.number.value() == 3
