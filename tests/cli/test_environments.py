"""Machines that lack something or have too much: no TensorFlow, a broken one, another Qt, other locales."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.results.made import lstm_result

HIDDEN = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("tensorflow", "keras"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
"""
BROKEN = "raise ImportError('libcudart.so.12: cannot open shared object file\\nFailed to load the runtime')"
DEADLY = "import os, signal; os.kill(os.getpid(), signal.SIGILL)"
INSTALL = "pip install 'gradview[cpu]'"
OTHER_QT = "raise SystemExit('PyQt6 was imported')"

Typed = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def typed(tmp_path: Path) -> Typed:
    """Type a command where `modules` (name: source) come before everything that is installed."""
    folder = tmp_path / "here"
    folder.mkdir()

    def run(*words: str, modules: dict[str, str], **variables: str) -> "subprocess.CompletedProcess[str]":
        for name, source in modules.items():
            place = tmp_path / "first" / f"{name.replace('.', '/')}.py"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(source)
        screenless = {
            key: value for key, value in os.environ.items() if key not in ("DISPLAY", "QT_QPA_PLATFORM")
        }
        return subprocess.run(
            [sys.executable, *words],
            cwd=folder,
            env={**screenless, "PYTHONPATH": str(tmp_path / "first"), **variables},
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run


WITHOUT = [
    pytest.param(
        {"sitecustomize": HIDDEN},
        f"TensorFlow is not installed. Install it with: {INSTALL}",
        f"is not installed: {INSTALL}",
        id="not installed",
    ),
    pytest.param(
        {"tensorflow.__init__": BROKEN},
        "TensorFlow cannot be imported (libcudart.so.12: cannot open shared object file). "
        f"Installing it again may help: {INSTALL}",
        "cannot be imported (libcudart.so.12: cannot open shared object file); "
        f"installing it again may help: {INSTALL}",
        id="import fails",
    ),
    pytest.param(
        {"tensorflow.__init__": DEADLY},
        "TensorFlow cannot be started: the worker process was killed by signal 4 (SIGILL): this processor "
        "lacks an instruction that TensorFlow was built with (AVX), 3 times in a row.",
        "ends the process that imports it (signal 4); does the CPU have AVX?",
        id="import kills",
        marks=pytest.mark.skipif(sys.platform == "win32", reason="ends by a signal"),
    ),
]


@pytest.mark.parametrize(("modules", "said", "told"), WITHOUT)
def test_without_tensorflow_run_says_so_in_one_line(
    typed: Typed, tmp_path: Path, modules: dict[str, str], said: str, told: str
) -> None:
    answer = typed("-m", "gradview", "run", "example:doubling", "-o", "out.npz", modules=modules)
    assert (answer.returncode, answer.stdout) == (3, "")
    assert answer.stderr == f"gradview: {said}\n"
    assert list((tmp_path / "here").iterdir()) == []


@pytest.mark.parametrize(("modules", "said", "told"), WITHOUT)
def test_without_tensorflow_doctor_says_so(
    typed: Typed, modules: dict[str, str], said: str, told: str
) -> None:
    answer = typed("-m", "gradview", "doctor", modules=modules)
    assert answer.returncode == 2
    assert f"! TensorFlow          {told}" in answer.stdout.splitlines()
    assert "Qt" in answer.stdout and answer.stderr == ""


def test_without_tensorflow_check_still_validates_and_predicts(typed: Typed) -> None:
    answer = typed("-m", "gradview", "check", "example:doubling", modules={"sitecustomize": HIDDEN})
    assert answer.returncode == 3
    assert answer.stdout.startswith("valid\nsize ") and "memory" in answer.stdout
    assert answer.stderr == f"gradview: TensorFlow is not installed. Install it with: {INSTALL}\n"


def test_without_tensorflow_bench_says_so_in_one_line(typed: Typed) -> None:
    answer = typed("-m", "gradview", "bench", "states", "2", "2", "2", "2", modules={"sitecustomize": HIDDEN})
    assert (answer.returncode, answer.stdout) == (3, "")
    assert answer.stderr == f"gradview: TensorFlow is not installed. Install it with: {INSTALL}\n"


def test_without_tensorflow_results_are_shown_and_drawn(typed: Typed, tmp_path: Path) -> None:
    lstm_result().save(tmp_path / "here" / "r.npz")
    shown = typed("-m", "gradview", "info", "r.npz", modules={"sitecustomize": HIDDEN})
    assert shown.returncode == 0 and "total/h" in shown.stdout
    drawn = typed(
        "-m",
        "gradview",
        "figure",
        "r.npz",
        "--view",
        "over-time",
        "-o",
        "f.svg",
        modules={"sitecustomize": HIDDEN},
    )
    assert (drawn.returncode, drawn.stderr) == (0, "") and (tmp_path / "here" / "f.svg").exists()


def test_without_tensorflow_python_is_told_what_to_install(typed: Typed) -> None:
    code = (
        "import gradview as gv\n"
        "from gradview.spec.drafts import new_draft\n"
        "try:\n"
        "    gv.run(new_draft('loop'))\n"
        "except gv.RunError as error:\n"
        "    print(error)\n"
    )
    answer = typed("-c", code, modules={"sitecustomize": HIDDEN})
    assert answer.stdout == f"TensorFlow is not installed. Install it with: {INSTALL}\n", answer.stderr


@pytest.mark.parametrize(
    "variables",
    [
        pytest.param({}, id="beside us"),
        pytest.param({"PYQTGRAPH_QT_LIB": "PyQt6", "QT_API": "pyqt6"}, id="asked for"),
        pytest.param({"QT_PLUGIN_PATH": "/other/plugins"}, id="its plugins first"),
        pytest.param({"QT_QPA_PLATFORM_PLUGIN_PATH": "/other/plugins/platforms"}, id="its platforms first"),
    ],
)
def test_figures_are_drawn_by_our_qt_whatever_else_is_there(
    typed: Typed, tmp_path: Path, variables: dict[str, str]
) -> None:
    lstm_result().save(tmp_path / "here" / "r.npz")
    modules = {f"PyQt6.{name}": OTHER_QT for name in ("__init__", "QtCore", "QtGui", "QtWidgets")}
    words = ("-m", "gradview", "figure", "r.npz", "--view", "over-time", "-o", "f.png")
    answer = typed(*words, modules=modules, **variables)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "f.png\n", "")
    assert (tmp_path / "here" / "f.png").read_bytes().startswith(b"\x89PNG")


def test_numbers_are_written_alike_in_every_locale(typed: Typed, tmp_path: Path) -> None:
    lstm_result().save(tmp_path / "here" / "r.npz")
    written = []
    for locale in ("C", "de_DE.UTF-8", "zh_CN.UTF-8"):
        shown = typed("-m", "gradview", "info", "r.npz", modules={}, LC_ALL=locale, LANG=locale)
        words = ("figure", "r.npz", "--view", "over-time", "-o", "f.svg")
        drawn = typed("-m", "gradview", *words, modules={}, LC_ALL=locale, LANG=locale)
        assert drawn.returncode == 0, drawn.stderr
        written.append((shown.stdout, (tmp_path / "here" / "f.svg").read_bytes()))
    assert written[1] == written[0] and written[2] == written[0]
