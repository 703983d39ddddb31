"""What the worker is doing, in a word for the program and a few for the status bar."""

from enum import Enum


class WorkerState(Enum):
    """The worker's state; the value is its text."""

    STARTING = "Starting TensorFlow…"
    READY = "Worker ready"
    BUSY = "Running"
    STOPPING = "Stopping"
    UNAVAILABLE = "Cannot run"

    @property
    def text(self) -> str:
        return self.value
