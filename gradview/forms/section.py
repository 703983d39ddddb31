"""A part of the experiment under a heading that opens and closes it, and counts its problems while closed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gradview.forms.disclosure import Disclosure
from gradview.forms.form import Form
from gradview.forms.marks import SIGN, problem_colour, problem_sign


class Section(QWidget):
    """A heading and the form below it."""

    toggled = Signal(bool)

    def __init__(self, title: str, tip: str, form: Form, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = form
        self.heading = Disclosure(title, strong=True, parent=self)
        self.heading.setToolTip(tip)
        self.heading.setAccessibleDescription(tip)
        self.sign = QLabel(self)
        self.count = QLabel(self)
        self.place()
        self.heading.toggled.connect(self.open)
        self.heading.setChecked(True)
        self.show_count()

    def place(self) -> None:
        self.sign.setFixedSize(SIGN, SIGN)
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self.heading, 1)
        head.addWidget(self.sign)
        head.addWidget(self.count)
        rule = QFrame(self)
        rule.setFrameShape(QFrame.Shape.HLine)
        rule.setForegroundRole(QPalette.ColorRole.Mid)
        rule.setFrameShadow(QFrame.Shadow.Plain)
        self.body = QWidget(self)
        inner = QVBoxLayout(self.body)
        inner.setContentsMargins(0, 5, 0, 10)
        inner.addWidget(self.form)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(rule)
        layout.addWidget(self.body)

    def open(self, opened: bool) -> None:
        self.body.setVisible(opened)
        self.show_count()
        self.toggled.emit(opened)

    def is_open(self) -> bool:
        return self.heading.isChecked()

    def set_open(self, opened: bool) -> None:
        self.heading.setChecked(opened)

    def show_count(self) -> None:
        """While closed, say how many problems are inside."""
        count = len(self.form.problems())
        shown = count > 0 and not self.is_open()
        self.count.setText(f"{count} problem{'s' if count > 1 else ''}" if shown else "")
        self.count.setVisible(shown)
        self.sign.setVisible(shown)
        self.colour()

    def colour(self) -> None:
        """Follow the theme."""
        colour = problem_colour(self.palette())
        self.sign.setPixmap(problem_sign(colour, self.devicePixelRatioF()))
        palette = self.count.palette()
        if palette.color(QPalette.ColorRole.WindowText) != colour:
            palette.setColor(QPalette.ColorRole.WindowText, colour)
            self.count.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.ApplicationPaletteChange):
            self.colour()
        super().changeEvent(event)
