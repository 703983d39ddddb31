"""Where docks and panels stand: at first, as it was left, and back to the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QTabWidget

from gradview.app.docks import Dock

if TYPE_CHECKING:
    from gradview.app.settings import Settings
    from gradview.app.window import Window

SIZE = (1280, 800)
WIDTHS = {"experiment": 330, "findings": 230}
HEIGHT = 130  # of the runs and the log
AREAS = {
    "experiment": Qt.DockWidgetArea.LeftDockWidgetArea,
    "findings": Qt.DockWidgetArea.RightDockWidgetArea,
    "runs": Qt.DockWidgetArea.BottomDockWidgetArea,
    "log": Qt.DockWidgetArea.BottomDockWidgetArea,
}


def prepare(window: QMainWindow) -> None:
    """What holds for every layout: the bottom goes from side to side, tabs are on top."""
    window.setDockNestingEnabled(True)
    window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
    window.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.BottomDockWidgetArea)
    window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.BottomDockWidgetArea)
    window.resize(*SIZE)


def place(window: QMainWindow, docks: dict[str, Dock]) -> None:
    """Put every dock where it stands at first."""
    for name, dock in docks.items():
        dock.setFloating(False)
        window.removeDockWidget(dock)
        window.addDockWidget(AREAS[name], dock)
        dock.show()
    window.tabifyDockWidget(docks["runs"], docks["log"])
    docks["runs"].raise_()
    sides = list(WIDTHS)
    window.resizeDocks([docks[name] for name in sides], list(WIDTHS.values()), Qt.Orientation.Horizontal)
    window.resizeDocks([docks["runs"]], [HEIGHT], Qt.Orientation.Vertical)


def reset(window: Window) -> None:
    """Everything as at the very first start, but for the window's own size."""
    place(window, window.docks)
    window.panels.as_tabs()


def dock_all(window: Window) -> None:
    """Put back whatever floats. (Under Wayland some versions of Qt cannot do it by dragging.)"""
    for dock in (*window.docks.values(), *window.panels.docks.values()):
        dock.setFloating(False)


def save(window: Window, settings: Settings) -> None:
    """Keep the layout for the next start."""
    settings.setGeometry(window.saveGeometry())
    settings.setWindowState("window", window.saveState())
    settings.setWindowState("panels", window.panels.area.saveState())


def restore(window: Window, settings: Settings) -> None:
    """Stand as the window was left; a layout that cannot be read leaves the first one."""
    geometry = settings.geometry()
    if not geometry.isEmpty():
        window.restoreGeometry(geometry)
    for area, name in ((window, "window"), (window.panels.area, "panels")):
        state = settings.windowState(name)
        if not state.isEmpty() and not area.restoreState(state):
            reset(window)
            return
