"""What all panels share: resolved once, drawn when it changed and seen, empty with a reason."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QComboBox, QFileDialog, QToolButton
from pytestqt.qtbot import QtBot

from gradview.results.result import Result
from gradview.views.colours import dark, light
from gradview.views.cursor import Cursor
from gradview.views.registry import VIEWS, view
from gradview.views.view import View
from tests.results.made import loop_result, lstm_result, made
from tests.views.conftest import Show, settle, while_loop

NAMES = [each.name for each in VIEWS]


def drawings(panel: View, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is drawn from now on."""
    drawn: list[Any] = []
    original = panel.picture.show_drawn

    def recorded(value: Any, palette: Any) -> None:
        drawn.append(value)
        original(value, palette)

    monkeypatch.setattr(panel.picture, "show_drawn", recorded)
    return drawn


def test_views_are_found_by_name() -> None:
    assert NAMES == ["over-time", "state-map", "step-by-weight"]
    assert view("state-map").label == "State map"
    with pytest.raises(KeyError):
        view("nothing")


@pytest.mark.parametrize("name", NAMES)
def test_panel_without_a_result_says_what_to_do_and_offers_a_run(show: Show, name: str, qtbot: QtBot) -> None:
    panel = show(name, None)
    assert panel.frame.empty.sentence.text() == "Nothing to show yet. Run the experiment, or open a result."
    with qtbot.waitSignal(panel.measureRequested) as asked:
        qtbot.mouseClick(panel.frame.empty.button, Qt.MouseButton.LeftButton)
    assert asked.args == [""]
    assert panel.hoverText() == ""
    assert panel.frame.title.isHidden()


@pytest.mark.parametrize("name", NAMES)
def test_panel_says_why_it_cannot_draw_and_asks_for_its_measure(show: Show, name: str, qtbot: QtBot) -> None:
    panel = show(name, made({"loss": 0.5 * np.ones(())}, {"name": "bare"}, samples=False))
    assert panel.frame.empty.sentence.text() == type(panel).reason(panel.result())
    with qtbot.waitSignal(panel.measureRequested) as asked:
        qtbot.mouseClick(panel.frame.empty.button, Qt.MouseButton.LeftButton)
    assert asked.args == [panel.measure]


@pytest.mark.parametrize("name", NAMES)
def test_panel_shows_another_result_and_none_again(show: Show, name: str) -> None:
    panel = show(name, while_loop())
    assert panel.frame.title.text()
    panel.setResult(loop_result())
    settle(panel)
    assert panel.drawn() is not None
    panel.setResult(None)
    assert panel.drawn() is None
    assert panel.frame.title.isHidden()


@pytest.mark.parametrize("name", NAMES)
def test_equal_values_are_not_drawn_again(show: Show, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = show(name, while_loop())
    drawn = drawings(panel, monkeypatch)
    panel.setResult(while_loop())
    panel.setChoices(panel.choices())
    panel._cursor.setStep(3)
    assert drawn == []
    panel.setResult(loop_result())
    assert len(drawn) == 1


def test_hidden_panel_draws_when_it_is_seen(
    qtbot: QtBot, cursor: Cursor, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = view("over-time")(cursor, light())
    qtbot.addWidget(panel)
    drawn = drawings(panel, monkeypatch)
    panel.setResult(lstm_result())
    assert drawn == []
    assert panel.hoverText().startswith("step 1"), "what it would say is known all the same"
    panel.show()
    assert len(drawn) == 1


def test_cursor_limits_follow_the_result(show: Show, cursor: Cursor) -> None:
    show("over-time", lstm_result(steps=7, samples=4, units=3))
    assert cursor.limits() == (7, 4, 3)


def test_panels_share_the_cursor(show: Show, cursor: Cursor) -> None:
    curves, cells = show("over-time", lstm_result()), show("state-map", lstm_result())
    cells.picture.stepPicked.emit(4)
    assert curves.picture.cursors[0].value() == 5
    assert cells.picture.cursor.value() == 5
    assert curves.hoverText().startswith("step 5 ")


def test_choices_are_picked_with_the_keyboard(show: Show, qtbot: QtBot) -> None:
    panel = show("state-map", lstm_result())
    box = panel.frame.row.widget("show")
    assert isinstance(box, QComboBox)
    box.setFocus()
    with qtbot.waitSignal(panel.choicesChanged):
        qtbot.keyClick(box, Qt.Key.Key_Down)
    assert panel.choices()["show"] == "direct"
    assert panel.frame.title.text().startswith("<b>Direct gradient of the loss by h</b>")


def test_curves_are_ticked_in_a_menu_and_the_last_one_cannot_be_taken_away(show: Show) -> None:
    panel = show("over-time", lstm_result(), {"states": ["h"]})
    button = panel.frame.row.widget("curves")
    assert isinstance(button, QToolButton)
    actions = {action.text(): action for action in button.menu().actions()}
    actions["through time"].trigger()
    assert panel.choices()["curves"] == ["total", "direct", "through_time"]
    assert [line.curve.kind for line in panel.picture.lines[0]] == ["total", "direct", "through_time"]
    for text in ("total", "direct", "through time"):
        actions[text].trigger()
    assert panel.choices()["curves"]


@pytest.mark.parametrize("name", NAMES)
def test_choices_come_back_as_they_were_set(show: Show, name: str) -> None:
    panel = show(name, while_loop())
    chosen = panel.choices()
    other = show(name, while_loop())
    other.setChoices(chosen)
    assert other.choices() == chosen


def test_a_wish_outlives_a_result_that_cannot_grant_it(show: Show) -> None:
    panel = show("state-map", lstm_result(), {"state": "c"})
    panel.setResult(while_loop())
    assert panel.choices()["state"] == "x"
    panel.setResult(lstm_result())
    assert panel.choices()["state"] == "c"


@pytest.mark.parametrize("name", NAMES)
def test_every_choice_has_a_tooltip_and_a_name_for_screen_readers(show: Show, name: str) -> None:
    panel = show(name, while_loop())
    for choice in panel.choices():
        widget = panel.frame.row.widget(choice)
        assert widget.toolTip()
        assert widget.accessibleName()


def test_note_is_shown_until_it_is_taken_away(show: Show) -> None:
    panel = show("over-time", lstm_result())
    panel.setNote("of the earlier experiment")
    assert panel.frame.note.isVisible()
    assert panel.frame.note.text() == "of the earlier experiment"
    panel.setNote("")
    assert not panel.frame.note.isVisible()


@pytest.mark.parametrize("name", NAMES)
def test_theme_changes_the_ground_and_keeps_the_values(show: Show, name: str) -> None:
    panel = show(name, while_loop())
    before = panel.drawn()
    panel.setPalette(dark())
    settle(panel)
    assert panel.drawn() is before
    assert panel.picture.backgroundBrush().color() == QColor(dark().base)
    assert panel.grab().toImage().pixelColor(1, 1) == QColor(dark().base)


def test_qt_s_own_palettes_still_reach_qt(show: Show) -> None:
    panel = show("over-time", None)
    palette = QPalette(QColor("#123456"))
    panel.setPalette(palette)
    assert panel.palette().color(QPalette.ColorRole.Button) == QColor("#123456")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(320, 240), (900, 560), (1800, 1100)], ids=["small", "usual", "large"])
def test_panel_can_have_any_size(show: Show, name: str, size: tuple[int, int]) -> None:
    panel = show(name, while_loop())
    panel.resize(*size)
    settle(panel)
    assert panel.minimumSizeHint().width() <= 420


def test_right_click_offers_files_clipboard_and_the_whole_picture(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = show("over-time", lstm_result())
    texts = [action.text() for action in panel._menu.actions() if not action.isSeparator()]
    assert texts == [
        "Export as PNG…",
        "Export as SVG…",
        "Export as PDF…",
        "Export as CSV…",
        "Copy picture and numbers",
        "Show everything",
    ]


def test_export_from_the_menu_asks_where_and_writes(
    show: Show, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    panel = show("over-time", lstm_result())
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "figure"), ""))
    panel._menu.actions()[0].trigger()
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")


def test_export_that_fails_says_why(show: Show, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    panel = show("over-time", lstm_result())
    said: list[str] = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "x.svg"), ""))
    panel.exportFailed.connect(said.append)
    panel._menu.actions()[1].trigger()
    assert len(said) == 1
    assert said[0] == "x.svg was not written: No such file or directory"


def test_copy_puts_picture_and_numbers_on_the_clipboard(show: Show) -> None:
    panel = show("step-by-weight", while_loop())
    panel._menu._copy()
    content = QGuiApplication.clipboard().mimeData()
    assert content.hasImage()
    assert content.text().splitlines()[1] == "1\t1.0\t3.0\t\t\t\t"


def test_a_result_is_closed_without_the_panel_holding_on(show: Show) -> None:
    result: Result = lstm_result()
    panel = show("state-map", result)
    panel.setResult(None)
    assert panel.result() is None
