"""What will be computed, before Run: equations, sizes, memory and time. (Forms cannot see results.)"""

from __future__ import annotations

import psutil
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from gradview.app.document import Document
from gradview.app.equations import equations
from gradview.forms.disclosure import Disclosure
from gradview.results.estimate import Estimate, bytes_words, estimate, seconds_words
from gradview.spec.problems import ExperimentError
from gradview.spec.shapes import sizes as sizes_of
from gradview.views.colours import Palette

LINES = 9  # of equations; a long loop's rest is in the tooltip


class Summary(QFrame):
    """Follows the document."""

    def __init__(self, document: Document, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._palette = document, palette
        self._too_large = False
        self.equations, self.sizes, self.cost = QLabel(), QLabel(), QLabel()
        self.setObjectName("summary")
        self.setAccessibleName("What will be computed")
        self.equations.setWordWrap(True)
        self.equations.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.heading = Disclosure("Equations")
        self.heading.setToolTip("What each step computes, in the order in which it is computed")
        self.heading.setChecked(True)
        self.heading.toggled.connect(self.show_equations)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(3)
        layout.addWidget(self.heading)
        for label in (self.equations, self.sizes, self.cost):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setMinimumWidth(10)  # long equations must not widen the dock
            layout.addWidget(label)
        self.sizes.setToolTip("Numbers in all weights, steps of the loop, samples side by side")
        self.cost.setToolTip(
            "A rough guess for this computer. The first run of a model also builds its graphs."
        )
        document.draftChanged.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        """Say what the present draft would cost."""
        experiment = self._document.experiment()
        if experiment is None:
            count = len(self._document.problems())
            self.say((), f"{count} field{'' if count == 1 else 's'} to fix before it can run", "")
            return
        try:
            found = estimate(experiment, sizes_of(experiment))
        except ExperimentError as error:
            self.say(equations(experiment), str(error), "")
            return
        available = psutil.virtual_memory().available
        self._too_large = not found.fits(available)
        self.say(equations(experiment), found.size_words, cost_words(found, available))

    def say(self, lines: tuple[str, ...], size: str, cost: str) -> None:
        """Show these words."""
        shown = lines if len(lines) <= LINES else (*lines[: LINES - 1], f"… {len(lines) - LINES + 1} more")
        self.equations.setText("\n".join(shown))
        self.equations.setToolTip("\n".join(lines))
        self.heading.setVisible(bool(lines))
        self.show_equations()
        self.sizes.setText(size)
        self.cost.setText(cost)
        self.cost.setVisible(bool(cost))
        self.setColours(self._palette)

    def show_equations(self) -> None:
        """Show them if there are any and they are wanted."""
        self.equations.setVisible(bool(self.equations.text()) and self.heading.isChecked())

    def setColours(self, palette: Palette) -> None:
        """Follow the theme."""
        self._palette = palette
        self.setStyleSheet(
            f"#summary {{ background: {palette.raised}; border-top: 1px solid {palette.border}; }}"
        )
        colour = palette.error_text if self._too_large and self.cost.text() else palette.muted
        self.cost.setStyleSheet(f"color: {colour}")


def cost_words(found: Estimate, available: int) -> str:
    """'about 0.4 s, the first time 1.4 s; 3.1 MB', or that it does not fit."""
    if not found.fits(available):
        needed, free = bytes_words(found.total_bytes), bytes_words(available)
        return f"needs {needed} of memory, {free} are free: fewer steps, samples or measures"
    first = seconds_words(found.seconds + found.first_seconds)
    return f"about {seconds_words(found.seconds)} (first run {first}), {bytes_words(found.total_bytes)}"
