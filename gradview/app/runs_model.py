"""The runs of this sitting as a table's rows and columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QWidget

from gradview.app.at_cursor import end_norms
from gradview.app.runs import Run, Runs, RunState
from gradview.app.status import progress_words
from gradview.results.check import badge
from gradview.results.estimate import seconds_words
from gradview.results.finding import LEVELS
from gradview.views.colours import Palette
from gradview.views.scale import number_text

Index = QModelIndex | QPersistentModelIndex
DIGITS = 4
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def name_words(run: Run) -> str:
    return run.name


def number_words(run: Run) -> str:
    return str(run.number)


def loss_words(run: Run) -> str:
    if run.result is None or "loss" not in run.result:
        return ""
    return number_text(float(run.result["loss"]), DIGITS)


def norms_words(run: Run) -> str:
    ends = end_norms(run.result, DIGITS) if run.result is not None else None
    return " / ".join(ends) if ends else ""


def finding_words(run: Run) -> str:
    if run.result is None or not run.result.findings:
        return ""
    worst = max(run.result.findings, key=lambda one: LEVELS.index(one.level))
    more = len(run.result.findings) - 1
    return worst.kind.replace("_", " ") + (f" + {more}" if more else "")


def check_words(run: Run) -> str:
    return badge(run.result.meta).text if run.result is not None else ""


def state_words(run: Run) -> str:
    """How long it took, how far it is, or how else it ended."""
    if run.state is RunState.RUNNING:
        return progress_words(run.progress) if run.progress is not None else "waiting"
    if run.state is RunState.OPENED:
        return "opened"
    took = seconds_words(run.seconds or 0.0)
    return took if run.state is RunState.DONE else f"{run.state.value} after {took}"


@dataclass(frozen=True)
class Column:
    title: str
    words: Callable[[Run], str]
    tip: str
    align: Qt.AlignmentFlag = LEFT
    width: int = 100


COLUMNS = (
    Column("#", number_words, "The run's number in this sitting", RIGHT, 34),
    Column("Name", name_words, "The experiment's name when it was run", LEFT, 210),
    Column("Loss", loss_words, "The loss, L", RIGHT, 90),
    Column(
        "|g₁| / |g_T|",
        norms_words,
        "Size of the total gradient at the first and the last step: mean over samples, last layer's h",
        RIGHT,
        170,
    ),
    Column("Finding", finding_words, "What the run shows, the gravest first", LEFT, 90),
    Column("Check", check_words, "How many comparisons with central differences agree", LEFT, 270),
    Column("Time", state_words, "How long it took, compiling included", RIGHT, 120),
)


class RunsModel(QAbstractTableModel):
    """Newest on top. Follows Runs."""

    def __init__(self, runs: Runs, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs, self._palette = runs, palette
        self._rows: list[Run] = []
        self._cells: dict[int, tuple[str, ...]] = {}
        runs.added.connect(self._add)
        runs.changed.connect(self._change)
        runs.removed.connect(self._remove)
        runs.shownChanged.connect(self._mark)

    def run(self, row: int) -> Run:
        return self._rows[row]

    def row(self, run: Run) -> int:
        return self._rows.index(run)

    def setColours(self, palette: Palette) -> None:
        self._palette = palette
        self._mark()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own signature
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = COLUMNS[section]
        return {
            Qt.ItemDataRole.DisplayRole: column.title,
            Qt.ItemDataRole.ToolTipRole: column.tip,
            Qt.ItemDataRole.TextAlignmentRole: column.align,
        }.get(Qt.ItemDataRole(role))

    def data(self, index: Index, role: int = 0) -> Any:
        run, column = self._rows[index.row()], COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(run)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            if run.failure is not None:
                return run.failure.message
            return self._words(run)[index.column()] or column.tip
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.align
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._colour(run, column)
        if role == Qt.ItemDataRole.FontRole and run is self._runs.shown():
            font = QFont()
            font.setBold(True)
            return font
        return None

    def _words(self, run: Run) -> tuple[str, ...]:
        """A finished row is worked out once: norms read whole arrays."""
        if run.number not in self._cells or not run.is_over():
            self._cells[run.number] = tuple(column.words(run) for column in COLUMNS)
        return self._cells[run.number]

    def _colour(self, run: Run, column: Column) -> QColor | None:
        if column.words is check_words and run.result is not None:
            level = badge(run.result.meta).level
            colours = {"ok": self._palette.ok_text, "fail": self._palette.error_text}
            return QColor(colours.get(level, self._palette.muted))
        if column.words is state_words and run.state is RunState.FAILED:
            return QColor(self._palette.error_text)
        return None

    def _add(self, run: Run) -> None:
        self.beginInsertRows(QModelIndex(), 0, 0)
        self._rows.insert(0, run)
        self.endInsertRows()

    def _change(self, run: Run) -> None:
        self._cells.pop(run.number, None)
        row = self.row(run)
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(COLUMNS) - 1))

    def _remove(self, run: Run) -> None:
        row = self.row(run)
        self.beginRemoveRows(QModelIndex(), row, row)
        self._rows.remove(run)
        self._cells.pop(run.number, None)
        self.endRemoveRows()

    def _mark(self, _: Run | None = None) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(COLUMNS) - 1))
