"""Command lines that are wrong give one line that says what would be right, and exit 2."""

import subprocess
import sys

import pytest

import gradview
from gradview.cli import window
from gradview.cli.arguments import COMMANDS
from tests.cli.fakes import Terminal

WRONG = [
    pytest.param(["rnu", "x"], "no command 'rnu'; did you mean run?", id="a slip"),
    pytest.param(
        ["frobnicate"], "no command and no file 'frobnicate'; the commands are run", id="no such command"
    ),
    pytest.param(["run"], "EXPERIMENT is missing (see gradview run --help)", id="no experiment"),
    pytest.param(
        ["run", "small.gradview", "--presicion", "float64"],
        "gradview run has no option --presicion; did you mean --precision?",
        id="an option that is not there",
    ),
    pytest.param(["run", "small.gradview", "--prec", "float64"], "--prec", id="an option cut short"),
    pytest.param(["run", "no.gradview"], "no.gradview cannot be read: No such file", id="no such file"),
    pytest.param(["run", "example:no"], "no example 'no'; there are while-loop", id="no such example"),
    pytest.param(
        ["run", "example:doublin"], "no example 'doublin'; did you mean doubling?", id="nearly an example"
    ),
    pytest.param(["info"], "RESULT", id="no result"),
    pytest.param(["info", "no.npz"], "no.npz is not there", id="no such result"),
    pytest.param(
        ["info", "small.gradview"], "small.gradview is not a gradview result", id="no result but a file"
    ),
    pytest.param(["examples", "no"], "no example 'no'", id="examples: no such"),
    pytest.param(["examples", "-o", "x.gradview"], "-o needs the NAME", id="examples: no name"),
    pytest.param(
        ["examples", "doubling", "-o", "x.txt"], "must end in .gradview", id="examples: another ending"
    ),
    pytest.param(["figure", "r.npz", "-o", "x.svg"], "--view is missing", id="figure: no view"),
    pytest.param(
        ["figure", "--view", "over-time", "-o", "x.svg"], "RESULT is missing", id="figure: no result"
    ),
    pytest.param(["figure", "r.npz", "--view", "over-time"], "-o is missing", id="figure: no output"),
    pytest.param(
        ["figure", "r.npz", "--view", "v", "-o", "x.gif"], "must end in .svg", id="figure: another ending"
    ),
    pytest.param(["--frobnicate"], "", id="an option without a command"),
]


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_a_wrong_line_is_answered_in_one(terminal: Terminal, words: list[str], said: str) -> None:
    assert terminal(*words) == 2
    assert terminal.err.startswith("gradview: ") and terminal.err.count("\n") == 1
    assert said in terminal.err
    assert terminal.out == "" and terminal.files == set() and not terminal.compute.drafts


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(terminal: Terminal, command: str) -> None:
    assert terminal(command, "--help") == 0
    assert f"gradview {command}" in terminal.out


def test_help_names_every_command(terminal: Terminal) -> None:
    assert terminal("--help") == 0
    assert all(command in terminal.out for command in COMMANDS)
    assert "Exit codes" in terminal.out


def test_version_is_ours(terminal: Terminal) -> None:
    assert terminal("--version") == 0
    assert terminal.out == f"gradview {gradview.__version__}\n"


def test_nothing_opens_the_window(terminal: Terminal) -> None:
    assert terminal() == 0
    assert terminal.opened == [None]


@pytest.mark.parametrize("file", ["small.gradview", "not-there.npz"])
def test_a_file_opens_the_window_on_it(terminal: Terminal, file: str) -> None:
    assert terminal(file) == 0
    assert terminal.opened == [file]


def test_the_window_has_a_start_of_its_own() -> None:
    assert callable(window)


LAZY = """
import sys
{start}
heavy = {{"tensorflow", "keras", "PySide6", "pyqtgraph", "numpy", "pydantic"}} & set(sys.modules)
sys.exit(f"imported {{heavy}}" if heavy else 0)
"""
LIGHT = [
    pytest.param("import gradview", id="import gradview"),
    pytest.param("from gradview.cli import main; main(['--help'])", id="gradview --help"),
    pytest.param("from gradview.cli import main; main(['run', '--help'])", id="gradview run --help"),
    pytest.param("import gradview; gradview.__version__, dir(gradview)", id="dir(gradview)"),
]


@pytest.mark.parametrize("start", LIGHT)
def test_starting_imports_nothing_heavy(start: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", LAZY.format(start=start)], capture_output=True, text=True, timeout=60
    )
    assert answer.returncode == 0, answer.stderr


def test_reading_an_experiment_imports_neither_qt_nor_tensorflow() -> None:
    start = "from gradview.cli import main; main(['run', 'example:doubling', '--set', 'model.steps=0'])"
    code = f"import sys\n{start}\nsys.exit(len({{'tensorflow', 'PySide6', 'pyqtgraph'}} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert answer.returncode == 0, answer.stderr
    assert "model.steps: must be 1 or more (is 0)" in answer.stderr


def test_python_m_gradview_is_the_command() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "gradview", "--version"], capture_output=True, text=True, timeout=60
    )
    assert answer.stdout.startswith("gradview ")


def test_a_reader_that_goes_away_is_no_fault() -> None:
    line = f"{sys.executable} -m gradview examples | true; exit ${{PIPESTATUS[0]}}"
    answer = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60)
    assert (answer.returncode, answer.stderr) == (0, "")
