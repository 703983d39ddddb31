"""One window for a user and a screen: a second start hands its files to the first, and ends."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

log = logging.getLogger(__name__)

PATIENCE = 500  # milliseconds for everything that a second start waits for
MOST = 1 << 20  # bytes of a message
OPEN, HEARD = "gradview-open", b"heard\n"


def name() -> str:
    """The server's name: this user's, on this screen."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    screen = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or ""
    seat = hashlib.sha256(f"{user} {screen} {tempfile.gettempdir()}".encode()).hexdigest()[:16]
    return f"gradview-{seat}"


def hand_over(files: Sequence[Path]) -> bool:
    """Have the window that is there open files and come to the front; False if there is none that answers."""
    line = QLocalSocket()
    line.connectToServer(name())
    if not line.waitForConnected(PATIENCE):
        return False
    message = {"do": OPEN, "files": [str(file.absolute()) for file in files]}
    line.write(json.dumps(message).encode() + b"\n")
    line.flush()
    heard = line.waitForReadyRead(PATIENCE) and bytes(line.readAll().data()) == HEARD
    line.disconnectFromServer()
    return heard


class Instance(QObject):
    """Listens for later starts. `asked` with the paths to open; none: just come to the front."""

    asked = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._meet)

    def listen(self) -> bool:
        """Take later starts; without, every start opens a window of its own."""
        if self._server.listen(name()):
            return True
        QLocalServer.removeServer(name())  # left by a window that is gone: nobody answered at our start
        if self._server.listen(name()):
            return True
        log.info("Later starts open windows of their own: %s.", self._server.errorString())
        return False

    def close(self) -> None:
        """Listen no more."""
        self._server.close()

    def _meet(self) -> None:
        while (line := self._server.nextPendingConnection()) is not None:
            line.readyRead.connect(self._read)
            line.disconnected.connect(line.deleteLater)

    def _read(self) -> None:
        line = self.sender()
        assert isinstance(line, QLocalSocket)
        if line.bytesAvailable() > MOST:
            line.abort()
        elif line.canReadLine():
            files = understood(bytes(line.readLine().data()))
            if files is None:
                line.abort()
                return
            line.write(HEARD)
            line.flush()
            self.asked.emit(files)


def understood(message: bytes) -> list[str] | None:
    """The paths of a message; None for anything else."""
    try:
        found = json.loads(message)
    except ValueError:
        return None
    if not isinstance(found, dict) or found.get("do") != OPEN or not isinstance(found.get("files"), list):
        return None
    return [file for file in found["files"] if isinstance(file, str) and Path(file).is_absolute()]
