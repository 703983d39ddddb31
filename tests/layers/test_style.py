"""The tools agree with every file, and no file outgrows a reader."""

import statistics
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = [path for path in sorted((ROOT / "gradview").rglob("*.py")) if path.name != "__init__.py"]
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "--no-cache", "."],
        ["ruff", "format", "--no-cache", "--check", "."],
        ["mypy", "--strict"],
    ],
    ids=["ruff check", "ruff format", "mypy"],
)
def test_tool_agrees(command: list[str]) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_no_file_is_longer_than_400_lines() -> None:
    assert {path.relative_to(ROOT): lines(path) for path in MODULES + TESTS if lines(path) > 400} == {}


def test_half_of_the_modules_have_at_most_150_lines() -> None:
    assert statistics.median(lines(path) for path in MODULES) <= 150


def test_no_module_is_a_drawer() -> None:
    drawers = {"utils", "util", "misc", "helpers", "helper", "common", "manager", "handlers", "io", "types"}
    assert [path for path in MODULES if path.stem in drawers] == []
