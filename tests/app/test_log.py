"""The log shows what any thread says, folds out what is behind it, and can be copied and cleared by keys."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from gradview.app.early_log import MOST_EARLY, keep_early_records, take_early_records
from gradview.app.log import AT_ONCE, LEVEL, MOST, TEXT, LogPanel
from gradview.app.log_records import MOST_DETAILS, line
from gradview.views.colours import dark, light

LOG = logging.getLogger("gradview.tests")


@pytest.fixture
def panel(qapp: QApplication) -> Iterator[LogPanel]:
    """A log that listens, in sight and with the focus."""
    level = logging.getLogger("gradview").level
    logging.getLogger("gradview").setLevel(logging.INFO)
    made = LogPanel()
    made.resize(500, 200)
    made.show()
    made.activateWindow()
    QTest.qWaitForWindowActive(made)
    made.setFocus()
    made.attach()
    yield made
    made.detach()
    made.close()
    made.deleteLater()
    logging.getLogger("gradview").setLevel(level)


def item(panel: LogPanel, place: int = -1) -> QTreeWidgetItem:
    found = panel.topLevelItem(place % max(panel.topLevelItemCount(), 1))
    assert found is not None
    return found


def texts(panel: LogPanel) -> list[str]:
    return [item(panel, place).text(TEXT) for place in range(panel.topLevelItemCount())]


def details(panel: LogPanel, place: int = -1) -> list[str]:
    line = item(panel, place)
    return [child.text(0) for child in map(line.child, range(line.childCount())) if child is not None]


def click(panel: LogPanel, place: int) -> None:
    at = panel.visualItemRect(item(panel, place)).center()
    QTest.mouseClick(panel.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_what_the_program_logs_is_a_line_with_its_time(panel: LogPanel) -> None:
    LOG.info("%s: run %d begins.", "sunspots", 3)
    assert texts(panel) == ["sunspots: run 3 begins."]
    hours, minutes, seconds = item(panel).text(0).split(":")
    assert int(hours) < 24 and int(minutes) < 60 and int(seconds) < 61


def test_other_libraries_and_debug_words_are_not_shown(panel: LogPanel) -> None:
    logging.getLogger("matplotlib").error("no")
    LOG.debug("no")
    assert texts(panel) == []


def test_words_of_another_thread_come_in_order_and_in_the_panel_s_own(panel: LogPanel, qtbot: QtBot) -> None:
    def say() -> None:
        for number in range(100):
            LOG.info("%d", number)

    thread = threading.Thread(target=say)
    thread.start()
    thread.join()
    assert texts(panel) == []  # nothing is touched from over there
    qtbot.waitUntil(lambda: panel.topLevelItemCount() == 100, timeout=5000)
    assert texts(panel) == [str(number) for number in range(100)]


def test_thread_that_logs_while_the_panel_goes_is_not_disturbed(qapp: QApplication) -> None:
    errors: list[BaseException] = []
    stop = threading.Event()

    def say() -> None:
        try:
            while not stop.is_set():
                LOG.warning("still here")
        except RuntimeError as error:  # what PySide raises of a deleted object
            errors.append(error)

    thread = threading.Thread(target=say)
    quiet = logging.NullHandler()
    logging.getLogger("gradview").addHandler(quiet)
    thread.start()
    try:
        for _ in range(20):
            panel = LogPanel()
            panel.attach()
            qapp.processEvents()
            panel.detach()
            panel.deleteLater()
            del panel
            qapp.processEvents()
    finally:
        stop.set()
        thread.join()
        logging.getLogger("gradview").removeHandler(quiet)
    assert errors == []


def test_details_fold_out_and_in_by_keys(panel: LogPanel) -> None:
    LOG.error("It failed.", extra={"details": "Traceback\n  here"})
    LOG.info("afterwards")
    failure = item(panel, 0)
    assert not failure.isExpanded()
    click(panel, 0)
    for key, expected in (
        (Qt.Key.Key_Right, True),
        (Qt.Key.Key_Left, False),
        (Qt.Key.Key_Return, True),
        (Qt.Key.Key_Return, False),
    ):
        QTest.keyClick(panel, key)
        assert failure.isExpanded() is expected
    assert details(panel, 0) == ["Traceback", "  here"]
    below = failure.child(0)
    assert below is not None and below.isFirstColumnSpanned()


def test_details_fold_out_by_a_click_on_the_arrow(panel: LogPanel) -> None:
    panel.say("It failed.", "because")
    row = panel.visualItemRect(item(panel))
    arrow = QPoint(panel.indentation() // 2, row.center().y())
    QTest.mouseClick(panel.viewport(), Qt.MouseButton.LeftButton, pos=arrow)
    assert item(panel).isExpanded()


def test_newest_details_are_brought_into_sight(panel: LogPanel) -> None:
    panel.say("first", "details of the first")
    panel.say("second", "details of the second")
    for number in range(100):
        panel.say(str(number))
    panel.showDetails()
    assert item(panel, 1).isExpanded() and not item(panel, 0).isExpanded()
    below = item(panel, 1).child(0)
    assert panel.viewport().rect().intersects(panel.visualItemRect(below))


def test_exception_s_origin_is_in_the_details(panel: LogPanel) -> None:
    try:
        raise ValueError("bad seed")
    except ValueError:
        LOG.exception("It failed.")
    below = details(panel)
    assert any("test_log.py" in text for text in below) and below[-1] == "ValueError: bad seed"


def test_warnings_and_errors_have_a_word_and_the_theme_s_colour(panel: LogPanel) -> None:
    LOG.info("fine")
    LOG.warning("careful")
    LOG.error("failed")
    assert [item(panel, place).text(LEVEL) for place in range(3)] == ["", "warning", "error"]
    for palette in (dark(), light()):
        panel.setColours(palette)
        LOG.error("another")  # made in the theme that there is
        found = [item(panel, place).foreground(TEXT).color().name().upper() for place in (1, 2, -1)]
        assert found == [palette.warning_text, palette.error_text, palette.error_text]


def test_only_the_last_lines_are_kept(panel: LogPanel) -> None:
    for number in range(MOST + 10):
        panel.say(str(number))
    kept = range(AT_ONCE, MOST + 10)
    assert texts(panel) == [str(number) for number in kept]


def test_newest_line_stays_in_sight_unless_scrolled_away(panel: LogPanel) -> None:
    bar = panel.verticalScrollBar()
    for number in range(50):
        panel.say(str(number))
    QApplication.processEvents()
    assert bar.maximum() > 0 and bar.value() == bar.maximum()
    bar.setValue(0)
    panel.say("one more")
    QApplication.processEvents()
    assert bar.value() == 0


def test_copy_takes_what_is_selected_with_its_details_and_else_everything(panel: LogPanel) -> None:
    for text, details in (("one", ""), ("two", "because\nof this"), ("three", "")):
        panel.say(text, details, logging.WARNING)
    panel.clearSelection()
    QTest.keyClick(panel, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "\n".join(panel.lines())
    click(panel, 1)
    QTest.keyClick(panel, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied[0].endswith("  warning  two") and copied[1:] == ["    because", "    of this"]


def test_clear_takes_all_away_by_keys_and_from_the_menu(panel: LogPanel) -> None:
    panel.say("one")
    QTest.keyClick(panel, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert panel.lines() == []
    panel.say("two")
    offered = {action.text(): action for action in panel.actions()}
    assert list(offered) == ["Copy", "Clear"]
    assert panel.contextMenuPolicy() is Qt.ContextMenuPolicy.ActionsContextMenu
    offered["Clear"].trigger()
    assert panel.lines() == []


def test_message_of_several_lines_shows_the_first_and_folds_out_all(panel: LogPanel) -> None:
    LOG.error("Out of memory.\nShape [1000, 1000]")
    assert texts(panel) == ["Out of memory."]
    assert details(panel) == ["Out of memory.", "Shape [1000, 1000]"]


def test_endless_details_keep_their_end() -> None:
    found = line("It failed.", "x" * 3 * MOST_DETAILS + "\nthe cause")
    assert len(found.details) < MOST_DETAILS + 100 and found.details.endswith("the cause")
    assert "left out" in found.details


def test_words_that_do_not_fit_their_arguments_do_no_harm(
    panel: LogPanel, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("gradview"), "propagate", False)  # pytest's own would raise
    LOG.info("%d steps", "ten")
    LOG.info("afterwards")
    assert texts(panel) == ["afterwards"]
    assert "Logging error" in capsys.readouterr().err


def test_after_detach_nothing_is_heard(panel: LogPanel) -> None:
    panel.detach()
    LOG.info("too late")
    QApplication.processEvents()
    assert panel.lines() == []


def test_early_words_are_shown_once_there_is_a_log(qapp: QApplication) -> None:
    level = logging.getLogger("gradview").level
    keep_early_records()
    try:
        keep_early_records()
        LOG.info("before the window")
        panel = LogPanel()
        panel.attach()
        LOG.info("with the window")
        assert texts(panel) == ["before the window", "with the window"]
        panel.detach()
        panel.deleteLater()
        assert take_early_records() == []
    finally:
        logging.getLogger("gradview").setLevel(level)


def test_early_words_are_bounded() -> None:
    level = logging.getLogger("gradview").level
    keep_early_records()
    for number in range(MOST_EARLY + 5):
        LOG.info("%d", number)
    assert len(take_early_records()) == MOST_EARLY
    logging.getLogger("gradview").setLevel(level)
