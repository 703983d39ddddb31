"""A list of words in one line, with commas between them."""

from __future__ import annotations

import json
import re
from typing import Any

from PySide6.QtWidgets import QWidget

from gradview.forms.fields import TextField, as_text

_PLAIN = re.compile(r'[^\s,，"\[\]{}](?:[^,，"\[\]{}]*[^\s,，"\[\]{}])?')


def write_words(value: Any) -> str:
    """Words with commas between them; as in the file where that would read as something else."""
    if isinstance(value, list) and value and all(_is_plain(word) for word in value):
        text = ", ".join(map(str, value))
        return text if len(value) > 1 else f"{text},"
    return as_text(value)


def read_words(text: str, one: bool) -> Any:
    """The list of words in a text; with `one`, a single word without a comma is that word itself."""
    if text.lstrip().startswith(("[", "{", '"')):
        try:
            return json.loads(text)
        except ValueError:
            return text
    words = [word.strip() for word in re.split("[,，]", text)]
    if one and len(words) == 1:
        return text.strip()
    return [word for word in words if word]


def _is_plain(word: Any) -> bool:
    return isinstance(word, str) and bool(_PLAIN.fullmatch(word))


class WordsField(TextField):
    """Words, separated by commas. With `one`, a single word stands for itself."""

    def __init__(self, placeholder: str = "", one: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(placeholder, parent=parent)
        self._one = one

    def read(self, text: str) -> Any:
        return read_words(text, self._one)

    def showValue(self) -> None:
        text = write_words(self._value)
        self.line.setText(text if self._one else text.removesuffix(","))
        self.line.setCursorPosition(0)
