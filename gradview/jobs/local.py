"""Jobs computed in the calling thread of this process. Stop works between segments only."""

import threading

from gradview.jobs.devices import wants_gpu
from gradview.jobs.entry import Compute, fix_devices, load
from gradview.jobs.messages import Request
from gradview.jobs.perform import OnProgress, perform
from gradview.results.outcome import RunError
from gradview.results.result import Result

FIXED = (
    "In the worker thread the first run chooses the devices, and that was the CPU. "
    "Start gradview again to compute on a GPU, or let runs go to a process of their own."
)


class LocalRunner:
    """Computes one request after another. TensorFlow is imported by the first, into this process."""

    def __init__(self, entry: str) -> None:
        self._entry = entry
        self._compute: Compute | None = None
        self._gpu: bool | None = None  # fixed by the first run, until the program ends
        self._lock = threading.Lock()
        self._open: set[str] = set()
        self._stopped: set[str] = set()

    @property
    def imported(self) -> bool:
        return self._compute is not None

    def expect(self, job: str) -> None:
        """Note a job that will be run; from any thread."""
        with self._lock:
            self._open.add(job)

    def ask_to_stop(self) -> None:
        """Stop every job noted so far; from any thread."""
        with self._lock:
            self._stopped |= self._open

    def is_stopped(self, job: str) -> bool:
        return job in self._stopped

    def done(self, job: str) -> None:
        with self._lock:
            self._open.discard(job)
            self._stopped.discard(job)

    def load(self) -> None:
        """Import the engine, if that has not been done; EngineMissingError where it cannot be."""
        if self._compute is None:
            self._compute = load(self._entry)

    def run(self, request: Request, on_progress: OnProgress) -> Result:
        """Compute; raises what `perform` raises."""
        assert self._compute is not None, "load() comes first"
        gpu = wants_gpu(request.draft)
        if self._gpu is None:
            fix_devices(self._entry, gpu)
            self._gpu = gpu
        elif gpu and not self._gpu:
            raise RunError(FIXED)

        def asked(stage: str, step: int, total: int) -> bool:
            on_progress(stage, step, total)
            return not self.is_stopped(request.job)

        return perform(request, self._compute, asked)
