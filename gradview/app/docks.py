"""A dock that has no title of its own while its tab says the same, and that can be brought to the front."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget


class Dock(QDockWidget):
    """A dock with a name for the saved layout. Closing it hides it; the View menu brings it back."""

    def __init__(self, name: str, title: str, widget: QWidget, area: QMainWindow) -> None:
        super().__init__(title, area)
        self._area = area
        self.setObjectName(name)
        self.setWidget(widget)
        self.setAllowedAreas(Qt.DockWidgetArea.AllDockWidgetAreas)
        self._soon = QTimer(self)  # Qt says that a dock moves before the tabs are made
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.follow_tabs)
        self.visibilityChanged.connect(self._look_soon)
        self.topLevelChanged.connect(self._look_soon)
        self.dockLocationChanged.connect(self._look_soon)

    def bring(self) -> None:
        """Show it in front of those that share its tabs."""
        self.show()
        self.raise_()
        if self.isFloating():
            self.activateWindow()

    def follow_tabs(self) -> None:
        """Say the title unless a tab does."""
        tabbed = not self.isFloating() and bool(self._area.tabifiedDockWidgets(self))
        if tabbed == (self.titleBarWidget() is not None):
            return
        if tabbed:
            self.setTitleBarWidget(QWidget(self))
        else:
            bar = self.titleBarWidget()
            self.setTitleBarWidget(None)  # type: ignore[arg-type]  # Qt's own way to the usual one
            bar.deleteLater()

    def _look_soon(self) -> None:
        self._soon.start(0)
