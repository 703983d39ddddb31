"""The whole experiment: its parts in sections that open and close."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget

from gradview.forms.form import ABSENT, Form


class ExperimentForm(Form):
    """The editor of a whole draft; `setProblems` takes problems with whole paths."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = Path.cwd()

    def value(self) -> dict[str, Any]:
        """The draft as it stands, valid or not."""
        return {} if self._value is ABSENT else dict(self._value)

    def setFolder(self, folder: Path) -> None:
        """Say where relative file paths start."""
        self._folder = folder
