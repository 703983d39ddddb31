"""Reading or writing a large file without keeping the window waiting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal, Slot


class Task(QThread):
    """A function in a thread of its own; `done` or `failed` is then sent in the thread that made the task.

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
        self._answer: Any = None
        self._error: Exception | None = None
        # Our own method, so that Qt brings it to our thread; what listens to us may be any callable.
        self.finished.connect(self._deliver)

    def run(self) -> None:
        try:
            self._answer = self._work()
        except self._expected as error:
            self._error = error

    @Slot()
    def _deliver(self) -> None:
        if self._error is None:
            self.done.emit(self._answer)
        else:
            self.failed.emit(self._error)
        self._answer = None
        self.deleteLater()
