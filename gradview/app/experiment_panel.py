"""The left side: the experiment's form over the document, and below it what will be computed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from gradview.app.document import Document
from gradview.app.summary import Summary
from gradview.forms.experiment import ExperimentForm
from gradview.views.colours import Palette


class ExperimentPanel(QWidget):
    """Edits go to the document, and whatever becomes of it comes back to the form."""

    def __init__(self, document: Document, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.form = ExperimentForm()
        self.summary = Summary(document, palette)
        self.area = QScrollArea()
        self.area.setWidget(self.form)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.area, 1)
        layout.addWidget(self.summary)
        self.setMinimumWidth(300)
        document.draftChanged.connect(self.follow)
        document.titleChanged.connect(self.follow_folder)
        self.form.valueChanged.connect(self._edit)
        self.follow()
        self.follow_folder()

    def follow(self) -> None:
        """Show the document's draft and what is wrong with it."""
        self.form.setValue(self._document.draft())
        self.form.setProblems(self._document.problems())

    def follow_folder(self) -> None:
        """Say where relative paths start now."""
        self.form.setFolder(self._document.folder())

    def go_to_first_problem(self) -> None:
        """Give the focus to the first field that is wrong."""
        problems = self._document.problems()
        if problems:
            self.form.focusPath(problems[0].path)

    def measure(self, name: str) -> None:
        """Add a measure to the draft."""
        draft = self._document.draft()
        measures = draft.get("measures", ["states", "weights"])
        if isinstance(measures, list) and name not in measures:
            self._document.edit({**draft, "measures": [*measures, name]}, f"measuring {name}")

    def _edit(self) -> None:
        self._document.edit(self.form.value())
