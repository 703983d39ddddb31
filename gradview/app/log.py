"""What happened in this sitting: the log of gradview's own messages, from every thread."""

from __future__ import annotations

import logging
import time

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QMenu, QTreeWidget, QTreeWidgetItem, QWidget

from gradview.views.colours import Palette, light

MOST = 5000  # lines
LEVELS = {logging.DEBUG: "debug", logging.INFO: "", logging.WARNING: "warning", logging.ERROR: "error"}
LOGGER = "gradview"


class _Bridge(logging.Handler):
    """Brings records from any thread to the panel's."""

    def __init__(self, panel: LogPanel) -> None:
        super().__init__(logging.INFO)
        self._panel: LogPanel | None = panel

    def emit(self, record: logging.LogRecord) -> None:
        panel = self._panel
        if panel is None:
            return
        details = str(getattr(record, "details", "") or "")
        if record.exc_info:
            details = details or logging.Formatter().formatException(record.exc_info)
        panel.recordArrived.emit(record.levelno, record.created, record.getMessage(), details)

    def let_go(self) -> None:
        self._panel = None


class LogPanel(QTreeWidget):
    """Lines of time, level and message; details open below their line."""

    recordArrived = Signal(int, float, str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colours = light()
        self._bridge: _Bridge | None = None
        self.setAccessibleName("Log")
        self.setHeaderLabels(["Time", "", "Message"])
        self.setColumnWidth(0, 110)
        self.setColumnWidth(1, 70)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setUniformRowHeights(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self.recordArrived.connect(self._add, Qt.ConnectionType.AutoConnection)

    def attach(self) -> None:
        """Listen to the program's log."""
        if self._bridge is None:
            self._bridge = _Bridge(self)
            logging.getLogger(LOGGER).addHandler(self._bridge)

    def detach(self) -> None:
        """Listen no more."""
        if self._bridge is not None:
            logging.getLogger(LOGGER).removeHandler(self._bridge)
            self._bridge.let_go()
            self._bridge = None

    def lines(self) -> list[str]:
        """Every line as it is copied, oldest first."""
        items = (self.topLevelItem(place) for place in range(self.topLevelItemCount()))
        return [line(item) for item in items if item is not None]

    def setColours(self, palette: Palette) -> None:
        """Follow the theme."""
        self._colours = palette
        for place in range(self.topLevelItemCount()):
            item = self.topLevelItem(place)
            if item is not None:
                self._colour(item)

    def copy(self) -> None:
        """Copy the lines that are selected, with their details; without any, all."""
        chosen = self.selectedItems()
        text = "\n".join(map(line, chosen)) if chosen else "\n".join(self.lines())
        QGuiApplication.clipboard().setText(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    @Slot(int, float, str, str)
    def _add(self, level: int, when: float, words: str, details: str) -> None:
        bar = self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum()
        clock = time.strftime("%H:%M:%S", time.localtime(when))
        item = QTreeWidgetItem([clock, LEVELS.get(level, "error"), words])
        item.setData(0, Qt.ItemDataRole.UserRole, level)
        item.setToolTip(2, words)
        if details:
            below = QTreeWidgetItem(["", "", details.rstrip()])
            item.addChild(below)
        self.addTopLevelItem(item)
        self._colour(item)
        if self.topLevelItemCount() > MOST:
            self.takeTopLevelItem(0)
        if at_end:
            self.scrollToBottom()

    def _colour(self, item: QTreeWidgetItem) -> None:
        level = item.data(0, Qt.ItemDataRole.UserRole)
        colours = self._colours
        colour = colours.text
        if level >= logging.WARNING:
            colour = colours.error_text if level >= logging.ERROR else colours.warning_text
        item.setForeground(0, QColor(colours.muted))
        item.setForeground(1, QColor(colour))
        item.setForeground(2, QColor(colour))

    def _show_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Copy").triggered.connect(self.copy)
        menu.addAction("Clear").triggered.connect(self.clear)
        menu.popup(self.viewport().mapToGlobal(at))


def line(item: QTreeWidgetItem) -> str:
    """A line of the log as text, its details below it."""
    words = " ".join(part for part in (item.text(0), item.text(1), item.text(2)) if part)
    below = [child.text(2) for child in map(item.child, range(item.childCount())) if child is not None]
    return "\n".join([words, *below])
