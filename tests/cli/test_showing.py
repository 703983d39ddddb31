"""`gradview info`, `figure` and `examples`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gradview.spec.examples import examples
from gradview.spec.experiment import Experiment
from tests.cli.fakes import Terminal
from tests.results.made import every_result, loop_result, lstm_result, not_a_number_result


@pytest.mark.parametrize("words", list(every_result()))
def test_info_lists_every_array_with_dims_and_meaning(terminal: Terminal, words: str) -> None:
    result = every_result()[words]
    result.save("r.npz")
    assert terminal("info", "r.npz") == 0
    for name in result:
        assert any(
            line.startswith(f"{name} ") and result.info(name).words in line
            for line in terminal.out.splitlines()
        )


def test_info_shows_dims_with_sizes(terminal: Terminal) -> None:
    lstm_result().save("r/")
    terminal("info", "r")
    assert "step 10, sample 4, unit:h 3" in terminal.out
    assert "10 of 10 steps locally" in terminal.out


def test_info_shows_findings(terminal: Terminal) -> None:
    not_a_number_result().save("r.npz")
    terminal("info", "r.npz")
    assert "total/h is not finite at step 2." in terminal.out


def test_a_terminal_without_umlauts_shows_what_it_can(tmp_path: Path) -> None:
    made_up = lstm_result()
    made_up.meta["experiment"]["name"] = "Schönes LSTM"
    made_up.save(tmp_path / "r.npz")
    answer = subprocess.run(
        [sys.executable, "-m", "gradview", "info", str(tmp_path / "r.npz")],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert answer.returncode == 0, answer.stderr
    assert "Sch\\xf6nes LSTM" in answer.stdout


def test_figure_lists_the_views(terminal: Terminal, qapp: object) -> None:
    assert terminal("figure", "--list") == 0
    assert [line.split()[0] for line in terminal.out.splitlines()] == [
        "over-time",
        "state-map",
        "step-by-weight",
    ]


def test_figure_list_says_what_a_result_lacks(terminal: Terminal, qapp: object) -> None:
    lstm_result().save("r.npz")
    assert terminal("figure", "r.npz", "--list") == 0
    lines = dict(line.split(None, 1) for line in terminal.out.splitlines())
    assert " - " in lines["step-by-weight"] and " - " not in lines["over-time"]


@pytest.mark.parametrize("view", ["over-time", "state-map", "step-by-weight"])
@pytest.mark.parametrize(("ending", "begins"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_figure_draws_each_view(
    terminal: Terminal, qapp: object, view: str, ending: str, begins: bytes
) -> None:
    loop_result().save("r.npz")
    assert terminal("figure", "r.npz", "--view", view, "-o", f"f.{ending}") == 0, terminal.err
    assert (terminal.folder / f"f.{ending}").read_bytes().startswith(begins)
    assert terminal.out == f"f.{ending}\n"


def test_figure_says_what_the_result_lacks(terminal: Terminal, qapp: object) -> None:
    lstm_result().save("r.npz")
    assert terminal("figure", "r.npz", "--view", "step-by-weight", "-o", "f.svg") == 2
    assert terminal.err.startswith("gradview: --view step-by-weight: ") and terminal.files == {"r.npz"}


def test_figure_names_the_views_there_are(terminal: Terminal, qapp: object) -> None:
    lstm_result().save("r.npz")
    assert terminal("figure", "r.npz", "--view", "overtime", "-o", "f.svg") == 2
    assert "over-time, state-map, step-by-weight" in terminal.err


def test_examples_are_listed_with_a_sentence(terminal: Terminal) -> None:
    assert terminal("examples") == 0
    assert [line.split()[0] for line in terminal.out.splitlines()] == [one.name for one in examples()]


def test_an_example_says_how_to_run_it(terminal: Terminal) -> None:
    assert terminal("examples", "doubling") == 0
    assert "gradview run example:doubling -o doubling.npz" in terminal.out


@pytest.mark.parametrize("name", [one.name for one in examples()])
def test_a_written_example_is_whole(terminal: Terminal, tmp_path: Path, name: str) -> None:
    (tmp_path / "sub").mkdir()
    assert terminal("examples", name, "-o", f"sub/{name}.gradview") == 0
    written = terminal.out.split()
    assert {path.name for path in (tmp_path / "sub").iterdir()} == {Path(file).name for file in written}
    Experiment.load(tmp_path / "sub" / f"{name}.gradview")


def test_data_of_an_example_replaces_no_other_file(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "sunspots.csv").write_text("mine")
    assert terminal("examples", "sunspots", "-o", "s.gradview") == 2
    assert "sunspots.csv is there already" in terminal.err
    assert terminal.files == {"sunspots.csv"}


def test_a_written_example_is_json(terminal: Terminal) -> None:
    terminal("examples", "doubling", "-o", "d.gradview")
    assert json.loads((terminal.folder / "d.gradview").read_text())["model"]["steps"] == 3
