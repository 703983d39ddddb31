"""The step that all panels look at: a slider with its number, and the sample where there are several."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QSignalBlocker, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QSpinBox, QWidget

from gradview.results.result import Result
from gradview.views.cursor import Cursor


class StepBar(QWidget):
    """Moves the shared cursor, and follows it."""

    def __init__(self, cursor: Cursor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cursor = cursor
        self._labels: tuple[str, ...] = ()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.number = QSpinBox()
        self.sample = QSpinBox()
        self._step_words = QLabel("Step")
        self._of = QLabel()
        self._sample_words = QLabel("Sample")
        self._place()
        self._connect()
        self.show_limits()

    def _place(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 3, 10, 3)
        layout.setSpacing(6)
        tip = "The step that all panels point at (arrow keys move it). Steps count from 1 here, as t does."
        for widget in (self._step_words, self.slider, self.number):
            widget.setToolTip(tip)
        self._sample_words.setToolTip("The sample that panels of one sample show, counted from 0")
        self.sample.setToolTip(self._sample_words.toolTip())
        self.slider.setAccessibleName("Step")
        self.number.setAccessibleName("Step number")
        self.sample.setAccessibleName("Sample")
        self._step_words.setBuddy(self.slider)
        self._sample_words.setBuddy(self.sample)
        for box in (self.number, self.sample):
            box.setLocale(QLocale.c())
            box.setKeyboardTracking(False)
        layout.addWidget(self._step_words)
        layout.addWidget(self.slider, 1)
        for widget in (self.number, self._of, self._sample_words, self.sample):
            layout.addWidget(widget)

    def _connect(self) -> None:
        self.slider.valueChanged.connect(self._cursor.setStep)
        self.number.valueChanged.connect(self._take_number)
        self.sample.valueChanged.connect(self._cursor.setSample)
        self._cursor.limitsChanged.connect(self.show_limits)
        self._cursor.stepChanged.connect(self.show_place)
        self._cursor.sampleChanged.connect(self.show_place)

    def setLabels(self, result: Result | None) -> None:
        """Take the names of the steps, where a result has any."""
        labels = result.meta.get("step_labels") if result is not None else None
        self._labels = tuple(map(str, labels)) if isinstance(labels, list) else ()
        self.show_place()

    def show_limits(self) -> None:
        """Offer as many steps and samples as there are."""
        steps, samples, _ = self._cursor.limits()
        widgets = (self.slider, self.number, self.sample)
        blockers = [QSignalBlocker(widget) for widget in widgets]
        self.slider.setRange(0, steps - 1)
        self.slider.setPageStep(max(1, steps // 10))
        self.number.setRange(1, steps)
        self.sample.setRange(0, samples - 1)
        for blocker in blockers:
            blocker.unblock()
        self.setEnabled(steps > 1 or samples > 1)
        for widget in (self._sample_words, self.sample):
            widget.setVisible(samples > 1)
        self.show_place()

    def show_place(self) -> None:
        """Stand where the cursor stands."""
        step, steps = self._cursor.step(), self._cursor.limits()[0]
        values = ((self.slider, step), (self.number, step + 1), (self.sample, self._cursor.sample()))
        for widget, value in values:
            blocker = QSignalBlocker(widget)
            widget.setValue(value)
            blocker.unblock()
        label = f" ({self._labels[step]})" if step < len(self._labels) else ""
        self._of.setText(f"of {steps:,}{label}")

    def _take_number(self, number: int) -> None:
        self._cursor.setStep(number - 1)
