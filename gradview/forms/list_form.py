"""A list of parts of one sort, each in a card with buttons to move and remove it, and buttons to add one."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gradview.forms.card import Card
from gradview.forms.form import Form, Path, focus
from gradview.forms.marks import ProblemLine
from gradview.forms.object_form import ObjectForm

if TYPE_CHECKING:
    from gradview.spec.problems import Problem


@dataclass(frozen=True)
class Add:
    """A button that adds a part: its words, one sentence, and the new part, given those there are."""

    label: str
    tip: str
    fresh: Callable[[Sequence[Any]], Any]


class ListForm(Form):
    """The editor of a JSON list of objects."""

    TITLE: ClassVar[str] = ""
    TIP: ClassVar[str] = ""
    WHAT: ClassVar[str] = "this"
    ITEM: ClassVar[type[ObjectForm]] = ObjectForm
    ADDS: ClassVar[tuple[Add, ...]] = ()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[Card] = []
        self._own: list[Problem] = []
        self.title = QLabel(self.TITLE, self)
        self.title.setToolTip(self.TIP)
        font = self.title.font()
        font.setWeight(QFont.Weight.DemiBold)
        self.title.setFont(font)
        self.note = ProblemLine(self)
        self.adds = tuple(AddButton(add, self) for add in self.ADDS)
        for button in self.adds:
            button.asked.connect(self.add)
        self.place()

    def place(self) -> None:
        self.column = QVBoxLayout()
        self.column.setSpacing(5)
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self.title, 1)
        for button in self.adds:
            head.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(5)
        layout.addLayout(head)
        layout.addLayout(self.column)
        layout.addWidget(self.note)

    def parts(self) -> list[Any]:
        return self._value if isinstance(self._value, list) else []

    def add(self, add: Add) -> None:
        """Put a new part at the end, ready for typing."""
        self.edit([*self.parts(), add.fresh(self.parts())])
        self.cards[-1].form.focusPath(())

    def shift(self, card: Card, by: int | None) -> None:
        index, parts = self.cards.index(card), list(self.parts())
        part = parts.pop(index)
        if by is not None:
            parts.insert(index + by, part)
        self.setProblems(())
        self.edit(parts)
        if by is not None:
            self.follow(index + by, by)

    def follow(self, index: int, by: int) -> None:
        """Keep the focus on the button of the part that moved, or on its twin where that is spent."""
        up, down, _ = self.cards[index].buttons
        button, other = (up, down) if by < 0 else (down, up)
        (button if button.isEnabled() else other).setFocus()

    def collect(self) -> None:
        if not self._quiet:
            self.edit([card.form.value() for card in self.cards])

    def showValue(self) -> None:
        parts = self.parts()
        while len(self.cards) > len(parts):
            self.drop(self.cards.pop())
        while len(self.cards) < len(parts):
            self.cards.append(self.new_card())
        for index, (card, part) in enumerate(zip(self.cards, parts, strict=True)):
            card.form.setValue(part)
            card.set_place(index, len(parts))

    def showEdited(self) -> None:
        self.showValue()

    def new_card(self) -> Card:
        card = Card(self.ITEM(), self.WHAT, self)
        card.form.valueChanged.connect(self.collect)
        card.moved.connect(self.shift)
        self.column.addWidget(card)
        card.show()
        return card

    def drop(self, card: Card) -> None:
        self.column.removeWidget(card)
        card.hide()
        card.setParent(None)
        card.deleteLater()

    def showProblems(self) -> None:
        inside: list[list[Problem]] = [[] for _ in self.cards]
        self._own = []
        for problem in self._problems:
            index = problem.path[0] if problem.path else None
            if isinstance(index, int) and 0 <= index < len(inside):
                inside[index].append(dataclasses.replace(problem, path=problem.path[1:]))
            else:
                self._own.append(problem)
        for card, problems in zip(self.cards, inside, strict=True):
            card.form.setProblems(problems)
        self.note.show_problems(self._own)

    def problems(self) -> tuple[Problem, ...]:
        return (*(problem for card in self.cards for problem in card.form.problems()), *self._own)

    def tabStops(self) -> list[QWidget]:
        return [*self.adds, *(stop for card in self.cards for stop in card.form.tabStops())]

    def focusPath(self, path: Path) -> None:
        index = path[0] if path else 0
        if isinstance(index, int) and index < len(self.cards):
            self.cards[index].form.focusPath(path[1:])
        elif self.adds:
            focus(self.adds[0])


class AddButton(QPushButton):
    """A button that adds one sort of part."""

    asked = Signal(object)

    def __init__(self, add: Add, parent: QWidget) -> None:
        super().__init__(add.label, parent)
        self.add = add
        self.setToolTip(add.tip)
        self.clicked.connect(self.tell)

    def tell(self) -> None:
        self.asked.emit(self.add)


def fresh_name(parts: Sequence[Any], key: str, stem: str) -> str:
    """A name that no part has yet: stem, stem2, stem3."""
    taken = {part.get(key) for part in parts if isinstance(part, dict) and isinstance(part.get(key), str)}
    return next(
        name for name in (stem, *(f"{stem}{n}" for n in range(2, len(taken) + 3))) if name not in taken
    )
