"""The path of a file, typed or picked; relative paths start at the experiment's folder."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QToolButton, QWidget

from gradview.forms.fields import TextField


class PathField(TextField):
    """A path as text, and a button that picks a file."""

    def __init__(self, pattern: str = "", parent: QWidget | None = None) -> None:
        super().__init__("file.npz", "", parent)
        self._pattern = pattern
        self._folder = Path.cwd()
        self.line.textChanged.connect(self.line.setToolTip)  # a long path is not all in sight

    def place(self, widget: QWidget) -> None:
        self.button = QToolButton(self)
        self.button.setText("...")
        self.button.setToolTip("Pick a file")
        self.button.setAccessibleName("Pick a file")
        self.button.clicked.connect(self.pick)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addWidget(widget, 1)
        layout.addWidget(self.button)
        self.target = widget

    def tabStops(self) -> list[QWidget]:
        return [self.line, self.button]

    def setFolder(self, folder: Path) -> None:
        """Say where relative paths start."""
        self._folder = folder

    def pick(self) -> None:
        start = self._folder / self.line.text()
        name, _ = QFileDialog.getOpenFileName(
            self,
            "Pick a file",
            str(start if start.parent.is_dir() else self._folder),
            f"{self._pattern};;All files (*)",
        )
        if name:
            self.take_file(Path(name))

    def take_file(self, path: Path) -> None:
        """Write a file's path as short as it can be: relative where it lies in the experiment's folder."""
        inside = path.is_relative_to(self._folder)
        text = path.relative_to(self._folder).as_posix() if inside else os.fspath(path)
        self.line.setText(text)
        self.take(text)
