"""What packaging/prepare.sh does on systems unlike this one, played by stand-ins for their commands."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


class System:
    """A copy of the project on a system some of whose commands are stand-ins."""

    def __init__(self, folder: Path) -> None:
        self.root, self.bin, self.log = folder / "project", folder / "bin", folder / "log"
        self.bin.mkdir()
        shutil.copytree(ROOT / "packaging", self.root / "packaging")
        shutil.copy(ROOT / "pyproject.toml", self.root)

    def command(self, name: str, body: str) -> Path:
        """A stand-in that notes how it was called, then runs `body`."""
        path = self.bin / name
        path.write_text(f'#!/bin/bash\necho "{name} $*" >>{self.log}\n{body}\n')
        path.chmod(0o755)
        return path

    def bash(self, line: str, **environment: str) -> subprocess.CompletedProcess[str]:
        dropped = ("DISPLAY", "WAYLAND_DISPLAY", "GRADVIEW_PYTHON")
        kept = {name: value for name, value in os.environ.items() if name not in dropped}
        return subprocess.run(
            ["bash", "-c", f"source packaging/prepare.sh; {line}"],
            cwd=self.root,
            env={**kept, "PATH": f"{self.bin}:{os.environ['PATH']}", **environment},
            capture_output=True,
            text=True,
            timeout=60,
        )

    @property
    def calls(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


@pytest.mark.parametrize(
    ("libc", "qt"), [("2.28", "6.9.3"), ("2.31", "6.9.3"), ("2.34", "6.11.3"), ("2.36", "6.11.3")]
)
def test_qt_version_follows_the_c_library(system: System, libc: str, qt: str) -> None:
    system.command("getconf", f"echo glibc {libc}")
    found = [line for line in system.bash("constraints").stdout.splitlines() if line.startswith("pyside6")]
    assert found == [f"pyside6-essentials=={qt}"]


@pytest.mark.parametrize("name", ["", "python3"], ids=["found", "named"])
def test_python_out_of_range_is_refused_in_one_line(system: System, name: str) -> None:
    for command in ("python3", "python3.10", "python3.11", "python3.12", "python3.13"):
        system.command(command, '[ "$1" = --version ] && echo Python 3.9.2; exit 1')
    answer = system.bash("prepare_python", GRADVIEW_PYTHON=name)
    assert answer.returncode == 2
    assert answer.stderr.count("\n") == 1
    assert "3.10 to 3.13" in answer.stderr


def missing_library(system: System, user: int) -> subprocess.CompletedProcess[str]:
    system.command("id", f"echo {user}")
    system.command("apt-get", "exit 0")
    return system.bash(f"QT_LIBRARIES=libabsent.so.1=libabsent1; python={sys.executable}; prepare_system run")


def test_user_is_told_the_line_for_a_missing_library(system: System) -> None:
    answer = missing_library(system, user=1000)
    assert answer.returncode == 2
    assert "sudo apt-get install -y --no-install-recommends libabsent1" in answer.stderr
    assert not [call for call in system.calls if call.startswith("apt-get")]


def test_root_installs_a_missing_library(system: System) -> None:
    answer = missing_library(system, user=0)
    assert answer.returncode == 0, answer.stderr
    assert [call for call in system.calls if "install" in call and "libabsent1" in call]


def test_screen_libraries_are_asked_for_only_with_a_screen(system: System) -> None:
    system.command("id", "echo 1000")
    libraries = "QT_LIBRARIES=; SCREEN_LIBRARIES=libabsent.so.1=libabsent1"
    line = f"{libraries}; python={sys.executable}; prepare_system run"
    assert system.bash(line).returncode == 0
    assert "libabsent1" in system.bash(line, DISPLAY=":0").stderr


def ready(system: System) -> None:
    """A .venv whose stamp says that everything is installed, with a Python that notes its calls."""
    (system.root / ".venv" / "bin").mkdir(parents=True)
    python = system.command("venv-python", f'exec {sys.executable} "$@"')
    (system.root / ".venv" / "bin" / "python").symlink_to(python)
    system.bash('wanted_state cpu >"$stamp"')


def test_second_call_installs_nothing(system: System) -> None:
    ready(system)
    answer = system.bash("prepare_venv cpu")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert not [call for call in system.calls if "pip" in call]


@pytest.mark.parametrize(
    ("named", "made"), [("3, 12", True), ("3, 11", False)], ids=["another version", "the same version"]
)
def test_python_asked_for_by_name_replaces_another(system: System, named: str, made: bool) -> None:
    ready(system)
    answer = '[ "$1" = -c ] && case $2 in *print*) echo "({})" ;; esac; [ "$2" != venv ]'
    (system.bin / "venv-python").write_text(f"#!/bin/bash\n{answer.format('3, 11')}\n")
    python = system.command("other-python", answer.format(named))
    system.bash(f"python={python}; prepare_venv cpu", GRADVIEW_PYTHON=str(python))
    assert any(call.startswith("other-python -m venv") for call in system.calls) is made


@pytest.mark.parametrize("change", ["pyproject.toml", "packaging/constraints.txt"])
def test_changed_pins_are_installed(system: System, change: str) -> None:
    ready(system)
    (system.bin / "venv-python").write_text(f'#!/bin/bash\necho "python $*" >>{system.log}\n')
    with (system.root / change).open("a") as file:
        file.write("\n# changed\n")
    assert system.bash("prepare_venv cpu").returncode == 0
    assert [call for call in system.calls if "pip install" in call and call.endswith("project[cpu]")]
    assert system.bash("prepare_venv cpu").stderr == ""


def test_unfinished_venv_is_made_again(system: System) -> None:
    (system.root / ".venv" / "bin").mkdir(parents=True)
    (system.root / ".venv" / "bin" / "python").symlink_to("/nowhere/python3")
    base = system.command("base-python", "exit 1")
    answer = system.bash(f"python={base}; prepare_venv cpu")
    assert answer.returncode == 2
    assert [call for call in system.calls if call.startswith("base-python -m venv --clear")]


def test_failed_installation_is_tried_again(system: System) -> None:
    ready(system)
    (system.root / ".venv" / ".gradview-ready").unlink()
    (system.bin / "venv-python").write_text('#!/bin/bash\n[ "$3" != install ]\n')
    for _ in range(2):
        answer = system.bash("prepare_venv cpu")
        assert answer.returncode == 2
        assert "installing the packages failed" in answer.stderr
