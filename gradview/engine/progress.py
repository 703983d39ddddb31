"""Progress of a run and the length of its segments: between two of them it reports, and may be stopped."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from gradview.engine.compiled import tracings
from gradview.results.outcome import Stopped

if TYPE_CHECKING:
    from collections.abc import Iterator

SEGMENT_SECONDS = 0.2
"""What a segment should take. Segments of 500 small steps cost nothing against one loop, of 20 steps double
it."""

Report = Callable[[str, int, int], bool]


@dataclass
class Progress:
    """Counts steps done of a stage's total and asks whether to go on.

    Attributes
    ----------
    report
        Called as report(stage, step, total); False stops the run.
    timings
        Seconds spent in each stage.
    """

    report: Report | None = None
    timings: dict[str, float] = field(default_factory=dict)
    _stage: str = ""
    _done: int = 0
    _total: int = 0

    @contextmanager
    def stage(self, name: str, total: int) -> Iterator[None]:
        """Begin a stage of `total` steps, and time it."""
        self._stage, self._done, self._total = name, 0, max(total, 1)
        self.advance(0)
        began = perf_counter()
        try:
            yield
        finally:
            self.timings[name] = self.timings.get(name, 0.0) + perf_counter() - began

    def advance(self, steps: int) -> None:
        """Count `steps` more.

        Raises
        ------
        Stopped
            The one who asked for the run wants it to end.
        """
        self._done = min(self._done + steps, self._total)
        if self.report is not None and self.report(self._stage, self._done, self._total) is False:
            raise Stopped

    def still(self) -> Progress:
        """Return a progress for work inside this stage: it may be stopped, but counts nothing."""
        return Progress(lambda *_: self.advance(0) is None)  # type: ignore[func-returns-value]


@dataclass
class Pace:
    """Chooses how many steps a segment has, from how long the ones before took."""

    length: int = 64

    @contextmanager
    def measured(self, steps: int) -> Iterator[None]:
        """Time a segment of `steps` and choose the next one's length; one that was traced tells nothing."""
        before, began = tracings(), perf_counter()
        yield
        if tracings() == before:
            wanted = steps * SEGMENT_SECONDS / max(perf_counter() - began, 1e-6)
            self.length = int(min(max(wanted, 8), 4 * self.length, 100_000))
