"""The log of this sitting: gradview's own messages from every thread, with details that fold out."""

from __future__ import annotations

import logging

from PySide6.QtCore import QEvent, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QColor, QFontDatabase, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QTreeWidget, QTreeWidgetItem, QWidget

from gradview.app.early_log import LOGGER, take_early_records
from gradview.app.log_records import Line, Records, line
from gradview.views.colours import Palette, light

MOST = 5000  # lines
AT_ONCE = 500  # lines that go when there are more: to take one away costs as much as to take many
WHEN, LEVEL, TEXT = range(3)
LINE = Qt.ItemDataRole.UserRole


class LogPanel(QTreeWidget):
    """Time, level and message by line, the newest at the end, which stays in sight unless scrolled away from.

    Return, Right and Left or a click on the arrow fold details out and in.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colours = light()
        self._records: Records | None = None
        self.setAccessibleName("Log")
        self.setHeaderLabels(["Time", "Level", "Message"])
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAllColumnsShowFocus(True)
        self.setUniformRowHeights(True)  # else each new line measures all others: 50 ms in a full log
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self._to_end = QTimer(self)
        self._to_end.setSingleShot(True)
        self._to_end.timeout.connect(self.scrollToBottom)
        self._add_action("Copy", QKeySequence(QKeySequence.StandardKey.Copy)).triggered.connect(self.copy)
        self._add_action("Clear", QKeySequence("Ctrl+L")).triggered.connect(self.clear)
        self._fit_columns()

    def attach(self) -> None:
        """Listen to the program's log, and show what was said before there was this panel."""
        if self._records is not None:
            return
        self._records = Records(MOST)
        self._records.arrived.came.connect(self._take)
        for record in take_early_records():
            self._records.handle(record)
        logging.getLogger(LOGGER).addHandler(self._records)

    def detach(self) -> None:
        """Listen no more."""
        if self._records is not None:
            logging.getLogger(LOGGER).removeHandler(self._records)
            self._records.close()
            self._records.arrived.came.disconnect(self._take)
            self._records = None

    def say(self, text: str, details: str = "", level: int = logging.INFO) -> None:
        """Add a line that is not in the program's log."""
        self._add([line(text, details, level)])

    def lines(self) -> list[str]:
        """Every line as it is copied, oldest first."""
        return [self._line(item).as_text() for item in self._items()]

    def showDetails(self) -> None:
        """Fold out the newest line that has details, and bring it into sight."""
        item = next((one for one in reversed(self._items()) if one.childCount()), None)
        if item is not None:
            item.setExpanded(True)
            self.setCurrentItem(item)
            self.scrollToItem(item, QAbstractItemView.ScrollHint.PositionAtTop)

    def setColours(self, palette: Palette) -> None:
        """Follow the theme."""
        self._colours = palette
        for item in self._items():
            self._colour(item)

    def copy(self) -> None:
        """Copy the lines that are selected, with their details; without any, all."""
        chosen = {id(item.parent() or item): item.parent() or item for item in self.selectedItems()}
        items = [item for item in self._items() if id(item) in chosen] if chosen else self._items()
        QGuiApplication.clipboard().setText("\n".join(self._line(item).as_text() for item in items))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            (item.parent() or item).setExpanded(not (item.parent() or item).isExpanded())
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_columns()

    @Slot()
    def _take(self) -> None:
        if self._records is not None:
            self._add(self._records.taken())

    def _add(self, lines: list[Line]) -> None:
        bar = self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() or self._to_end.isActive()
        items = [self._item(one) for one in lines]
        self.addTopLevelItems(items)
        for item in items:
            for below in children(item):
                below.setFirstColumnSpanned(True)  # only an item of a tree can be told
        over = self.topLevelItemCount() - MOST
        if over > 0:
            self.model().removeRows(0, max(over, AT_ONCE))
        if at_end:
            self._to_end.start(0)  # once for many lines: the tree is laid out anew for it

    def _item(self, found: Line) -> QTreeWidgetItem:
        item = QTreeWidgetItem([found.when, found.word, found.text])
        item.setData(WHEN, LINE, found)
        item.setToolTip(TEXT, found.text)
        for text in found.details.splitlines():  # one row each, so that all rows are of one height
            below = QTreeWidgetItem([text])
            below.setFont(0, self._fixed)
            item.addChild(below)
        self._colour(item)
        return item

    def _colour(self, item: QTreeWidgetItem) -> None:
        colours, level = self._colours, self._line(item).level
        item.setForeground(WHEN, QColor(colours.muted))
        if level >= logging.WARNING:
            colour = QColor(colours.error_text if level >= logging.ERROR else colours.warning_text)
            item.setForeground(LEVEL, colour)
            item.setForeground(TEXT, colour)

    def _items(self) -> list[QTreeWidgetItem]:
        return children(self.invisibleRootItem())

    def _line(self, item: QTreeWidgetItem) -> Line:
        found = item.data(WHEN, LINE)
        assert isinstance(found, Line)
        return found

    def _add_action(self, text: str, keys: QKeySequence) -> QAction:
        action = QAction(text, self)
        action.setShortcut(keys)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.addAction(action)
        return action

    def _fit_columns(self) -> None:
        """Times and levels in full; the message has the rest."""
        metrics = self.fontMetrics()
        self.setColumnWidth(WHEN, metrics.horizontalAdvance("00:00:00") + self.indentation() + 24)
        self.setColumnWidth(LEVEL, metrics.horizontalAdvance("warning") + 24)


def children(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """The rows right below one."""
    found = (item.child(place) for place in range(item.childCount()))
    return [child for child in found if child is not None]
