"""The leak check itself: each sort of leftover is found and says where it was started."""

import subprocess
import sys
import threading
import time

import pytest

from tests.leaks import left_after_waiting, look


def test_thread_left_running_is_named_with_its_start() -> None:
    before, gate = look(), threading.Event()
    thread = threading.Thread(target=gate.wait, name="forgotten")
    thread.start()
    (found,) = left_after_waiting(before, patience=0)
    gate.set()
    thread.join()
    assert "forgotten" in found and f"{__file__}:" in found


def test_thread_that_ends_while_waited_for_is_no_leak() -> None:
    before = look()
    threading.Thread(target=time.sleep, args=[0.2]).start()
    assert left_after_waiting(before) == []


def test_process_left_running_is_named_with_its_start() -> None:
    before = look()
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    (found,) = left_after_waiting(before, patience=0)
    process.communicate(b"\n", timeout=10)
    assert str(process.pid) in found and f"{__file__}:" in found
    assert left_after_waiting(before) == []


def test_widget_left_open_is_named_and_a_closed_one_is_not(qapp: object) -> None:
    from PySide6.QtWidgets import QLabel

    before = look()
    label = QLabel("forgotten")
    label.setWindowTitle("forgotten")
    (found,) = left_after_waiting(before, patience=0)
    assert "QLabel" in found and "forgotten" in found
    label.deleteLater()
    assert left_after_waiting(before) == []


@pytest.mark.parametrize("forget", ["timer", "thread", "single shot"])
def test_qt_object_left_active_is_named_with_its_start(qapp: object, forget: str) -> None:
    from PySide6.QtCore import QObject, QThread, QTimer

    before, owner = look(), QObject()
    if forget == "timer":
        timer = QTimer(owner)
        timer.start(60_000)
    elif forget == "thread":
        thread = QThread(owner)
        thread.start()
    else:
        QTimer.singleShot(60_000, owner, owner.deleteLater)
    (found,) = left_after_waiting(before, patience=0)
    if forget == "thread":
        thread.quit()
        thread.wait()
    owner.deleteLater()
    assert f"{__file__}:" in found
    assert left_after_waiting(before) == []
