"""The layers hold, and would not if somebody added one import too many."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINT = [
    sys.executable,
    "-c",
    "from importlinter.cli import lint_imports_command as lint; lint()",
    "--no-cache",
]

# contract, where the import is put, the import
BAD = [
    pytest.param("layers", "spec", "import gradview.results", id="spec sees results"),
    pytest.param("layers", "results", "import gradview.jobs", id="results see jobs"),
    pytest.param("layers", "forms", "import gradview.views", id="forms see views"),
    pytest.param("layers", "", "", id="a module that no layer names"),
    pytest.param("tensorflow", "app", "import tensorflow", id="the window sees TensorFlow"),
    pytest.param("tensorflow", "jobs", "import gradview.engine", id="jobs see the engine"),
    pytest.param("tensorflow", "views", "import keras", id="views see Keras"),
    pytest.param("qt", "results", "import PySide6.QtCore", id="results see Qt"),
    pytest.param("qt", "engine", "import pyqtgraph", id="the engine sees pyqtgraph"),
    pytest.param("forms", "forms", "import gradview.results", id="forms see results"),
]


def lint(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run import-linter on the package that lies in a folder."""
    return subprocess.run([*LINT, *arguments], cwd=folder, capture_output=True, text=True, timeout=120)


def test_layers_hold() -> None:
    answer = lint(ROOT)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "gradview", tmp_path / "gradview", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


@pytest.mark.parametrize(("contract", "package", "line"), BAD)
def test_one_bad_import_breaks_the_contract(copy: Path, contract: str, package: str, line: str) -> None:
    (copy / "gradview" / package / "one_too_many.py").write_text(f"{line}\n")
    answer = lint(copy, "--contract", contract)
    assert answer.returncode == 1, answer.stdout + answer.stderr
    assert "one_too_many" in answer.stdout
