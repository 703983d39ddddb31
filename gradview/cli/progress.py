"""The progress of a run on one line of a terminal: stage, bar, count, time left. Elsewhere nothing."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TextIO

from gradview.results.estimate import seconds_words

PAUSE = 0.1
"""Seconds between two drawings of one stage."""
EARLY = 0.5
"""Seconds before a stage's time left is said."""
BAR = 24
FEW = 10
"""A stage of fewer steps says nothing about its end: they are of very different lengths."""


class Progress:
    """Draws (stage, step, total) as it comes, and wipes its line at the end."""

    def __init__(self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._seen = self._stream.isatty()
        self._clock = clock
        self._stage, self._began, self._first, self._drawn = "", 0.0, 0, -PAUSE

    def __call__(self, stage: str, step: int, total: int) -> bool:
        """Take note; the run goes on."""
        now = self._clock()
        if stage != self._stage:
            self._stage, self._began, self._first, self._drawn = stage, now, step, -PAUSE
        if self._seen and (now - self._drawn >= PAUSE or step == total):
            self._drawn = now
            self._write(self._line(step, total, now - self._began))
        return True

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._seen and self._stage:
            self._write("")

    def _line(self, step: int, total: int, taken: float) -> str:
        if total <= 1:
            return self._stage
        filled = BAR * min(step, total) // total
        line = f"{self._stage} [{'=' * filled}{'-' * (BAR - filled)}] {step:,} of {total:,}"
        done = step - self._first
        if taken >= EARLY and done > 0 and step < total and total >= FEW:
            line += f", {seconds_words(taken / done * (total - step))} left"
        return line

    def _write(self, line: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        self._stream.write(f"\r{line[:width]}\x1b[K")
        self._stream.flush()
