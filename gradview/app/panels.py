"""The middle of the window: a dock for each view, tabs at first, and the step they all look at."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTabWidget, QVBoxLayout, QWidget

from gradview.app.docks import Dock
from gradview.app.step_bar import StepBar
from gradview.results.result import Result
from gradview.views.colours import Palette
from gradview.views.cursor import Cursor
from gradview.views.registry import VIEWS
from gradview.views.view import View


class Panels(QWidget):
    """All views of one result. `measureRequested` names a measure that an empty panel asks for."""

    measureRequested = Signal(str)
    currentChanged = Signal(object)

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.step_cursor = Cursor(self)
        self.area = QMainWindow(self)
        self.area.setWindowFlags(Qt.WindowType.Widget)  # a main window inside another is a widget
        self.area.setObjectName("panels")
        options = QMainWindow.DockOption
        self.area.setDockOptions(
            options.AllowNestedDocks | options.AllowTabbedDocks | options.GroupedDragging
        )
        self.area.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.steps = StepBar(self.step_cursor, self)
        self._current: View | None = None
        self.docks: dict[str, Dock] = {}
        for view_type in VIEWS:
            self._add(view_type(self.step_cursor, palette))
        self.as_tabs()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.area, 1)
        layout.addWidget(self.steps)

    def _add(self, view: View) -> None:
        dock = Dock(view.name, view.label, view, self.area)
        dock.setToolTip(view.tip)
        dock.visibilityChanged.connect(self._follow)
        view.measureRequested.connect(self.measureRequested)
        self.docks[view.name] = dock
        self.area.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, dock)

    def views(self) -> Iterator[View]:
        """In the order of the registry."""
        for dock in self.docks.values():
            view = dock.widget()
            assert isinstance(view, View)
            yield view

    def current(self) -> View:
        """The view that was looked at last: the one with the focus, else the one in front."""
        views = list(self.views())
        with_focus = next((view for view in views if view.isAncestorOf(focused(self))), None)
        if with_focus is not None:
            return with_focus
        if self._current is not None and in_front(self._current):
            return self._current
        return next((view for view in views if in_front(view)), views[0])

    def setResult(self, result: Result | None) -> None:
        """Show another result in every panel, at its last step: there the loss mostly reads."""
        for view in self.views():
            view.setResult(result)
        if result is not None:
            self.step_cursor.setStep(self.step_cursor.limits()[0] - 1)
        self.steps.setLabels(result)

    def setNote(self, text: str) -> None:
        """A strip above every picture."""
        for view in self.views():
            view.setNote(text)

    def setName(self, name: str) -> None:
        """What the run is called in the corner of exported figures."""
        for view in self.views():
            view.setName(name)

    def setColours(self, palette: Palette) -> None:
        """Draw in another theme."""
        for view in self.views():
            view.setPalette(palette)

    def bring(self, name: str) -> None:
        """Open a panel, bring it to the front and give it the focus."""
        dock = self.docks[name]
        view = dock.widget()
        assert isinstance(view, View)
        dock.bring()
        view.focusTarget().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def as_tabs(self) -> None:
        """All panels behind each other, the first in front."""
        first, *rest = self._taken_out()
        self.area.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, first)
        for dock in rest:
            self.area.tabifyDockWidget(first, dock)
        for dock in (*rest, first):
            dock.show()
        first.raise_()

    def split(self, way: Qt.Orientation) -> None:
        """All panels beside or above each other, equally large."""
        first, *rest = docks = self._taken_out()
        self.area.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, first)
        before = first
        for dock in rest:
            self.area.splitDockWidget(before, dock, way)
            before = dock
        for dock in docks:
            dock.show()
        for bar in self.area.findChildren(QTabBar):
            bar.hide()  # Qt leaves one without tabs where it was, in front of what comes there
        whole = self.width() if way is Qt.Orientation.Horizontal else self.height()
        self.area.resizeDocks(docks, [whole // len(docks)] * len(docks), way)

    def _taken_out(self) -> list[Dock]:
        """All docks, out of their places at first: one by one they would leave tab bars behind."""
        docks = list(self.docks.values())
        for dock in docks:
            dock.setFloating(False)
            self.area.removeDockWidget(dock)
        return docks

    def _follow(self, visible: bool) -> None:
        dock = self.sender()
        view = dock.widget() if isinstance(dock, QDockWidget) else None
        if visible and isinstance(view, View):
            self._current = view
            self.currentChanged.emit(view)


def in_front(view: View) -> bool:
    """Whether the panel can be seen, and is not behind another's tab."""
    return view.isVisible() and not view.visibleRegion().isEmpty()


def focused(widget: QWidget) -> QWidget:
    """What has the focus in a widget's window."""
    return widget.window().focusWidget() or widget.window()
