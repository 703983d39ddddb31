"""A part of a list in its frame, with buttons that move it and take it out."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from gradview.forms.object_form import ObjectForm


@dataclass(frozen=True)
class Step:
    """A button of a card: what it shows, its words, and where it moves the part (None: away)."""

    sign: str
    words: str
    by: int | None


STEPS = (Step("↑", "Move {} up", -1), Step("↓", "Move {} down", 1), Step("×", "Remove {}", None))


class StepButton(QToolButton):
    """A small button of a card that says how far the card is to move."""

    pressedFor = Signal(object)

    def __init__(self, step: Step, what: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.step = step
        self.setText(step.sign)
        self.setAutoRaise(True)
        self.setFixedWidth(20)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(step.words.format(what))
        self.setAccessibleName(step.words.format(what))
        self.clicked.connect(self.tell)

    def tell(self) -> None:
        self.pressedFor.emit(self.step.by)


class Card(QFrame):
    """One part in its frame."""

    moved = Signal(object, object)  # this card, and by how many places (None: away)

    def __init__(self, form: ObjectForm, what: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.form = form
        self.setFrameShape(QFrame.Shape.StyledPanel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 4, 6)
        layout.addWidget(form)
        corner = QWidget(self)
        row = QHBoxLayout(corner)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.buttons = tuple(StepButton(step, what, corner) for step in STEPS)
        for button in self.buttons:
            row.addWidget(button)
            button.pressedFor.connect(self.tell)
        form.set_corner(corner)

    def tell(self, by: int | None) -> None:
        self.moved.emit(self, by)

    def set_place(self, index: int, of: int) -> None:
        """Only offer moves that lead somewhere."""
        up, down, _ = self.buttons
        up.setEnabled(index > 0)
        down.setEnabled(index < of - 1)
