"""Opening and saving: whatever path comes in, by menu, drop, start or another start, ends up here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from gradview.app.background import Task
from gradview.app.document import Document, with_suffix
from gradview.app.notice import Level, Offer
from gradview.app.runs import Run, Runs, RunState
from gradview.app.settings import Settings
from gradview.results.result import Result, load
from gradview.results.store import ResultError
from gradview.spec.drafts import new_draft
from gradview.spec.examples import Example
from gradview.spec.files import SUFFIX, read_draft
from gradview.spec.problems import ExperimentError
from gradview.views.export_dialog import plain_name

EXPERIMENTS = f"Experiments (*{SUFFIX})"
RESULTS = "Results (*.npz)"
BOTH = f"Experiments and results (*{SUFFIX} *.npz)"


class Say(Protocol):
    """How the window says something without being modal."""

    def __call__(
        self, text: str, level: Level = "info", offers: tuple[Offer, ...] = (), topic: str = ""
    ) -> None: ...


class Files(QObject):
    """What is opened and saved, and what would be lost. Dialogs are modal, messages are not."""

    aboutChanged = Signal(str, str)
    """Title and sentence of the example that is open; '' for anything else."""
    busyChanged = Signal(bool)

    def __init__(self, document: Document, runs: Runs, settings: Settings, say: Say, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._runs, self._settings = document, runs, settings
        self._say, self._window = say, window
        self._tasks: set[Task] = set()

    def new(self) -> None:
        """Begin a new experiment."""
        if self.may_leave():
            self._document.open(new_draft("recurrent"))
            self.aboutChanged.emit("", "")

    def ask_open(self) -> None:
        """Pick files and open them."""
        filters = ";;".join((BOTH, EXPERIMENTS, RESULTS, "All files (*)"))
        names, _ = QFileDialog.getOpenFileNames(
            self._window, "Open", str(self._settings.lastFolder()), filters
        )
        self.open_all([Path(name) for name in names])

    def open_all(self, paths: list[Path]) -> None:
        """Open results beside each other, and of experiments the last."""
        results = [path for path in paths if is_result(path)]
        experiments = [path for path in paths if path not in results]
        for path in results:
            self.open_result(path)
        for path in experiments[-1:]:
            self.open_experiment(path)

    def open_experiment(self, path: Path) -> None:
        """Open an experiment's file, valid or not; one that cannot be read leaves all as it is."""
        path = path.absolute()
        try:
            draft = read_draft(path)
        except ExperimentError as error:
            self._say(str(error), "error", topic="open")
            return
        if self.may_leave():
            self._document.open(draft, path)
            self._remember(path)
            self.aboutChanged.emit("", "")

    def open_example(self, example: Example) -> None:
        """Open an example as an experiment of one's own: Save asks where."""
        if self.may_leave():
            self._document.open(read_draft(example.path), folder=example.path.parent)
            self.aboutChanged.emit(example.title, example.sentence)

    def open_result(self, path: Path) -> None:
        """Open a result beside the runs, and show it."""
        path = path.absolute()
        name = path.name
        self._start(
            Task(partial(load, path), (ResultError,), self),
            partial(self._take_result, path),
            partial(self._tell, f"{name} was not opened: "),
        )

    def take_experiment(self, run: Run) -> None:
        """Put the experiment of a run on the left; undo takes it back where it is in the same folder."""
        if run.folder == self._document.folder():
            self._document.edit(dict(run.draft), "the experiment of a run")
        elif self.may_leave():
            self._document.open(run.draft, folder=run.folder, unsaved=True)
            self.aboutChanged.emit("", "")

    def save(self) -> bool:
        """Save to the document's file, or ask for one. False if nothing was saved."""
        path = self._document.path()
        return self.save_as() if path is None else self._save(path)

    def save_as(self) -> bool:
        """Ask for a file and save there."""
        fresh = self._settings.lastFolder() / (plain_name(self._document.name()) + SUFFIX)
        start = self._document.path() or fresh
        name, _ = QFileDialog.getSaveFileName(self._window, "Save the experiment", str(start), EXPERIMENTS)
        return bool(name) and self._save(with_suffix(Path(name)))

    def ask_export(self, run: Run | None) -> None:
        """Ask for an .npz file and write a run's result there."""
        if run is None or run.result is None:
            return
        start = self._settings.lastFolder() / (plain_name(run.name) + ".npz")
        name, _ = QFileDialog.getSaveFileName(self._window, "Export the result", str(start), RESULTS)
        if name:
            path = Path(name)
            path = path if path.suffix == ".npz" else path.with_name(path.name + ".npz")
            self.export(run.result, path)

    def export(self, result: Result, path: Path) -> None:
        """Write a result; the window goes on meanwhile."""
        self._start(
            Task(partial(result.save, path), (OSError, ResultError), self),
            partial(self._exported, path),
            partial(self._tell, f"{path.name} was not written: "),
        )

    def may_leave(self) -> bool:
        """Ask what to do with unsaved changes; False to stay."""
        if not self._document.isModified():
            return True
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("Unsaved changes")
        box.setText(f"Save the changes to '{self._document.name()}'?")
        box.setInformativeText("They are lost otherwise.")
        buttons = QMessageBox.StandardButton
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        answer = box.exec()
        box.deleteLater()
        return answer == buttons.Discard or (answer == buttons.Save and self.save())

    def close(self) -> None:
        """Wait for what is being read or written."""
        for task in list(self._tasks):
            task.wait()

    def _save(self, path: Path) -> bool:
        try:
            self._document.save(path)
        except OSError as error:
            self._say(f"{path} was not saved: {error.strerror or error}", "error", topic="save")
            return False
        self._remember(path)
        self._say_done(f"Saved {path}")
        return True

    def _remember(self, path: Path) -> None:
        self._settings.addRecent(path)
        self._settings.setLastFolder(path.parent)

    def _take_result(self, path: Path, result: Result) -> None:
        experiment = result.experiment
        name = str(experiment.get("name") or path.stem)
        run = Run("", name, dict(experiment), path.parent, path, RunState.OPENED, result=result)
        self._runs.add(run)
        self._remember(path)

    def _exported(self, path: Path, _: object) -> None:
        self._settings.setLastFolder(path.parent)
        self._say_done(f"Wrote {path}")

    def _say_done(self, words: str) -> None:
        self._say(words, "info", topic="done")

    def _tell(self, prefix: str, error: Exception) -> None:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        self._say(f"{prefix}{reason}", "error", topic="file")

    def _start(self, task: Task, done: Callable[[object], None], failed: Callable[[Exception], None]) -> None:
        self._tasks.add(task)
        task.done.connect(done)
        task.failed.connect(failed)
        task.done.connect(partial(self._finish, task))
        task.failed.connect(partial(self._finish, task))
        self.busyChanged.emit(True)
        task.start()

    def _finish(self, task: Task, _: object) -> None:
        self._tasks.discard(task)
        self.busyChanged.emit(bool(self._tasks))


def is_result(path: Path) -> bool:
    """Whether a path is a result by its name, or a folder of one."""
    return path.suffix.lower() == ".npz" or path.is_dir()
