"""What came out means: the example's sentence, findings, the check, and exact values at the cursor."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from gradview.app.at_cursor import values_at
from gradview.app.cards import Card, Tone
from gradview.results.check import Badge, badge
from gradview.results.finding import Finding
from gradview.results.result import Result
from gradview.views.colours import Palette
from gradview.views.cursor import Cursor

TONES: dict[str, Tone] = {"info": "info", "warning": "warning", "error": "error"}
BADGES: dict[str, tuple[str, Tone]] = {
    "ok": ("Checked", "ok"),
    "warn": ("Checked in part", "warning"),
    "fail": ("The check failed", "error"),
    "none": ("Not checked", "plain"),
}
KINDS = {"nan": "Not a number"}
DETAILS = 6  # lines of a check's details in sight; the tooltip has more
PRECISE = "Central differences in float64 agree with the gradients at this many places."


class FindingsPanel(QScrollArea):
    """Cards for one result. `arrayAsked` names an array that a finding is about."""

    arrayAsked = Signal(str)

    def __init__(self, cursor: Cursor, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cursor, self._palette = cursor, palette
        self._result: Result | None = None
        self._about = ("", "")
        self._cards: list[Card] = []
        self._page = QWidget()
        self._layout = QVBoxLayout(self._page)
        self._layout.setContentsMargins(10, 8, 10, 8)
        self._layout.setSpacing(7)
        self._heading = QLabel("AT THE CURSOR")
        self._heading.setObjectName("caption")
        self._values = QLabel()
        self._values.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._values.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._values.setWordWrap(True)
        self._layout.addWidget(self._heading)
        self._layout.addWidget(self._values)
        self._layout.addStretch(1)
        self.setWidget(self._page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        cursor.stepChanged.connect(self.show_values)
        self._build()

    def setResult(self, result: Result | None) -> None:
        """Say what another result shows."""
        self._result = result
        self._build()

    def setAbout(self, title: str, sentence: str) -> None:
        """A card on top about the example that is open; '' takes it away."""
        self._about = (title, sentence)
        self._build()

    def setColours(self, palette: Palette) -> None:
        """Follow the theme."""
        self._palette = palette
        for card in self._cards:
            card.setColours(palette)

    def cards(self) -> tuple[tuple[str, str], ...]:
        """Heading and text of each card, from the top."""
        return tuple((card.heading.text(), card.text.text()) for card in self._cards)

    def values(self) -> str:
        """What is written at the cursor."""
        return self._values.text()

    def show_values(self) -> None:
        """Write the values at the cursor."""
        if self._result is None:
            self._values.setText("")
            self._heading.hide()
            return
        step = self._cursor.step()
        rows = values_at(self._result, step)
        width = max((len(symbol) for symbol, _ in rows), default=0)
        lines = [f"step {step + 1}", *(f"{symbol:<{width}}  {number}" for symbol, number in rows)]
        self._values.setText("\n".join(lines))
        self._heading.show()

    def _build(self) -> None:
        for card in self._cards:
            self._layout.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._cards = []
        if self._about[1]:
            self._put(Card(self._about[0], self._about[1], "plain", self._palette))
        if self._result is None:
            words = "Run the experiment, or open a result: what it shows is said here."
            self._put(Card("No result yet", words, "plain", self._palette))
        else:
            for finding in self._result.findings:
                self._put(self._finding(finding))
            self._put(self._check(badge(self._result.meta)))
        self.show_values()

    def _put(self, card: Card) -> None:
        self._layout.insertWidget(len(self._cards), card)
        self._cards.append(card)

    def _finding(self, finding: Finding) -> Card:
        heading = KINDS.get(finding.kind) or finding.kind.replace("_", " ").capitalize()
        leads = finding.step is not None
        card = Card(heading, finding.sentence, TONES[finding.level], self._palette, leads=leads)
        if leads:
            card.setToolTip("Go to this step")
            card.clicked.connect(partial(self._go, finding))
        return card

    def _go(self, finding: Finding) -> None:
        if finding.step is not None:
            self._cursor.setStep(finding.step)
        if finding.array:
            self.arrayAsked.emit(finding.array)

    def _check(self, found: Badge) -> Card:
        heading, tone = BADGES[found.level]
        shown = list(found.details[:DETAILS])
        if len(found.details) > DETAILS:
            shown.append(f"… and {len(found.details) - DETAILS} more.")
        card = Card(heading, "\n".join([found.text, *shown]), tone, self._palette)
        card.setToolTip("\n".join([PRECISE, *found.details[:40]]))
        return card
