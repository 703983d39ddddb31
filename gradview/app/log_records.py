"""Brings log records from any thread to the panel's own, many of them in one go."""

from __future__ import annotations

import logging
import time
from collections import deque
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

LONGEST = 500  # characters of a message; what is left goes to the details
MOST_DETAILS = 20_000  # characters; a trace back and what TensorFlow says take less


@dataclass(frozen=True)
class Line:
    """One line of the log: when (as it is read), its level, one line of text, and what folds out below it."""

    when: str
    level: int
    text: str
    details: str = ""

    @property
    def word(self) -> str:
        """The level as it is shown; nothing for what is usual."""
        if self.level >= logging.ERROR:
            return "error"
        return "warning" if self.level >= logging.WARNING else ""

    def as_text(self) -> str:
        """As it is copied, details below."""
        first = "  ".join(part for part in (self.when, self.word, self.text) if part)
        return "\n".join([first, *(f"    {line}" for line in self.details.splitlines())])


def line(text: str, details: str = "", level: int = logging.INFO, at: float | None = None) -> Line:
    """A line of the log; of a text of several lines the first one is shown, and all of it folds out."""
    first, _, rest = text.strip().partition("\n")
    if rest or len(first) > LONGEST:
        details = f"{text.strip()}\n{details}"
        first = first[:LONGEST] + ("…" if len(first) > LONGEST else "")
    details = details.strip("\n")
    if len(details) > MOST_DETAILS:
        details = f"… ({len(details) - MOST_DETAILS:,} characters left out)\n{details[-MOST_DETAILS:]}"
    return Line(time.strftime("%H:%M:%S", time.localtime(at)), level, first, details)


class Records(logging.Handler):
    """Collects lines in the thread that logs; `arrived.came` is then sent, once until they are taken."""

    def __init__(self, most: int) -> None:
        super().__init__(logging.INFO)
        self.arrived = Arrived()
        self._lines: deque[Line] = deque(maxlen=most)
        self._open = True

    def emit(self, record: logging.LogRecord) -> None:
        try:
            new = as_line(record)
        except (TypeError, ValueError):  # words and arguments that do not fit, as logging itself says it
            self.handleError(record)
            return
        first = not self._lines  # `handle` has locked us, and a thread may lock us twice
        if self._open:
            self._lines.append(new)
            if first:
                self.arrived.came.emit()

    def taken(self) -> list[Line]:
        """The lines since the last time."""
        self.acquire()
        try:
            lines = list(self._lines)
            self._lines.clear()
        finally:
            self.release()
        return lines

    def close(self) -> None:
        """Take no more; nothing is sent after this returns."""
        self.acquire()
        try:
            self._open = False
        finally:
            self.release()
        super().close()


class Arrived(QObject):
    """Lives in the thread of the panel, which is sent the signal there."""

    came = Signal()


def as_line(record: logging.LogRecord) -> Line:
    """A record's message, and as details its `details` or where an exception came from."""
    details = str(getattr(record, "details", None) or "")
    if record.exc_info:
        details = f"{details}\n{logging.Formatter().formatException(record.exc_info)}"
    return line(record.getMessage(), details, record.levelno, record.created)
