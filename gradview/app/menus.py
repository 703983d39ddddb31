"""The menu bar and the toolbar, made from the table of actions and from what can be opened or shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QUndoStack
from PySide6.QtWidgets import QLabel, QMainWindow, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from gradview.app.actions import ACTIONS
from gradview.app.docks import Dock
from gradview.app.files import Files
from gradview.app.settings import Settings, ThemeChoice
from gradview.spec.examples import examples

MENUS = ("File", "Edit", "Run", "View", "Help")
TOOLBAR = ("new", "open", "save", "", "run", "stop", "", "export", "examples")
THEMES: dict[ThemeChoice, str] = {"system": "As the s&ystem", "light": "&Light", "dark": "&Dark"}


def make_menus(window: QMainWindow, actions: Mapping[str, QAction]) -> dict[str, QMenu]:
    """The menus by their titles."""
    menus = {}
    for title in MENUS:
        menu = menus[title] = window.menuBar().addMenu(f"&{title}")
        menu.setToolTipsVisible(True)
    for entry in ACTIONS:
        menu = menus[entry.menu.lstrip("-")]
        if entry.menu.startswith("-"):
            menu.addSeparator()
        menu.addAction(actions[entry.name])
    return menus


def make_toolbar(
    window: QMainWindow, actions: Mapping[str, QAction], examples_menu: QMenu
) -> tuple[QToolBar, QToolButton]:
    """The toolbar, and the button of the examples."""
    bar = QToolBar("Toolbar")
    bar.setObjectName("toolbar")
    bar.setMovable(False)
    bar.setIconSize(QSize(18, 18))
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    button = QToolButton()
    button.setText("Examples")
    button.setToolTip("Open an experiment that comes with gradview")
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setMenu(examples_menu)
    for name in TOOLBAR:
        if name == "examples":
            bar.addWidget(button)
        elif name:
            bar.addAction(actions[name])
            bar.widgetForAction(actions[name]).setObjectName(f"tool-{name}")
        else:
            bar.addSeparator()
    for widget in bar.findChildren(QToolButton):
        widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    window.addToolBar(bar)
    return bar, button


def add_at_the_right(bar: QToolBar, *widgets: QWidget) -> None:
    """Put widgets at the far end of the toolbar."""
    spacer = QLabel()
    spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    bar.addWidget(spacer)
    for widget in widgets:
        bar.addWidget(widget)


def examples_menu(files: Files, parent: QWidget) -> QMenu:
    """The examples, each with its sentence."""
    menu = QMenu("E&xamples", parent)
    menu.setToolTipsVisible(True)
    for example in examples():
        action = menu.addAction(example.title)
        action.setToolTip(example.sentence)
        action.triggered.connect(partial(_open_example, files, example.name))
    return menu


def _open_example(files: Files, name: str, _: bool = False) -> None:
    files.open_example(next(example for example in examples() if example.name == name))


class RecentMenu(QMenu):
    """What was opened or saved lately."""

    def __init__(self, files: Files, settings: Settings, parent: QWidget) -> None:
        super().__init__("Open &recent", parent)
        self._files, self._settings = files, settings
        self.aboutToShow.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Read the list anew."""
        self.clear()
        for path in self._settings.recent():
            action = self.addAction(path.name)
            action.setToolTip(str(path))
            action.triggered.connect(partial(self._open, path))
        if self.isEmpty():
            self.addAction("Nothing yet").setEnabled(False)

    def _open(self, path: Path, _: bool = False) -> None:
        self._files.open_all([path])


def add_undo(menu: QMenu, stack: QUndoStack, actions: dict[str, QAction]) -> None:
    """Undo and redo, which say what they would take back."""
    for name, action, keys in (
        ("undo", stack.createUndoAction(menu, "Undo"), "Ctrl+Z"),
        ("redo", stack.createRedoAction(menu, "Redo"), "Ctrl+Shift+Z"),
    ):
        action.setShortcut(QKeySequence(keys))
        menu.addAction(action)
        actions[name] = action


def add_docks(
    menu: QMenu, panels: Mapping[str, Dock], others: Mapping[str, Dock], bring: Callable[[str], None]
) -> None:
    """Panels with their keys, and the other docks to be shown or hidden."""
    before = menu.actions()[0]
    for place, (name, dock) in enumerate(panels.items(), 1):
        action = QAction(dock.windowTitle(), menu)
        action.setToolTip(dock.toolTip())
        if place <= 9:
            action.setShortcut(QKeySequence(f"Ctrl+{place}"))
        action.triggered.connect(partial(_bring, bring, name))
        menu.insertAction(before, action)
    menu.insertSeparator(before)
    for dock in others.values():
        menu.insertAction(before, dock.toggleViewAction())
    menu.insertSeparator(before)


def _bring(bring: Callable[[str], None], name: str, _: bool = False) -> None:
    bring(name)


def theme_menu(settings: Settings, parent: QWidget) -> QMenu:
    """System, light or dark."""
    menu = QMenu("&Theme", parent)
    group = QActionGroup(menu)
    for name, text in THEMES.items():
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(settings.theme() == name)
        action.triggered.connect(partial(_set_theme, settings, name))
        group.addAction(action)
    return menu


def _set_theme(settings: Settings, name: ThemeChoice, _: bool = False) -> None:
    settings.setTheme(name)
