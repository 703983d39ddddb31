"""Linear, logarithmic and symmetric-logarithmic scales, and where their ticks stand. No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Tick:
    """One mark on an axis: `at` in drawn coordinates; unlabelled ones have no text."""

    at: float
    text: str = ""


@dataclass(frozen=True)
class Scale:
    """From numbers to where they are drawn.

    symlog is linear within +-threshold, which takes as much room as one decade, and logarithmic beyond.
    """

    kind: Literal["linear", "log", "symlog"] = "linear"
    threshold: float = 1.0

    def forward(self, values: ArrayLike) -> Floats:
        """Where values are drawn; NaN for what has no place (zero and below on a log scale)."""
        values = np.asarray(values, np.float64)
        if self.kind == "linear":
            return values
        size = np.abs(values)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            if self.kind == "log":
                return np.where(values > 0, np.log10(np.where(values > 0, values, 1.0)), np.nan)
            small = size <= self.threshold
            outside = 1 + np.log10(np.where(small, 1.0, size)) - np.log10(self.threshold)
            return np.asarray(np.where(small, values / self.threshold, np.sign(values) * outside))

    def inverse(self, drawn: ArrayLike) -> Floats:
        """The values drawn at these places."""
        drawn = np.asarray(drawn, np.float64)
        if self.kind == "linear":
            return drawn
        with np.errstate(over="ignore", under="ignore"):
            if self.kind == "log":
                return np.asarray(10.0**drawn)
            size = np.abs(drawn)
            outside = 10.0 ** (np.maximum(size, 1) - 1 + np.log10(self.threshold))
            return np.asarray(np.where(size <= 1, drawn * self.threshold, np.sign(drawn) * outside))

    def ticks(self, low: float, high: float, room: float, spread: float = 34.0) -> list[Tick]:
        """Ticks between two drawn coordinates; `room` and the `spread` between labels are in pixels."""
        if not (np.isfinite(low) and np.isfinite(high)) or high <= low or room <= 0:
            return []
        most = max(2, int(room / spread))
        if self.kind == "log":
            return _log_ticks(low, high, most)
        if self.kind == "symlog":
            return self._symlog_ticks(low, high, most)
        return [Tick(at, text) for at, text in _linear_ticks(low, high, most)]

    def _symlog_ticks(self, low: float, high: float, most: int) -> list[Tick]:
        if low >= -1 and high <= 1:  # only the linear middle is in sight
            inside = _linear_ticks(low * self.threshold, high * self.threshold, most)
            return [Tick(at / self.threshold, text) for at, text in inside]
        start = np.floor(np.log10(self.threshold) + 1e-9)
        top = int(np.floor(max(abs(low), abs(high)) + start - np.log10(self.threshold)))
        every = decade_spacing((high - low) / most)
        decades = [d for d in range(top + 1) if d >= 0]
        ticks = [Tick(0.0, "0")]
        for decade in decades:
            labelled = (top - decade) % every == 0 and decade + 1 >= 0.8 * every
            place = float(self.forward(10.0 ** (start + decade)))
            text = power_text(int(start + decade)) if labelled else ""
            ticks += [Tick(place, text), Tick(-place, f"−{text}" if text else "")]
        return [tick for tick in ticks if low <= tick.at <= high]


def _log_ticks(low: float, high: float, most: int) -> list[Tick]:
    if high - low < 1:  # within a decade: evenly spaced numbers say more than powers
        inside = _linear_ticks(10.0**low, 10.0**high, most)
        return [Tick(float(np.log10(number)), text) for number, text in inside if number > 0]
    every = decade_spacing((high - low) / most)
    ticks = []
    for power in range(int(np.floor(low)), int(np.ceil(high)) + 1):
        ticks.append(Tick(float(power), power_text(power) if power % every == 0 else ""))
        if high - low <= 8:
            between = [Tick(power + float(np.log10(digit))) for digit in range(2, 10)]
            ticks += between
    return [tick for tick in ticks if low <= tick.at <= high]


def _linear_ticks(low: float, high: float, most: int) -> list[tuple[float, str]]:
    spacing = nice_spacing((high - low) / most)
    first, last = int(np.ceil(low / spacing - 1e-9)), int(np.floor(high / spacing + 1e-9))
    numbers = [count * spacing for count in range(first, last + 1)]
    return [(number, text) for number, text in zip(numbers, tick_texts(numbers, spacing), strict=True)]


def nice_spacing(least: float) -> float:
    """The smallest 1, 2 or 5 times a power of ten that is at least this."""
    power = 10.0 ** np.floor(np.log10(least))
    return float(next(digit * power for digit in (1, 2, 5, 10) if digit * power >= least * (1 - 1e-9)))


def decade_spacing(least: float) -> int:
    """How many decades to go from label to label, at least so many."""
    return next((few for few in (1, 2, 3, 4, 5, 6, 8) if few >= least), round(nice_spacing(max(least, 1.0))))


def tick_texts(numbers: list[float], spacing: float) -> list[str]:
    """Labels with as many digits as tell neighbours apart, all in the same form."""
    largest = max((abs(number) for number in numbers), default=0.0)
    places = int(np.floor(np.log10(spacing) + 1e-9))
    if largest == 0 or 1e-4 < largest < 1e6:
        texts = [f"{number:.{max(0, -places)}f}" for number in numbers]
    else:
        digits = max(0, int(np.floor(np.log10(largest) + 1e-9)) - places)
        texts = [_scientific(number, digits) for number in numbers]
    plain = ["0" if float(text.replace("×10", "e").translate(_PLAIN)) == 0 else text for text in texts]
    return [text.replace("-", "−") for text in plain]


_PLAIN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def _scientific(number: float, digits: int) -> str:
    mantissa, _, power = f"{number:.{digits}e}".partition("e")
    return f"{mantissa}×{power_text(int(power))}"


def power_text(power: int) -> str:
    """A power of ten: '10⁻⁷'."""
    return "10" + str(power).translate(SUPERSCRIPTS)


def number_text(value: float, digits: int = 6) -> str:
    """A number as the hover line writes it: '-2.1e-4', '0', 'nan'."""
    if not np.isfinite(value):
        return str(float(value))
    mantissa, mark, power = f"{value + 0.0:.{digits}g}".partition("e")  # + 0.0 turns -0 into 0
    return f"{mantissa}e{int(power)}" if mark else mantissa


def symlog_threshold(sizes: Floats, decades: float) -> float:
    """Where a symlog scale turns linear: at the smallest number, but at most `decades` below the largest.

    Parameters
    ----------
    sizes : [...]
        Magnitudes; zeros and what is not finite are left out.
    """
    there = sizes[np.isfinite(sizes) & (sizes > 0)]
    if not there.size:
        return 1.0
    least = np.log10(there.max()) - decades
    return float(10.0 ** np.floor(max(np.log10(there.min()), least, -300.0)))
