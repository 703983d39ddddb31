"""A dock whose title steps back when its tab says the same, and that can be brought to the front."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget


class Dock(QDockWidget):
    """A dock with a name for the saved layout. Closing it hides it; the View menu brings it back."""

    def __init__(self, name: str, title: str, widget: QWidget, area: QMainWindow) -> None:
        super().__init__(title, area)
        self.setObjectName(name)
        self.setWidget(widget)
        self.setAllowedAreas(Qt.DockWidgetArea.AllDockWidgetAreas)

    def bring(self) -> None:
        """Show it in front of those that share its tabs."""
        self.show()
        self.raise_()
        if self.isFloating():
            self.activateWindow()

    def set_back(self) -> None:
        """Put a floating one back. (Under Wayland some versions of Qt cannot do it by dragging.)"""
        self.setFloating(False)
