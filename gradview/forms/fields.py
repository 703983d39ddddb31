"""Fields of one value: text, number, choice, check box. Numbers are C-locale text on every system."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QLocale, QSize, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QSizePolicy, QWidget

from gradview.forms.form import ABSENT, Form, same
from gradview.forms.marks import MarkedLineEdit

_WHOLE = re.compile(r"[+-]?[0-9]{1,400}")
_DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def number(text: str) -> int | float | None:
    """The number that a text is in the C locale; None for anything else, and for what no float64 can hold."""
    text = text.strip()
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        value = float(text)
        return value if math.isfinite(value) else None
    return None


def as_text(value: Any) -> str:
    """A part of a draft as it is typed: text as it is, everything else as in the file."""
    if value is ABSENT or value is None:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


class Leaf(Form):
    """A field of one value; the form around it shows its problems."""

    shows_problems = False

    def place(self, widget: QWidget) -> None:
        """Make `widget` all of this field."""
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(widget)
        self.target = widget


class TextField(Leaf):
    """One line of text. Emptied, it leaves `empty` in the draft: by default nothing."""

    def __init__(self, placeholder: str = "", empty: Any = ABSENT, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._empty = empty
        self.line = self.make_line()
        self.line.setPlaceholderText(placeholder)
        self.line.setMinimumWidth(40)
        self.line.textEdited.connect(self.take)
        self.place(self.line)

    def make_line(self) -> MarkedLineEdit:
        return MarkedLineEdit(self)

    def take(self, text: str) -> None:
        self.edit(self.read(text) if text else self._empty)

    def read(self, text: str) -> Any:
        return text

    def showValue(self) -> None:
        self.line.setText(as_text(self._value))
        self.line.setCursorPosition(0)

    def showProblems(self) -> None:
        self.line.mark(bool(self.problems()))


class NumberField(TextField):
    """A number as text; what is none is given back as typed. Up and Down change a whole number by one."""

    def make_line(self) -> MarkedLineEdit:
        line = NumberLine(self)
        line.setLocale(QLocale.c())
        return line

    def read(self, text: str) -> Any:
        value = number(text)
        return text if value is None else value


class NumberLine(MarkedLineEdit):
    """The line of a number field."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
        value = number(self.text())
        if by and isinstance(value, int) and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.setText(str(value + by))
            self.textEdited.emit(self.text())
        else:
            super().keyPressEvent(event)


@dataclass(frozen=True)
class Choice:
    """One entry of a choice: its value in the draft, its words, and one sentence."""

    value: Any
    label: str
    tip: str = ""


class Chooser(QComboBox):
    """A combo box that leaves the wheel to the page around it until it has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def minimumSizeHint(self) -> QSize:
        """Narrow forms cut a long entry short rather than the form."""
        return QSize(64, super().minimumSizeHint().height())

    def showPopup(self) -> None:
        """As wide as its widest entry, also in a narrow form."""
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + 24)
        super().showPopup()


class ChoiceField(Leaf):
    """One of a few values. A value that is none of them is shown as it stands, and kept."""

    def __init__(
        self, choices: Sequence[Choice], default: Any = ABSENT, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._choices = tuple(choices)
        self._default = default
        self.box = Chooser(self)
        for choice in self._choices:
            self.box.addItem(choice.label)
            self.box.setItemData(self.box.count() - 1, choice.tip or None, Qt.ItemDataRole.ToolTipRole)
        self.box.setCurrentIndex(self.index(default))
        self.box.activated.connect(self.take)
        self.place(self.box)

    def index(self, value: Any) -> int:
        return next((i for i, choice in enumerate(self._choices) if same(choice.value, value)), -1)

    def take(self, index: int) -> None:
        if index >= len(self._choices):
            return
        if same(self._choices[index].value, self._default) and self._value is ABSENT:
            return  # it is what absence means already
        self.edit(self._choices[index].value)

    def showEdited(self) -> None:
        self.show_odd(None)

    def showValue(self) -> None:
        value = self._default if self._value is ABSENT else self._value
        index = self.index(value)
        self.show_odd(None if index >= 0 or value is ABSENT else (as_text(value) or json.dumps(value)))
        self.box.setCurrentIndex(self.box.count() - 1 if index < 0 and value is not ABSENT else index)

    def show_odd(self, text: str | None) -> None:
        """Have one more entry for a value that is none of the choices, or have none."""
        if self.box.count() > len(self._choices):
            self.box.removeItem(len(self._choices))
        if text is not None:
            self.box.addItem(text)


class CheckField(Leaf):
    """Yes or no, with its label beside the box."""

    def __init__(self, label: str = "", default: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._default = default
        self.box = QCheckBox(label, self)
        self.box.setChecked(default)
        self.box.clicked.connect(self.take)
        self.place(self.box)

    def take(self, checked: bool) -> None:
        self.box.setTristate(False)
        self.edit(checked)

    def showValue(self) -> None:
        value = self._default if self._value is ABSENT else self._value
        self.box.setTristate(not isinstance(value, bool))
        if isinstance(value, bool):
            self.box.setChecked(value)
        else:
            self.box.setCheckState(Qt.CheckState.PartiallyChecked)
