"""A built wheel holds the package, its resources and its two commands, and works where it is installed."""

import configparser
import importlib
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    answer = subprocess.run(
        [*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    (built,) = folder.glob("gradview-*.whl")
    return built


@pytest.fixture
def inside(wheel: Path) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(wheel) as archive:
        yield archive


def tracked(folder: str) -> set[str]:
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_wheel_holds_every_resource_and_module(inside: zipfile.ZipFile) -> None:
    names = {name for name in inside.namelist() if ".dist-info/" not in name}
    assert names == tracked("gradview") | {f"gradview/{name}" for name in tracked("resources")}


def test_entry_points_lead_to_functions(inside: zipfile.ZipFile) -> None:
    (name,) = (name for name in inside.namelist() if name.endswith("entry_points.txt"))
    points = configparser.ConfigParser()
    points.read_string(inside.read(name).decode())
    assert points["console_scripts"]["gradview"] == "gradview.cli:main"
    targets = [*points["console_scripts"].values(), *points["gui_scripts"].values()]
    for target in targets:
        module, _, function = target.partition(":")
        assert callable(getattr(importlib.import_module(module), function))


def test_installed_wheel_finds_its_own_examples(wheel: Path, tmp_path: Path) -> None:
    subprocess.run(
        [*PIP, "install", "--no-deps", "--target", str(tmp_path), str(wheel)], check=True, timeout=300
    )
    code = "from gradview.spec.examples import examples; print(*(one.path for one in examples()), sep='\\n')"
    answer = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path.parent,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert answer.returncode == 0, answer.stderr
    paths = [Path(line) for line in answer.stdout.splitlines()]
    assert {path.stem for path in paths} >= {
        "while-loop",
        "lstm-states",
        "lstm-last-step",
        "sunspots",
        "doubling",
    }
    assert all(path.is_file() and path.is_relative_to(tmp_path) for path in paths)
