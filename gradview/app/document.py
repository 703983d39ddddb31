"""What is being edited: a draft, its file, its problems, and the way back. Knows no widget."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from gradview.spec.drafts import new_draft
from gradview.spec.experiment import Experiment
from gradview.spec.files import SUFFIX, write_draft
from gradview.spec.problems import ExperimentError, Problem

Draft = dict[str, Any]
UNTITLED = "Untitled"
PAUSE = 1.5  # seconds: edits of one field that follow each other faster are undone together
FILE_FIELDS = (("inputs", "path"), ("model", "weights", "path"))


class Document(QObject):
    """The draft of one experiment, valid or not. Drafts are replaced, never changed in place."""

    draftChanged = Signal()
    """The draft is another, by an edit, undo or a file; `problems()` are those of the new one."""
    titleChanged = Signal()
    """The name, the file, or whether there is something to save."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.undo = QUndoStack(self)
        self.undo.setUndoLimit(500)
        self.undo.cleanChanged.connect(self._tell_title)
        self._draft: Draft = {}
        self._path: Path | None = None
        self._folder = Path.cwd()
        self._problems: tuple[Problem, ...] = ()
        self._experiment: Experiment | None = None
        self._unsaved = False
        self.open(new_draft("recurrent"))

    def draft(self) -> Draft:
        """The draft as it stands; not to be changed."""
        return self._draft

    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with it."""
        return self._problems

    def experiment(self) -> Experiment | None:
        """The experiment, if nothing is wrong with the draft."""
        return self._experiment

    def path(self) -> Path | None:
        """The file it was opened from or saved to."""
        return self._path

    def folder(self) -> Path:
        """Where relative paths in the draft start."""
        return self._folder

    def isModified(self) -> bool:
        """Whether something would be lost without saving."""
        return self._unsaved or not self.undo.isClean()

    def name(self) -> str:
        """What the experiment is called; its file's name if it has none."""
        name = self._draft.get("name")
        if isinstance(name, str) and name.strip():
            return name
        return self._path.stem if self._path else UNTITLED

    def open(
        self,
        draft: Mapping[str, Any],
        path: Path | None = None,
        *,
        folder: Path | None = None,
        unsaved: bool = False,
    ) -> None:
        """Begin with another draft; there is no way back by undo.

        Parameters
        ----------
        path : its file; None for one that has none yet
        folder : where its relative paths start, if not in the file's folder
        unsaved : whether it is worth asking before it is lost
        """
        self._path = path
        self._folder = folder or (path.parent if path else Path.cwd())
        self._unsaved = unsaved
        self.undo.clear()
        self._take(dict(draft))
        self.titleChanged.emit()

    def edit(self, draft: Draft, words: str = "") -> None:
        """Take an edit; undo takes it back."""
        if draft != self._draft or repr(draft) != repr(self._draft):  # 1 == 1.0 == True
            self.undo.push(_Edit(self, self._draft, draft, words))

    def save(self, path: Path) -> None:
        """Write it to a file (OSError); files it names are still found from there."""
        if path.parent.resolve() != self._folder.resolve():
            self.edit(rebased(self._draft, self._folder, path.parent), "moving to another folder")
        write_draft(path, self._draft)
        self._path, self._folder, self._unsaved = path, path.parent, False
        self.undo.setClean()
        self._take(self._draft)
        self.titleChanged.emit()

    def _take(self, draft: Draft) -> None:
        name = self._draft.get("name")
        self._draft = draft
        try:
            self._experiment, self._problems = Experiment.from_draft(draft, self._folder), ()
        except ExperimentError as error:
            self._experiment, self._problems = None, error.problems
        self.draftChanged.emit()
        if draft.get("name") != name:
            self.titleChanged.emit()

    def _tell_title(self, _: bool) -> None:
        self.titleChanged.emit()


class _Edit(QUndoCommand):
    """From one draft to the next; typing in one field is one edit."""

    def __init__(self, document: Document, before: Draft, after: Draft, words: str) -> None:
        self._place = next(differences(before, after), ())
        super().__init__(words or ".".join(map(str, self._place)) or "edit")
        self._document, self._before, self._after = document, before, after
        self._when = time.monotonic()

    def id(self) -> int:
        return 1

    def redo(self) -> None:
        self._document._take(self._after)

    def undo(self) -> None:
        self._document._take(self._before)

    def mergeWith(self, other: QUndoCommand) -> bool:
        if (
            not isinstance(other, _Edit)
            or other._place != self._place
            or not isinstance(value_at(self._before, self._place), (str, int, float))
        ):
            return False
        if other._when - self._when > PAUSE:
            return False
        self._after, self._when = other._after, other._when
        return True


def differences(one: Any, other: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Paths of the smallest parts in which two drafts differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from differences(one[key], other[key], (*path, key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from differences(left, right, (*path, place))
    elif type(one) is not type(other) or one != other:
        yield path


def value_at(draft: Any, path: tuple[str | int, ...]) -> Any:
    """The part of a draft at a path that it has."""
    for key in path:
        draft = draft[key]
    return draft


def rebased(draft: Draft, old: Path, new: Path) -> Draft:
    """The same draft for another folder: its relative file paths lead to the same files."""
    for path in FILE_FIELDS:
        draft = _rebased_at(draft, path, old.resolve(), new.resolve())
    return draft


def _rebased_at(part: Any, path: tuple[str, ...], old: Path, new: Path) -> Any:
    if not path:
        if not isinstance(part, str) or not part or Path(part).is_absolute():
            return part
        try:
            return Path(os.path.relpath(old / part, new)).as_posix()
        except ValueError:  # another drive
            return str(old / part)
    if not isinstance(part, dict) or path[0] not in part:
        return part
    return {**part, path[0]: _rebased_at(part[path[0]], path[1:], old, new)}


def with_suffix(path: Path) -> Path:
    """The path of an experiment's file: a name without an ending gets ours."""
    return path if path.suffix else path.with_name(path.name + SUFFIX)
