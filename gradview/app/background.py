"""Reading or writing a large file without keeping the window waiting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal


class Task(QThread):
    """A function in a thread of its own. `done` with what it returned, or `failed` with the error expected.

    Parameters
    ----------
    expected : errors that the function may raise; any other is a fault of the program
    """

    done = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        work: Callable[[], Any],
        expected: tuple[type[Exception], ...],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._work, self._expected = work, expected
        self.finished.connect(self.deleteLater)

    def run(self) -> None:
        try:
            answer = self._work()
        except self._expected as error:
            self.failed.emit(error)
        else:
            self.done.emit(answer)
