"""Command lines as a user types them, on the real engine and on a machine without a screen."""

import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import gradview
from gradview.spec.examples import example

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals and signals of POSIX")

SCREENLESS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "PYQTGRAPH_QT_LIB")
LONG = ["run", "example:lstm-states", "--set", "inputs.steps=100000", "-o", "long.npz"]


def environment() -> dict[str, str]:
    """Ours, less everything that says where to draw."""
    return {name: value for name, value in os.environ.items() if name not in SCREENLESS}


def typed(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """A command line that ran to its end, away from a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "gradview", *words],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture(scope="module")
def while_loop(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """An example that was run into a file, and what was printed."""
    folder = tmp_path_factory.mktemp("typed")
    answer = typed(folder, "run", "example:while-loop", "-o", "w.npz")
    assert (answer.returncode, answer.stderr) == (0, "")
    return folder / "w.npz", answer.stdout


def test_run_prints_what_came_out_and_writes_it(while_loop: tuple[Path, str]) -> None:
    path, out = while_loop
    lines = dict(line.split(None, 1) for line in out.splitlines())
    assert lines["loss"] == "-2.88", "as many digits as float32 has"
    assert lines["check"] == "5 of 5 steps locally, 7 end to end"
    assert lines["device"] == "CPU, float32" and lines["written"].startswith("w.npz, 14 arrays")
    assert [found.name for found in path.parent.glob("w*")] == ["w.npz"]


def test_python_computes_the_same_arrays(while_loop: tuple[Path, str], tensorflow: ModuleType) -> None:
    found = example("while-loop")
    assert found is not None
    result, typed_one = gradview.run(found.path), gradview.load(while_loop[0])
    assert list(result) == list(typed_one)
    for name, array in result.items():
        np.testing.assert_allclose(typed_one[name], array, rtol=1e-6, err_msg=name)
    assert typed_one.meta["experiment"] == result.meta["experiment"]


FIGURES = [
    ("over-time", "svg", b"<?xml"),
    ("state-map", "png", b"\x89PNG"),
    ("step-by-weight", "pdf", b"%PDF"),
]


@pytest.mark.parametrize(("view", "ending", "start"), FIGURES)
def test_figures_are_drawn_without_a_screen(
    while_loop: tuple[Path, str], view: str, ending: str, start: bytes
) -> None:
    path, _ = while_loop
    answer = typed(path.parent, "figure", "w.npz", "--view", view, "-o", f"{view}.{ending}")
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, f"{view}.{ending}\n", "")
    assert (path.parent / f"{view}.{ending}").read_bytes().startswith(start)


def test_check_compares_on_the_real_engine(tmp_path: Path) -> None:
    answer = typed(tmp_path, "check", "example:doubling")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.startswith("valid\nsize    0 weights, 3 steps\n")
    assert re.search(r"^end to end +total/x +offset +3 passed ", answer.stdout, re.MULTILINE)
    assert answer.stdout.endswith("check   3 of 3 steps locally, 4 end to end\n")
    assert list(tmp_path.iterdir()) == []


def test_sizes_that_do_not_fit_name_the_field_and_write_nothing(tmp_path: Path) -> None:
    answer = typed(tmp_path, *LONG, "--set", "inputs.samples=100000000")
    assert answer.returncode == 2 and answer.stdout == ""
    assert answer.stderr.startswith("gradview: run.memory: this run needs about ")
    assert answer.stderr.count("\n") == 1 and list(tmp_path.iterdir()) == []


LAUNCH = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that ^C reaches us as a signal
os.execv(sys.executable, [sys.executable, "-m", "gradview", *sys.argv[1:]])
"""


def on_a_terminal(folder: Path, words: list[str], press_at: str = "", times: int = 0) -> tuple[int, str]:
    """Type a command, press Ctrl-C when it shows some text; its exit code and all that it showed."""
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-c", LAUNCH, *words],
        cwd=folder,
        env=environment(),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    shown, pressed = b"", False
    with os.fdopen(ours, "r+b", buffering=0) as terminal:
        while True:
            try:
                data = terminal.read(4096)
            except OSError:  # Linux's way to say that nobody is there any more
                break
            if not data:
                break
            shown += data
            if press_at.encode() in shown and not pressed:
                pressed = True
                for _ in range(times):
                    terminal.write(b"\x03")
                    time.sleep(0.05)  # two at once are one signal
    return program.wait(60), shown.decode()


@pytest.mark.parametrize(
    ("stage", "times"), [("starting TensorFlow", 1), ("running [", 1), ("running [=", 2)]
)
def test_ctrl_c_on_a_terminal_exits_130_and_writes_nothing(tmp_path: Path, stage: str, times: int) -> None:
    code, shown = on_a_terminal(tmp_path, LONG, stage, times)
    assert code == 130, shown
    assert shown.endswith("\r\x1b[Kgradview: stopped; nothing was written\r\n"), "the bar is wiped first"
    assert "Traceback" not in shown
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_shows_the_stages_and_then_what_came_out(tmp_path: Path) -> None:
    code, shown = on_a_terminal(tmp_path, ["run", "example:doubling", "-o", "d.npz"])
    assert code == 0, shown
    lines = [line.removesuffix("\x1b[K") for line in shown.replace("\r\n", "\n").split("\r")]
    stages = list(dict.fromkeys(line.split(" [")[0] for line in lines if line and "\n" not in line))
    assert stages == ["starting TensorFlow", "building", "running", "checking", "writing"]
    assert lines[-1].startswith("\x1b[Kloss       8\n") and (tmp_path / "d.npz").exists()
