"""Forms on show for as long as a block lasts, what they say meanwhile, and hands that type and click."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QWidget

from gradview.forms.form import Form

W = TypeVar("W", bound=QWidget)


@contextmanager
def shown(widget: W) -> Iterator[W]:
    """The widget in a window of its own, gone after the block."""
    widget.show()
    QApplication.processEvents()
    try:
        yield widget
    finally:
        widget.close()
        widget.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


class Heard:
    """The values that a form had each time it said that it changed."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.values: list[Any] = []
        form.valueChanged.connect(self.hear)

    def hear(self) -> None:
        self.values.append(self.form.value())


def type_over(widget: QWidget, text: str) -> None:
    """Replace what a field holds, key by key."""
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(widget, Qt.Key.Key_Delete)
    for letter in text:  # QTest.keyClicks knows ASCII only
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(widget, QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, letter))


def click(widget: QWidget) -> None:
    """Click in the middle, or on a check box itself: the rest of its width is not sensitive."""
    place = QPoint(8, widget.height() // 2) if isinstance(widget, QCheckBox) else widget.rect().center()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)


def pick(box: Any, label: str) -> None:
    """Choose an entry of a combo box by keys."""
    box.setFocus()
    wanted = box.findText(label)
    assert wanted >= 0, [box.itemText(i) for i in range(box.count())]
    while box.currentIndex() != wanted:
        QTest.keyClick(box, Qt.Key.Key_Down if box.currentIndex() < wanted else Qt.Key.Key_Up)


def wheel(widget: QWidget, notches: int = -1) -> None:
    """Turn the wheel over a widget."""
    centre = QPointF(widget.rect().center())
    event = QWheelEvent(
        centre,
        widget.mapToGlobal(centre),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def paste(widget: QWidget, text: str) -> None:
    QApplication.clipboard().setText(text)
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
