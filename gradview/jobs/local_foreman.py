"""The worker's thread where it computes itself."""

from PySide6.QtCore import Slot

from gradview.jobs.entry import EngineMissingError
from gradview.jobs.foreman import Foreman
from gradview.jobs.local import LocalRunner
from gradview.jobs.messages import STARTING, Failed, Failure, Progress, Request
from gradview.jobs.perform import Sparing, told
from gradview.jobs.state import WorkerState
from gradview.results.outcome import Stopped

NOTE = "in the window's process; Stop works between segments only"


class LocalForeman(Foreman):
    """Computes in its slots. While one runs the thread hears nothing: the window's thread notes a Stop."""

    def __init__(self, entry: str) -> None:
        super().__init__()
        self._runner = LocalRunner(entry)

    def expect(self, job: str) -> None:
        self._runner.expect(job)

    def ask_to_stop(self) -> None:
        self._runner.ask_to_stop()

    @Slot()
    def begin(self) -> None:
        self._say(WorkerState.READY)

    @Slot(object)
    def run(self, request: Request) -> None:
        job = request.job
        try:
            self._run(request)
        except EngineMissingError as error:
            self.failed(job, Failure("unavailable", str(error)))
            self.state_changed(WorkerState.UNAVAILABLE, str(error))
            return
        except Stopped:
            self.stopped(job)
        except Exception as error:  # a fault in the engine fails this run, not the window
            self._tell_failure(job, error)
        finally:
            self._runner.done(job)
        self._say(WorkerState.READY)

    @Slot()
    def stop(self) -> None:
        """Comes after the run it was meant for: `ask_to_stop` has done it."""

    def _run(self, request: Request) -> None:
        job = request.job
        if self._runner.is_stopped(job):
            raise Stopped
        if not self._runner.imported:
            self._say(WorkerState.STARTING)
            self.progress(job, Progress(job, STARTING, 0, 0))
            self._runner.load()
        self._say(WorkerState.BUSY)
        tell = Sparing(lambda stage, step, total: self.progress(job, Progress(job, stage, step, total)))

        def on_progress(stage: str, step: int, total: int) -> bool:
            tell(stage, step, total)
            return True

        self.finished(job, self._runner.run(self.with_folder(request), on_progress))

    def _tell_failure(self, job: str, error: Exception) -> None:
        message = told(job, error)
        assert isinstance(message, Failed)
        self.failed(job, Failure(message.kind, message.message, message.problems, message.details))

    def _say(self, state: WorkerState) -> None:
        self.state_changed(state, f"{state.text} ({NOTE})")
