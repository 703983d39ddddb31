"""A run of tests ends with pytest's own code: nothing crashes after the last test."""

import subprocess
import sys
from pathlib import Path

COPIES = """
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

def test_copy(qapp):
    content = QMimeData()
    content.setText("copied")
    QGuiApplication.clipboard().setMimeData(content)
"""


def test_what_a_test_copied_does_not_crash_the_end(tmp_path: Path) -> None:
    (tmp_path / "test_copy.py").write_text(COPIES)
    root = Path(__file__).parents[1]
    words = ["-m", "pytest", "-q", "-p", "tests.conftest", "-c", str(root / "pyproject.toml")]
    words += ["--rootdir", str(tmp_path), str(tmp_path)]
    answer = subprocess.run([sys.executable, *words], cwd=root, capture_output=True, text=True, timeout=120)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "1 passed" in answer.stdout
