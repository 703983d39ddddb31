"""One row of a form: what describes it, and its label, editor and problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from gradview.forms.form import Form
from gradview.forms.marks import ProblemLine

LABELS = 18  # average letters: the width of the label column, the same in every form


def always(part: Mapping[str, Any]) -> bool:
    """The field matters whatever the others say."""
    return True


@dataclass(frozen=True)
class Field:
    """One row of a form.

    Parameters
    ----------
    key : str
        The field's name in the draft.
    label : str
        The field's term; empty where the editor brings its own.
    tip : str
        One sentence, with the symbol.
    editor : callable
        Makes the editor.
    when : callable
        Whether the field matters, given the part of the draft that it is in. One that the draft names with a
        problem is shown anyway.
    wide : bool
        The editor takes the whole width, its label stands above it.
    more : bool
        Rarely needed: hidden until asked for, unless the draft names it.
    """

    key: str
    label: str
    tip: str
    editor: Callable[[], Form]
    when: Callable[[Mapping[str, Any]], bool] = always
    wide: bool = False
    more: bool = False


class Row:
    """The widgets of one field."""

    def __init__(self, field: Field, labels: int, parent: QWidget) -> None:
        self.field = field
        self.top = 0  # where the row is in its form's grid
        self.editor = field.editor()
        self.editor.setParent(parent)
        self.editor.setToolTip(field.tip)
        self.label = label_for(field.label, field.tip, self.editor, labels, parent)
        self.line = ProblemLine(parent)

    def place(self, layout: QGridLayout) -> None:
        top = self.top = layout.rowCount()
        if self.field.wide:
            self.label.setWordWrap(False)
            self.label.setFixedSize(self.label.sizeHint())
            layout.addWidget(self.label, top, 0, 1, 3)
            layout.addWidget(self.editor, top + 1, 0, 1, 3)
        else:
            layout.addWidget(self.label, top, 0, Qt.AlignmentFlag.AlignTop)
            layout.addWidget(self.editor, top, 1, 1, 2)
        layout.addWidget(self.line, top + 2, 0, 1, 3)

    def leave(self, layout: QGridLayout) -> None:
        """Take the row out of its form."""
        for widget in (self.label, self.editor, self.line):
            layout.removeWidget(widget)
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()

    def show(self, shown: bool) -> None:
        """Show or hide the row; its problems are said by the line unless the editor says them."""
        self.editor.setVisible(shown)
        self.label.setVisible(shown and bool(self.field.label))
        problems = () if self.editor.shows_problems else self.editor.problems()
        self.line.show_problems(problems)


def label_for(text: str, tip: str, editor: Form, letters: int, parent: QWidget) -> QLabel:
    """The label of an editor, level with its first line, on two lines if it must."""
    label = QLabel(text, parent)
    label.setToolTip(tip)
    label.setContentsMargins(0, 4, 0, 0)
    width = letters * label.fontMetrics().averageCharWidth()
    label.setWordWrap(label.sizeHint().width() > width)
    label.setFixedSize(width, max(label.heightForWidth(width), label.minimumSizeHint().height()))
    target = editor.target or editor
    label.setBuddy(target)
    if text:
        target.setAccessibleName(text)
        target.setAccessibleDescription(tip)
    return label
