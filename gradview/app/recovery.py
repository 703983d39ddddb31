"""Keeps an unsaved draft on disk while it is being edited, for the case that the program ends first."""

from __future__ import annotations

import json
import logging
import uuid
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import platformdirs
from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Slot

from gradview.jobs.ownership import Owner, is_dead, this_process
from gradview.spec.atomic import write_atomically

log = logging.getLogger(__name__)

PAUSE = 2000  # milliseconds after the last edit
LONGEST = 10_000  # milliseconds after the first edit, for somebody who types without a pause
SUFFIX = ".draft.json"


@dataclass(frozen=True)
class Recovered:
    """A draft that a gradview which is gone has left.

    Attributes
    ----------
    path : the experiment's file, if it had one
    when : the last edit, in local time
    file : where it lies
    """

    draft: dict[str, Any]
    path: Path | None
    when: datetime
    file: Path


class Recovery(QObject):
    """One file for one window, removed once all is saved."""

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        usual = platformdirs.user_state_path("gradview", appauthor=False) / "recovery"
        self._folder = usual if folder is None else folder
        self._file = self._folder / f"{uuid.uuid4().hex}{SUFFIX}"
        self._kept: tuple[dict[str, Any], Path | None] | None = None
        self._complained = False
        self._waiting = QElapsedTimer()
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self.write)

    def keep(self, draft: dict[str, Any], path: Path | None) -> None:
        """Keep a draft, soon; `path` is the file it was opened from."""
        self._kept = (draft, path)
        if not self._clock.isActive():
            self._waiting.start()
        self._clock.start(min(PAUSE, max(0, LONGEST - self._waiting.elapsed())))

    def forget(self) -> None:
        """Nothing is left to keep: all is saved, or was given up."""
        self._clock.stop()
        self._kept = None
        self._remove(self._file)

    @Slot()
    def write(self) -> None:
        """Write what is to be kept, now."""
        self._clock.stop()
        if self._kept is None:
            return
        draft, path = self._kept
        content = {
            "owner": this_process().as_json(),
            "path": None if path is None else str(path.absolute()),
            "draft": draft,
        }
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with write_atomically(self._file) as file:
                file.write(json.dumps(content).encode())
        except OSError as error:
            self._complain(error)

    def leftovers(self) -> list[Recovered]:
        """What gradviews of this computer that are gone have left, oldest first."""
        me = this_process()
        try:
            files = sorted(self._folder.glob(f"*{SUFFIX}"))
        except OSError:
            return []
        found = [read(file, me) for file in files]
        return sorted((one for one in found if one is not None), key=last_edit)

    def take(self, recovered: Recovered) -> None:
        """Remove one: it was restored, or nobody wants it."""
        self._remove(recovered.file)

    def _remove(self, file: Path) -> None:
        try:
            file.unlink(missing_ok=True)
        except NotADirectoryError:
            pass  # then nothing was kept either
        except OSError as error:
            self._complain(error)

    def _complain(self, error: OSError) -> None:
        """Say it once; all but the recovery works without."""
        if not self._complained:
            self._complained = True
            log.warning("Unsaved changes cannot be kept in %s: %s.", self._folder, error.strerror or error)


def read(file: Path, me: Owner) -> Recovered | None:
    """A draft whose owner is dead; None if it lives or is of another computer, or the file is broken."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        if not is_dead(Owner.from_json(content["owner"]), me):
            return None
        draft, path = content["draft"], content["path"]
        if not isinstance(draft, dict):
            raise TypeError("no experiment")
        when = datetime.fromtimestamp(file.stat().st_mtime)
        return Recovered(draft, None if path is None else Path(path), when, file)
    except FileNotFoundError:
        return None  # another start has just taken it
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        log.info("%s holds no draft that can be restored: %r", file, error)
        return None


def last_edit(recovered: Recovered) -> datetime:
    return recovered.when
