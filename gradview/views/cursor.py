"""The step, sample and unit that all panels look at together."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class Cursor(QObject):
    """Where the user looks: indices from 0, always inside the limits.

    A signal is sent once for each real change. With nothing open the limits are 1 and every index is 0.
    """

    stepChanged = Signal(int)
    sampleChanged = Signal(int)
    unitChanged = Signal(int)
    limitsChanged = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._at = {"step": 0, "sample": 0, "unit": 0}
        self._limits = {"step": 1, "sample": 1, "unit": 1}

    def step(self) -> int:
        """The step, from 0 to steps - 1."""
        return self._at["step"]

    def sample(self) -> int:
        """The sample, from 0 to samples - 1."""
        return self._at["sample"]

    def unit(self) -> int:
        """The unit, from 0 to units - 1."""
        return self._at["unit"]

    def limits(self) -> tuple[int, int, int]:
        """How many steps, samples and units there are, each at least 1."""
        return self._limits["step"], self._limits["sample"], self._limits["unit"]

    def setStep(self, step: int) -> None:
        """Move to a step; beyond the ends it stays at the end."""
        self._move("step", step)

    def setSample(self, sample: int) -> None:
        """Look at another sample; beyond the ends it stays at the end."""
        self._move("sample", sample)

    def setUnit(self, unit: int) -> None:
        """Look at another unit; beyond the ends it stays at the end."""
        self._move("unit", unit)

    def setLimits(self, steps: int, samples: int, units: int) -> None:
        """Say how much there is to move over. What is outside then moves to the nearest end."""
        limits = {"step": max(1, steps), "sample": max(1, samples), "unit": max(1, units)}
        if limits != self._limits:
            self._limits = limits
            self.limitsChanged.emit()
        for what, at in list(self._at.items()):
            self._move(what, at)

    def _move(self, what: str, to: int) -> None:
        to = min(max(0, int(to)), self._limits[what] - 1)
        if to != self._at[what]:
            self._at[what] = to
            {"step": self.stepChanged, "sample": self.sampleChanged, "unit": self.unitChanged}[what].emit(to)
