"""A line to click on that opens and closes what is below it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QSizePolicy,
    QStyle,
    QStyleOption,
    QStyleOptionFocusRect,
    QStylePainter,
    QToolButton,
    QWidget,
)

_ARROW = 11  # pixels


class Disclosure(QToolButton):
    """An arrow and words. Space and Return toggle it, Right opens and Left closes."""

    def __init__(self, text: str, strong: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(
            QSizePolicy.Policy.Expanding if strong else QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed
        )
        font = self.font()
        font.setBold(strong)
        self.setFont(font)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        wanted = {Qt.Key.Key_Right: True, Qt.Key.Key_Left: False}.get(Qt.Key(event.key()))
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            wanted = not self.isChecked()
        if wanted is None:
            super().keyPressEvent(event)
        else:
            self.setChecked(wanted)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + _ARROW + 12, metrics.height() + 8)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Flat: a pressed look would make every open heading the loudest thing on the page."""
        painter = QStylePainter(self)
        arrow = QStyleOption()
        arrow.initFrom(self)
        arrow.rect.setRect(0, (self.height() - _ARROW) // 2, _ARROW, _ARROW)
        down = QStyle.PrimitiveElement.PE_IndicatorArrowDown
        painter.drawPrimitive(
            down if self.isChecked() else QStyle.PrimitiveElement.PE_IndicatorArrowRight, arrow
        )
        painter.setPen(self.palette().windowText().color())
        words = self.rect().adjusted(_ARROW + 6, 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
        if self.hasFocus():
            focus = QStyleOptionFocusRect()
            focus.initFrom(self)
            focus.rect = self.rect().adjusted(0, 1, 0, -1)
            painter.drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, focus)
