"""What a person does with the window, and what is then on the screen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from gradview.app.runs import Run
from gradview.app.window import Window
from gradview.spec.examples import example

LONG = 60_000  # milliseconds: a child that imports TensorFlow while other things run


def tool(window: Window, name: str) -> QToolButton:
    """A button of the toolbar."""
    button = window.findChild(QToolButton, f"tool-{name}")
    assert isinstance(button, QToolButton), name
    return button


def click(button: QWidget) -> None:
    """Click in the middle of what can be seen of a widget."""
    QApplication.processEvents()  # a toolbar places its buttons when nothing else is to be done
    assert button.isVisible() and button.isEnabled(), button
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.rect().center())


def press(window: Window, keys: str) -> None:
    """Press keys in the window, as 'Ctrl+S'."""
    target = QApplication.focusWidget() or window
    QTest.keySequence(target, keys)


def in_menu(window: Window, title: str, text: str) -> QAction:
    """An action of a menu of the menu bar, by what it says."""
    for top in window.menuBar().actions():
        menu = top.menu()
        if isinstance(menu, QMenu) and menu.title().replace("&", "") == title:
            return in_this_menu(menu, text)
    raise AssertionError(title)


def in_this_menu(menu: QMenu, text: str) -> QAction:
    menu.aboutToShow.emit()
    found = {action.text().replace("&", ""): action for action in menu.actions()}
    return found[text]


def choose_example(window: Window, name: str) -> None:
    """Pick an example from the toolbar's menu."""
    found = example(name)
    assert found is not None
    in_this_menu(window.examples_button.menu(), found.title).trigger()


def run_and_wait(window: Window, qtbot: QtBot) -> Run:
    """Press Run and wait for its end."""
    click(tool(window, "run"))
    return wait_for_end(window, qtbot)


def wait_for_end(window: Window, qtbot: QtBot) -> Run:
    qtbot.waitUntil(lambda: window.runner.running() is None, timeout=LONG)
    return window.runs.all()[-1]


def wait_for_stage(window: Window, qtbot: QtBot, stage: str) -> None:
    """Wait until the run that is under way says that it is in a stage."""

    def there() -> bool:
        run = window.runner.running()
        return run is not None and run.progress is not None and run.progress.stage == stage

    qtbot.waitUntil(there, timeout=LONG)


def rows(window: Window) -> list[dict[str, str]]:
    """The list of runs as it reads, newest first."""
    model = window.table.model()
    heads = [
        str(model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole))
        for column in range(model.columnCount())
    ]
    return [
        {head: str(model.index(row, column).data()) for column, head in enumerate(heads)}
        for row in range(model.rowCount())
    ]


def answers(window: Window) -> dict[str, QPushButton]:
    """What the message strip offers."""
    buttons = window.notice.findChildren(QPushButton)
    return {button.text(): button for button in buttons if not button.isHidden()}


def drop(widget: QWidget, *paths: Path) -> bool:
    """Drag files over a widget and let go; whether anything there takes them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    data.setText("\n".join(map(str, paths)))
    at = widget.rect().center()
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    target: QWidget | None = widget
    while target is not None:
        if target.acceptDrops():
            place = target.mapFrom(widget, at) if target is not widget else at
            enter = QDragEnterEvent(QPoint(place), Qt.DropAction.CopyAction, data, buttons, keys)
            enter.ignore()
            QApplication.sendEvent(target, enter)
            if enter.isAccepted():
                let_go = QDropEvent(QPointF(place), Qt.DropAction.CopyAction, data, buttons, keys)
                QApplication.sendEvent(target, let_go)
                return let_go.isAccepted()
        target = None if target.isWindow() else target.parentWidget()
    return False
