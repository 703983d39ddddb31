"""A line of the expression language: checked while typing, marked from the error on, names completed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QListView, QWidget

from gradview.forms.array_text import read_numbers
from gradview.forms.fields import TextField
from gradview.forms.marks import MarkedLineEdit
from gradview.spec.expression.functions import FUNCTIONS
from gradview.spec.expression.grammar import ExpressionError, parse
from gradview.spec.problems import Problem

_WORD_BEFORE = re.compile(r"[A-Za-z][A-Za-z0-9_]*$")
_FEWEST_LETTERS = 2  # before names are offered unasked; Ctrl+Space asks


class ExpressionLine(MarkedLineEdit):
    """A line that offers names and functions for the word before the cursor."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(max(self.font().pointSizeF(), 7.0))
        self.setFont(font)
        self._words: tuple[str, ...] = ()
        self._model = QStandardItemModel(self)
        self._popup: QListView | None = None
        self._completer = QCompleter(self._model, self)
        self._completer.setWidget(self)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseSensitive)
        self._completer.activated.connect(self.insert_word)
        self.textEdited.connect(self.offer_unasked)

    def words(self) -> tuple[str, ...]:
        """The names and functions that are offered."""
        return self._words

    def set_words(self, words: Sequence[str]) -> None:
        if tuple(words) != self._words:
            self._words = tuple(words)
            self._model.clear()  # filled again when it is next needed

    def fill(self) -> None:
        """List the words, functions with what they do."""
        for word in self._words:
            item = QStandardItem(word)
            if word in FUNCTIONS:
                item.setToolTip(f"{FUNCTIONS[word].signature}: {FUNCTIONS[word].words}")
            self._model.appendRow(item)

    def word(self) -> str:
        """The start of a name that the cursor stands behind."""
        found = _WORD_BEFORE.search(self.text()[: self.cursorPosition()])
        return found.group() if found else ""

    def popup(self) -> QListView:
        """The list of words, made when it is first needed: each is a window."""
        if self._popup is None:
            self._popup = QListView()
            self._completer.setPopup(self._popup)
        return self._popup

    def offer_unasked(self) -> None:
        if len(self.word()) >= _FEWEST_LETTERS:
            self.offer()
        elif self._popup is not None:
            self._popup.hide()

    def offer(self) -> None:
        """Show what the word before the cursor can become."""
        popup = self.popup()
        if self._model.rowCount() == 0:
            self.fill()
        self._completer.setCompletionPrefix(self.word())
        count = self._completer.completionCount()
        if count == 0 or (count == 1 and self._completer.currentCompletion() == self.word()):
            popup.hide()
            return
        rect = self.cursorRect()
        rect.setWidth(popup.sizeHintForColumn(0) + popup.verticalScrollBar().sizeHint().width() + 8)
        self._completer.complete(rect)
        popup.setCurrentIndex(self._completer.completionModel().index(0, 0))

    def insert_word(self, word: str) -> None:
        """Put a name in the place of its start; a function with its brackets, the cursor between them."""
        start = self.cursorPosition() - len(self.word())
        function = word in FUNCTIONS and self.text()[self.cursorPosition() :][:1] != "("
        self.setSelection(start, len(self.word()))
        self.insert(word + "()" if function else word)
        if function:
            self.cursorBackward(False)
        self.textEdited.emit(self.text())
        self.popup().hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.offer()
        else:
            super().keyPressEvent(event)


class ExpressionField(TextField):
    """An expression, with its first error: the form's own while typing, then what it is handed."""

    line: ExpressionLine

    def __init__(self, placeholder: str = "", empty: Any = "", parent: QWidget | None = None) -> None:
        self._judged = ""  # the text that the problems handed in are about
        self._own: tuple[Problem, ...] = ()
        super().__init__(placeholder, empty, parent)
        self.setNames(())

    def make_line(self) -> MarkedLineEdit:
        return ExpressionLine(self)

    def setNames(self, names: Sequence[str]) -> None:
        """Names that the expression may use; functions are always offered."""
        self.line.set_words(sorted({*names, *FUNCTIONS}))

    def showEdited(self) -> None:
        self.check()

    def showValue(self) -> None:
        super().showValue()
        self.check()

    def setProblems(self, problems: Sequence[Problem]) -> None:
        self._judged = self.line.text()
        super().setProblems(problems)

    def check(self) -> None:
        """Read the text and mark where it cannot be read."""
        self._own = errors(self._value) if isinstance(self._value, str) else ()
        self.showProblems()

    def problems(self) -> tuple[Problem, ...]:
        if self._problems and self._judged == self.line.text():
            return self._problems
        return self._own

    def showProblems(self) -> None:
        first = next(iter(self.problems()), None)
        self.line.mark(first is not None, None if first is None else first.column)


class WrittenField(ExpressionField):
    """Numbers or an expression in one line: what reads as numbers is kept as numbers."""

    def read(self, text: str) -> Any:
        return read_numbers(text)


def errors(text: str) -> tuple[Problem, ...]:
    """What keeps a text from being an expression; the specification judges an empty one."""
    if not text.strip():
        return ()
    try:
        parse(text)
    except ExpressionError as error:
        return (Problem((), error.message, error.column),)
    return ()


def set_names(form: QWidget, names: Sequence[str]) -> None:
    """Hand names to every expression inside a form."""
    for field in form.findChildren(ExpressionField):
        field.setNames(names)
