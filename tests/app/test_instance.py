"""A second start hands its files to the window that is there, or goes on alone; it never waits long."""

from __future__ import annotations

import logging
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gradview.app.instance import HEARD, MOST, READY, Instance, OpenFiles, hand_over
from gradview.app.seat import address, runtime_folder, screen

pytestmark = pytest.mark.skipif(os.name == "nt", reason="sockets in a folder; Windows has pipes")

SECOND_START = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from gradview.app.instance import hand_over
app = QCoreApplication([])
print(hand_over([Path(name) for name in sys.argv[1:]]))
"""


@pytest.fixture(autouse=True)
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A session's folder of its own, where nobody else listens."""
    folder = Path(tempfile.mkdtemp(prefix="gv"))  # short: a socket's path may have 100 characters
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def first(qapp: QApplication) -> Iterator[Instance]:
    """The window that is there."""
    made = Instance()
    assert made.listen()
    yield made
    made.close()
    made.deleteLater()


def asked(instance: Instance) -> list[list[str]]:
    heard: list[list[str]] = []
    instance.asked.connect(heard.append)
    return heard


def second_start(*names: str, folder: Path) -> subprocess.Popen[str]:
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", SECOND_START, *names]
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)


def end_of(process: subprocess.Popen[str], qapp: QApplication) -> str:
    """What it printed, while the window goes on."""
    limit = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < limit:
        qapp.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
    return process.communicate(timeout=5)[0].strip()


def test_second_start_hands_its_files_over_as_absolute_paths(
    first: Instance, qapp: QApplication, tmp_path: Path
) -> None:
    heard = asked(first)
    strange = "b c; 名 \udcff.npz"
    assert end_of(second_start("a.gradview", strange, folder=tmp_path), qapp) == "True"
    assert heard == [[str(tmp_path / "a.gradview"), str(tmp_path / strange)]]


def test_second_start_without_files_asks_to_come_to_the_front(
    first: Instance, qapp: QApplication, tmp_path: Path
) -> None:
    heard = asked(first)
    assert end_of(second_start(folder=tmp_path), qapp) == "True"
    assert heard == [[]]


def test_first_start_finds_nobody(qapp: QApplication) -> None:
    assert hand_over([]) is False


def test_window_that_is_too_busy_is_told_nothing_and_keeps_its_place(first: Instance, qtbot: QtBot) -> None:
    heard = asked(first)
    assert hand_over([Path("a.gradview")]) is False  # nobody looks after events while we wait
    second = Instance()
    assert second.listen() is False
    qtbot.wait(50)
    assert heard == []
    second.close()
    second.deleteLater()


def test_busy_window_holds_a_start_up_for_half_a_second_at_most(
    first: Instance, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the sum of what was waited for, not by the clock of a machine that may be slow."""
    waited: list[int] = []
    from PySide6.QtNetwork import QLocalSocket

    wait = QLocalSocket.waitForReadyRead

    def wait_and_note(line: QLocalSocket, milliseconds: int) -> bool:
        waited.append(milliseconds)
        return wait(line, milliseconds)

    monkeypatch.setattr(QLocalSocket, "waitForReadyRead", wait_and_note)
    assert hand_over([]) is False
    assert waited and max(waited) <= 500 and len(waited) <= 2


def test_socket_of_a_dead_window_is_replaced(qapp: QApplication, tmp_path: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX)) as dead:
        dead.bind(address())  # bound and closed, but not removed: as a killed process leaves it
    assert Path(address()).is_socket()
    assert hand_over([]) is False
    instance = Instance()
    heard = asked(instance)
    assert instance.listen()
    assert end_of(second_start(folder=tmp_path), qapp) == "True"
    assert heard == [[]]
    instance.close()
    instance.deleteLater()


def test_closed_window_leaves_nothing(first: Instance) -> None:
    first.close()
    assert not Path(address()).exists()
    assert hand_over([]) is False


@pytest.mark.parametrize(
    "garbage",
    [
        pytest.param(b"GET / HTTP/1.1\r\n", id="another protocol"),
        pytest.param(b'{"gradview": 2, "open": []}\n', id="a later version"),
        pytest.param(b'{"gradview": 1, "open": "a"}\n', id="no list"),
        pytest.param(b'{"gradview": 1, "open": ["relative"]}\n', id="no absolute path"),
        pytest.param(b'{"gradview": 1, "open": [1]}\n', id="no path"),
        pytest.param(b"[" * 100_000 + b"\n", id="nested without end"),
        pytest.param(b"\xff\xfe\n", id="no text"),
        pytest.param(b"x" * (MOST + 1000), id="no end"),
    ],
)
def test_garbage_is_ignored_and_the_line_cut(first: Instance, qapp: QApplication, garbage: bytes) -> None:
    heard = asked(first)
    assert answers_to(garbage, qapp) == [READY, b""]
    assert heard == []
    assert answers_to(OpenFiles(("/a",)).as_bytes(), qapp) == [READY, HEARD]  # and it still listens
    assert heard == [["/a"]]


def answers_to(message: bytes, qapp: QApplication) -> list[bytes]:
    """What the window says to a message, while it goes on."""
    answers: list[bytes] = []

    def send() -> None:
        with closing(socket.socket(socket.AF_UNIX)) as line:
            line.settimeout(20)
            line.connect(address())
            answers.append(line.recv(100))
            try:
                line.sendall(message)
                answers.append(line.recv(100))
            except (ConnectionResetError, BrokenPipeError):
                answers.append(b"")

    sender = threading.Thread(target=send)
    sender.start()
    limit = time.monotonic() + 30
    while sender.is_alive() and time.monotonic() < limit:
        qapp.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
    sender.join()
    return answers


def test_message_comes_back_as_it_was() -> None:
    message = OpenFiles(("/a b.gradview", "/\udcff.npz"))
    assert OpenFiles.from_bytes(message.as_bytes()) == message


def test_nowhere_to_listen_is_a_line_in_the_log(
    qapp: QApplication, runtime: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = runtime / "blocked"
    blocked.touch()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(blocked))
    monkeypatch.setattr(tempfile, "tempdir", str(blocked))
    instance = Instance()
    with caplog.at_level(logging.INFO, "gradview"):
        assert instance.listen() is False
    assert "windows of their own" in caplog.text
    assert hand_over([]) is False
    instance.close()
    instance.deleteLater()


def test_each_screen_has_a_window_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setenv("DISPLAY", ":0")
    one = address()
    monkeypatch.setenv("DISPLAY", ":0.0")
    assert address() == one
    monkeypatch.setenv("DISPLAY", "far.example:0")
    assert screen() == "far.example:0" and address() != one
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert screen() == "offscreen"


def test_folder_is_the_user_s_alone(runtime: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert runtime_folder() == runtime / "gradview"
    assert runtime_folder().stat().st_mode & 0o777 == 0o700
    runtime.chmod(0o755)  # others may look in: not the session's folder as it should be
    monkeypatch.setattr(tempfile, "tempdir", str(runtime))
    assert runtime_folder() == runtime / f"gradview-{os.getuid()}"
    assert runtime_folder().stat().st_mode & 0o777 == 0o700
