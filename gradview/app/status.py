"""The status bar: the worker, the device, memory, and how far a run is."""

from __future__ import annotations

import psutil
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QProgressBar, QStatusBar, QWidget

from gradview.app.runner import Runner
from gradview.app.runs import Run
from gradview.jobs.messages import Progress
from gradview.results.estimate import seconds_words

MEMORY_EVERY = 2000  # milliseconds
PATIENCE = 500  # milliseconds of work before a bar is shown


class Status(QStatusBar):
    """Follows the runner; `showDevice` is told which device a result was computed on."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self.worker, self.device, self.memory, self.stage = QLabel(), QLabel(), QLabel(), QLabel()
        self.bar = QProgressBar()
        self.bar.setFixedWidth(160)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Progress of the run")
        self.worker.setToolTip("The process that computes; TensorFlow lives there, never in the window.")
        self.device.setToolTip("The device that the shown result was computed on")
        self.memory.setToolTip("Memory in use on this computer, of all there is")
        for widget in (self.worker, self.device, self.memory):
            self.addWidget(widget)
        self.addPermanentWidget(self.stage)
        self.addPermanentWidget(self.bar)
        self._memory_clock = QTimer(self)
        self._memory_clock.setInterval(MEMORY_EVERY)
        self._memory_clock.timeout.connect(self.show_memory)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE)
        self._patience.timeout.connect(self._show_bar)
        runner.stateChanged.connect(self.show_state)
        self.show_state()
        self.show_memory()
        self._memory_clock.start()
        self.showDevice("")

    def showDevice(self, words: str) -> None:
        """Say where the shown result was computed."""
        self.device.setText(words)
        self.device.setVisible(bool(words))

    def show_memory(self) -> None:
        """Measure once more."""
        found = psutil.virtual_memory()
        used = found.total - found.available
        self.memory.setText(f"Memory {used / 1e9:.1f} of {found.total / 1e9:.0f} GB")

    def show_state(self) -> None:
        """Say what the worker does; without a run there is no bar."""
        words = self._runner.worker_words()
        self.worker.setText(self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, 420))
        if self._runner.running() is None:
            self._patience.stop()
            self.bar.hide()
            self.stage.hide()
        elif not self.bar.isVisible() and not self._patience.isActive():
            self.bar.setRange(0, 0)
            self.stage.setText("")
            self._patience.start()

    def showRun(self, run: Run) -> None:
        """Say how far a run is."""
        if run is self._runner.running() and run.progress is not None:
            self.bar.setRange(0, run.progress.total)
            self.bar.setValue(min(run.progress.step, run.progress.total))
            self.stage.setText(progress_words(run.progress))

    def _show_bar(self) -> None:
        self.bar.show()
        self.stage.show()


def progress_words(progress: Progress) -> str:
    """'running 3 of 10 steps, 4 s left'."""
    unit = " steps" if progress.stage == "running" else ""
    count = f" {progress.step:,} of {progress.total:,}{unit}" if progress.total > 1 else ""
    left = progress.seconds_left
    time = "" if left is None else f", {seconds_words(left)} left"
    return f"{progress.stage}{count}{time}"
