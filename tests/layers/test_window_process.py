"""The window's process never imports TensorFlow, also once the worker has."""

import os
import subprocess
import sys

START = """
import sys
from gradview.app import application
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

run_loop = QApplication.exec


def look_and_leave():
    windows = [widget.windowTitle() for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    print("windows", windows)
    print("imported", sorted({"tensorflow", "keras", "gradview.engine"} & set(sys.modules)))
    QApplication.closeAllWindows()


def exec_for_two_seconds(*arguments):
    QTimer.singleShot(2000, look_and_leave)
    return run_loop()


QApplication.exec = exec_for_two_seconds
sys.exit(application.main(None))
"""


def test_window_runs_without_tensorflow_in_its_process(
    screen: dict[str, str], tmp_path: os.PathLike[str]
) -> None:
    environment = {**screen, "GRADVIEW_CACHE": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    answer = subprocess.run(
        [sys.executable, "-c", START], env=environment, capture_output=True, text=True, timeout=60
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "windows ['" in answer.stdout and "gradview" in answer.stdout
    assert "imported []" in answer.stdout
