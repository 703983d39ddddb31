"""What is remembered from one start to the next, in one INI file. Nothing in it is needed to start."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Literal, TypeVar

import platformdirs
from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

log = logging.getLogger(__name__)

ThemeChoice = Literal["system", "light", "dark"]
Mode = Literal["process", "thread"]
THEMES: tuple[ThemeChoice, ...] = ("system", "light", "dark")
MODES: tuple[Mode, ...] = ("process", "thread")
MOST_RECENT = 10


class Settings(QObject):
    """Typed answers; what a broken or older file holds instead is taken for absent."""

    themeChanged = Signal()
    recentChanged = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        path = platformdirs.user_config_path("gradview", appauthor=False) / "gradview.ini"
        self._store = QSettings(str(path), QSettings.Format.IniFormat)
        if self._store.status() != QSettings.Status.NoError:
            log.warning("The settings in %s cannot be read; the usual ones are used.", path)

    def theme(self) -> ThemeChoice:
        return _one_of(self._text("theme"), THEMES)

    def setTheme(self, theme: ThemeChoice) -> None:
        if theme != self.theme():
            self._put("theme", theme)
            self.themeChanged.emit()

    def workerMode(self) -> Mode:
        """Where experiments run: in a process of their own, or in a thread of the window's."""
        return _one_of(self._text("worker"), MODES)

    def setWorkerMode(self, mode: Mode) -> None:
        self._put("worker", mode)

    def spare(self) -> bool | None:
        """Whether a second worker is kept warm; None where memory is to decide."""
        return {"true": True, "false": False}.get(self._text("spare_worker").lower())

    def recent(self) -> list[Path]:
        """Files opened or saved lately that are still there, the last one first."""
        found = self._store.value("recent", [])
        names = [found] if isinstance(found, str) else found if isinstance(found, list) else []
        return [Path(name) for name in names if isinstance(name, str) and name and Path(name).exists()]

    def addRecent(self, path: Path) -> None:
        """Put a file on top of the list."""
        rest = [one for one in self.recent() if one != path]
        self._put("recent", [str(one) for one in [path, *rest][:MOST_RECENT]])
        self.recentChanged.emit()

    def lastFolder(self) -> Path:
        """Where file dialogs start."""
        folder = Path(self._text("folder") or ".")
        return folder if folder.is_absolute() and folder.is_dir() else Path.cwd()

    def setLastFolder(self, folder: Path) -> None:
        self._put("folder", str(folder.absolute()))

    def geometry(self) -> QByteArray:
        """The window's size and place; empty if none was kept."""
        return self._bytes("geometry")

    def setGeometry(self, geometry: QByteArray) -> None:
        self._put("geometry", geometry)

    def windowState(self, name: str) -> QByteArray:
        """Where the docks of a main window stand; empty if it was not kept."""
        return self._bytes(f"docks_{name}")

    def setWindowState(self, name: str, state: QByteArray) -> None:
        self._put(f"docks_{name}", state)

    def _text(self, key: str) -> str:
        found = self._store.value(key, "")
        return found if isinstance(found, str) else ""

    def _bytes(self, key: str) -> QByteArray:
        found = self._store.value(key)
        return found if isinstance(found, QByteArray) else QByteArray()

    def _put(self, key: str, value: object) -> None:
        self._store.setValue(key, value)
        self._store.sync()
        if self._store.status() != QSettings.Status.NoError:
            log.info("The settings cannot be written to %s.", self._store.fileName())



Word = TypeVar("Word", bound=str)


def _one_of(text: str, allowed: tuple[Word, ...]) -> Word:
    """The word that was written, or the first one."""
    return next((word for word in allowed if word == text), allowed[0])
