"""How long a stage will still take, from how it has gone so far."""

import time
from collections.abc import Callable
from dataclasses import replace

from gradview.jobs.messages import Progress

EARLIEST = 0.25  # seconds of a stage before anything is said about its end
FEW = 10  # a stage of fewer steps says nothing about its end: they are of very different lengths


class TimeLeft:
    """Adds an estimate to each progress of a run.

    The first report of a stage is where the clock starts: what was built before it does not count as pace.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begin: tuple[str, int, float] | None = None  # job and stage, step, time

    def added(self, progress: Progress) -> Progress:
        """The progress with seconds left in its stage, or None while nobody can tell."""
        now, stage = self._clock(), f"{progress.job} {progress.stage}"
        if self._begin is None or self._begin[0] != stage or progress.step < self._begin[1]:
            self._begin = (stage, progress.step, now)
        _, first, since = self._begin
        done, elapsed = progress.step - first, now - since
        if done <= 0 or elapsed < EARLIEST or progress.total < max(progress.step, FEW):
            return replace(progress, seconds_left=None)
        return replace(progress, seconds_left=elapsed / done * (progress.total - progress.step))
