"""One window for a user and a screen: a second start hands its files to the first, and ends."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from gradview.app.seat import address

log = logging.getLogger(__name__)

PATIENCE = 0.5  # seconds that a second start waits for the first, in all
MOST = 1 << 20  # bytes of a message
PROTOCOL = 1
READY, HEARD = b"gradview 1\n", b"heard\n"


@dataclass(frozen=True)
class OpenFiles:
    """The one message: open these files and come to the front; without files, just come."""

    files: tuple[str, ...]

    def as_bytes(self) -> bytes:
        """One line."""
        return json.dumps({"gradview": PROTOCOL, "open": self.files}).encode() + b"\n"

    @classmethod
    def from_bytes(cls, message: bytes) -> OpenFiles | None:
        """None for anything that is no such message."""
        try:
            found = json.loads(message)
        except (ValueError, RecursionError):
            return None
        if not isinstance(found, dict) or found.get("gradview") != PROTOCOL:
            return None
        files = found.get("open")
        if not isinstance(files, list) or not all(isinstance(file, str) for file in files):
            return None
        return cls(tuple(files)) if all(Path(file).is_absolute() for file in files) else None


def hand_over(files: Sequence[Path]) -> bool:
    """Have the window that is there open files and come to the front.

    False if there is none, or none that answers within half a second: it was then told nothing.
    """
    end = time.monotonic() + PATIENCE
    line = _line_to_window(end)
    if line is None:
        return False
    message = OpenFiles(tuple(str(file.absolute()) for file in files)).as_bytes()
    heard = False
    if len(message) <= MOST and _line_of(line, end) == READY:  # it greets us first: a busy one does not
        line.write(message)
        line.flush()
        heard = _line_of(line, end) == HEARD
    line.abort()
    return heard


def _line_to_window(end: float) -> QLocalSocket | None:
    """A connection to the window that is there, busy or not; None if there is none."""
    try:
        name = address()
    except OSError:
        return None
    line = QLocalSocket()
    line.connectToServer(name)
    return line if line.waitForConnected(_milliseconds_to(end)) else None


def _line_of(socket: QLocalSocket, end: float) -> bytes:
    """The next line of what the window says; b"" if it is too late."""
    while not socket.canReadLine():
        if not socket.waitForReadyRead(_milliseconds_to(end)):
            return b""
    return bytes(socket.readLine().data())


def _milliseconds_to(end: float) -> int:
    return max(0, round((end - time.monotonic()) * 1000))


class Instance(QObject):
    """Listens for later starts. `asked` with the paths to open; none: just come to the front."""

    asked = Signal(object)  # a list; as one of Qt it would lose names that are no text

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        if os.name == "nt":  # elsewhere the folder is ours alone
            self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._meet)

    def listen(self) -> bool:
        """Take later starts; where that fails, every start opens a window of its own."""
        try:
            name = address()
        except OSError as error:
            log.info("Later starts open windows of their own: %s.", error)
            return False
        if self._server.listen(name):
            return True
        # A socket is left of a window that was killed, or there is a window that was too busy to answer.
        if _line_to_window(time.monotonic() + PATIENCE / 5) is None:
            QLocalServer.removeServer(name)
            if self._server.listen(name):
                return True
        log.info("Later starts open windows of their own: %s.", self._server.errorString())
        return False

    def close(self) -> None:
        """Listen no more."""
        self._server.close()

    @Slot()
    def _meet(self) -> None:
        while self._server.hasPendingConnections():
            line = self._server.nextPendingConnection()
            line.setReadBufferSize(MOST + 1)
            line.readyRead.connect(self._read)
            line.disconnected.connect(line.deleteLater)
            line.write(READY)

    @Slot()
    def _read(self) -> None:
        line = self.sender()
        assert isinstance(line, QLocalSocket)
        self._hear(line)

    def _hear(self, line: QLocalSocket) -> None:
        if not line.canReadLine():
            if line.bytesAvailable() > MOST:
                line.abort()
            return
        message = OpenFiles.from_bytes(bytes(line.readLine().data()))
        if message is None:
            line.abort()
            return
        line.write(HEARD)
        line.flush()
        self.asked.emit(list(message.files))
