"""What is remembered from one start to the next, in one JSON file. Nothing in it is needed to start."""

from __future__ import annotations

import base64
import json
import logging
from pathlib import Path
from typing import Any, Literal, TypeVar

import platformdirs
from PySide6.QtCore import QByteArray, QObject, Signal

from gradview.spec.atomic import write_atomically

log = logging.getLogger(__name__)

ThemeChoice = Literal["system", "light", "dark"]
Mode = Literal["process", "thread"]
THEMES: tuple[ThemeChoice, ...] = ("system", "light", "dark")
MODES: tuple[Mode, ...] = ("process", "thread")
MOST_RECENT = 10

Word = TypeVar("Word", bound=str)


class Settings(QObject):
    """Typed answers; what a broken or older file holds instead is taken for absent.

    Not a QSettings: that one locks its file for every write, and on some network homes locks hang.
    """

    themeChanged = Signal()
    workerModeChanged = Signal()
    recentChanged = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = platformdirs.user_config_path("gradview", appauthor=False) / "settings.json"
        self._complained = False
        self._found = self._read() or {}

    def file(self) -> Path:
        """Where it is all kept."""
        return self._file

    def theme(self) -> ThemeChoice:
        return _one_of(self._found.get("theme"), THEMES)

    def setTheme(self, theme: ThemeChoice) -> None:
        if self._put("theme", theme):
            self.themeChanged.emit()

    def workerMode(self) -> Mode:
        """Where experiments run: in a process of their own, or in a thread of the window's."""
        return _one_of(self._found.get("worker"), MODES)

    def setWorkerMode(self, mode: Mode) -> None:
        if self._put("worker", mode):
            self.workerModeChanged.emit()

    def spare(self) -> bool | None:
        """Whether a second worker is kept warm; None where memory is to decide."""
        found = self._found.get("spare_worker")
        return found if isinstance(found, bool) else None

    def setSpare(self, spare: bool | None) -> None:
        self._put("spare_worker", spare)

    def recent(self) -> list[Path]:
        """Files opened or saved lately that are still there, the last one first."""
        found = self._found.get("recent")
        names = found if isinstance(found, list) else []
        return [Path(name) for name in names if isinstance(name, str) and _is_file(name)]

    def addRecent(self, path: Path) -> None:
        """Put a file on top of the list."""
        path = path.absolute()
        rest = [one for one in self.recent() if one != path]
        if self._put("recent", [str(one) for one in [path, *rest][:MOST_RECENT]]):
            self.recentChanged.emit()

    def lastFolder(self) -> Path:
        """Where file dialogs start."""
        found = self._found.get("folder")
        if isinstance(found, str) and Path(found).is_absolute() and _is_folder(found):
            return Path(found)
        return _first_folder()

    def setLastFolder(self, folder: Path) -> None:
        self._put("folder", str(folder.absolute()))

    def geometry(self) -> QByteArray:
        """The window's size and place; empty if none was kept."""
        return _bytes(self._found.get("geometry"))

    def setGeometry(self, geometry: QByteArray) -> None:
        self._put("geometry", _text(geometry))

    def windowState(self, name: str) -> QByteArray:
        """Where the docks of a main window stand; empty if it was not kept."""
        return _bytes(self._part("docks").get(name))

    def setWindowState(self, name: str, state: QByteArray) -> None:
        self._put("docks", {**self._part("docks"), name: _text(state)})

    def _part(self, key: str) -> dict[str, Any]:
        found = self._found.get(key)
        return found if isinstance(found, dict) else {}

    def _put(self, key: str, value: Any) -> bool:
        """Keep a value, also where the file cannot be written. False: it was the value already."""
        if key in self._found and self._found[key] == value:
            return False
        # What another window has written since is kept; a file that is no good no longer counts.
        there = None if self._complained else self._read()
        self._found = {**(there or self._found), key: value}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with write_atomically(self._file) as file:
                file.write(json.dumps(self._found, indent=1, sort_keys=True).encode())
        except OSError as error:
            self._complain("written", error.strerror or str(error))
        return True

    def _read(self) -> dict[str, Any] | None:
        """What the file holds; None if that is nothing or cannot be read."""
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as error:
            self._complain("read", str(error))
            return None
        if not isinstance(found, dict):
            self._complain("read", "not what gradview writes")
            return None
        return found

    def _complain(self, done: str, why: str) -> None:
        """Say it once; without the file everything works, but for remembering."""
        if not self._complained:
            self._complained = True
            log.warning("The settings in %s cannot be %s: %s.", self._file, done, why)


def _one_of(found: object, allowed: tuple[Word, ...]) -> Word:
    """The word that was written, or the first one."""
    return next((word for word in allowed if word == found), allowed[0])


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # in a folder that may not be entered
        return False


def _is_folder(name: str) -> bool:
    try:
        return Path(name).is_dir()
    except OSError:
        return False


def _first_folder() -> Path:
    """Where the program was started, or the user's own folder if that is nowhere in particular."""
    try:
        here = Path.cwd()
    except OSError:  # it was removed since
        return Path.home()
    return Path.home() if here == Path(here.anchor) else here


def _text(found: QByteArray) -> str:
    return base64.b64encode(found.data()).decode()


def _bytes(found: object) -> QByteArray:
    try:
        return QByteArray(base64.b64decode(found, validate=True) if isinstance(found, str) else b"")
    except ValueError:
        return QByteArray()
