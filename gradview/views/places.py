"""Whole things in a row along an axis: steps, units, weights. No Qt here."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gradview.views.scale import Tick, nice_spacing


@dataclass(frozen=True)
class Places:
    """What stands along an axis: steps, units, weights. Place i is drawn at i + first.

    `labels` name the places where they have names of their own; else they are numbered from `first`.
    """

    what: str
    count: int
    first: int = 1
    labels: tuple[str, ...] | None = None

    def text(self, index: int) -> str:
        """The name of a place, by its index from 0."""
        return self.labels[index] if self.labels else str(index + self.first)

    def ticks(self, low: float, high: float, room: float, widest: float) -> list[Tick]:
        """Ticks at whole places only; `room` and the `widest` label are in pixels."""
        shown = max(high - low, 1e-9)
        least = max(1.0, shown * widest / max(room, 1.0))
        spacing = max(1, round(nice_spacing(least)))
        start = max(int(np.ceil(low)), self.first)
        end = min(int(np.floor(high)), self.first + self.count - 1)
        numbered = self.labels is None
        base = 0 if numbered else self.first
        first = start + (base - start) % spacing
        return [Tick(float(at), self.text(at - self.first)) for at in range(first, end + 1, spacing)]
