"""`gradview run`: what it computes, writes, prints, and how it ends."""

import json
from pathlib import Path
from typing import Any

import pytest

from gradview.results.outcome import RunError, Stopped
from gradview.results.result import Result, load
from gradview.spec.problems import ExperimentError, Problem
from tests.cli.fakes import FakeCompute, Terminal
from tests.results.made import comparison, lstm_result, not_a_number_result


def with_check(*comparisons: dict[str, Any]) -> Result:
    made_up = lstm_result()
    check = {"asked": True, "ran": True, "why_not": None, "comparisons": list(comparisons)}
    return Result(dict(made_up), {**made_up.meta, "check": check})


def test_run_writes_the_result(terminal: Terminal) -> None:
    assert terminal("run", "small.gradview", "-o", "out.npz") == 0
    assert terminal.files == {"out.npz"}
    assert load("out.npz")["total/h"].shape == (10, 4, 3)
    assert terminal.err == ""


def test_run_prints_what_came_out(terminal: Terminal) -> None:
    terminal("run", "small.gradview", "-o", "out.npz")
    lines = dict(line.split(None, 1) for line in terminal.out.splitlines())
    assert lines["loss"] == "0.25"
    assert lines["check"] == "10 of 10 steps locally, 0 end to end"
    assert lines["written"].startswith("out.npz, ")
    assert "at the first step" in lines["|total/h|"]


def test_run_writes_a_folder_where_the_name_ends_so(terminal: Terminal) -> None:
    assert terminal("run", "small.gradview", "-o", "new/out/") == 0
    assert (terminal.folder / "new" / "out" / "total" / "h.npy").is_file()


def test_without_an_output_nothing_is_written_and_it_says_so(terminal: Terminal) -> None:
    assert terminal("run", "small.gradview") == 0
    assert terminal.files == set() and "nothing: -o OUT.npz" in terminal.out


def test_paths_start_at_the_experiments_folder(terminal: Terminal, tmp_path: Path) -> None:
    terminal("run", str(tmp_path / "small.gradview"))
    assert terminal.compute.folders == [tmp_path.resolve()]


def test_options_change_the_experiment(terminal: Terminal) -> None:
    words = ["--set", "model.layers.0.units=5", "--set", "name=wide", "--set", "loss.expression=sum(h[-1])"]
    words += ["--measures", "states, inputs", "--device", "cpu", "--precision", "float64", "--no-check"]
    assert terminal("run", "small.gradview", *words, "--allow-code") == 0
    (draft,) = terminal.compute.drafts
    assert draft["model"]["layers"][0]["units"] == 5
    assert (draft["name"], draft["loss"]["expression"]) == ("wide", "sum(h[-1])")
    assert draft["measures"] == ["states", "inputs"]
    assert draft["run"] == {"device": "cpu", "precision": "float64", "check": False}


def test_examples_are_experiments(terminal: Terminal) -> None:
    assert terminal("run", "example:doubling") == 0
    assert terminal.compute.drafts[0]["name"] == "Doubling"


def test_json_is_one_line(terminal: Terminal) -> None:
    assert terminal("run", "small.gradview", "-o", "out.npz", "--json") == 0
    answer = json.loads(terminal.out)
    assert terminal.out.count("\n") == 1
    assert answer["loss"] == 0.25 and answer["output"] == "out.npz"
    assert answer["check"]["level"] == "ok" and answer["check"]["local_steps"] == 10
    assert answer["arrays"]["total/h"] == {"dims": ["step", "sample", "unit:h"], "shape": [10, 4, 3]}
    assert set(answer["norms"]["total/h"]) == {"first", "last"}


def test_json_says_nan_in_a_text(terminal: Terminal) -> None:
    made_up = not_a_number_result()
    made_up["loss"][()] = float("nan")
    terminal.compute = FakeCompute(made_up)
    assert terminal("run", "small.gradview", "--json") == 0
    assert json.loads(terminal.out, parse_constant=pytest.fail)["loss"] == "nan"


def test_quiet_prints_nothing(terminal: Terminal) -> None:
    assert terminal("run", "small.gradview", "-o", "out.npz", "--quiet") == 0
    assert (terminal.out, terminal.err) == ("", "") and terminal.files == {"out.npz"}


BAD = [
    pytest.param(
        ["--set", "model.layers.0.units=-3"], "model.layers.0.units: must be 1 or more (is -3)", id="range"
    ),
    pytest.param(["--set", "model.layers.0.unit=3"], "model.layers.0.unit", id="an unknown field"),
    pytest.param(["--set", "version=99"], "99", id="a newer version"),
    pytest.param(["--set", "loss.expression=mean(q)"], "loss.expression", id="an unknown name"),
    pytest.param(
        ["--set", "loss.expression=__import__('os').system('ls')"], "loss.expression", id="a forbidden call"
    ),
    pytest.param(["--measures", "statse"], "measures.0", id="an unknown measure"),
    pytest.param(["--device", "tpu"], "run.device", id="a device"),
    pytest.param(["--precision", "float16"], "run.precision", id="a precision"),
    pytest.param(["--set", "model.layers.1.units=4"], "no place 1 in a list of 1", id="beyond a list"),
    pytest.param(["--set", "model.layers.x=4"], "'x' must be a place in a list", id="a word in a list"),
    pytest.param(["--set", "name.deep=4"], "name has no fields", id="below a text"),
    pytest.param(["--set", "units"], "write FIELD=VALUE", id="no value"),
    pytest.param(["-o", "out"], "ends in .npz", id="an output without an ending"),
    pytest.param(["-o", "no/out.npz"], "there is no folder no", id="an output folder that is not there"),
    pytest.param(["-o", "small.gradview/out.npz"], "cannot be written", id="an output below a file"),
    pytest.param(["-o", "./"], "holds other things than a result", id="an output folder that is taken"),
]


@pytest.mark.parametrize(("words", "said"), BAD)
def test_what_is_wrong_is_said_before_anything_runs(terminal: Terminal, words: list[str], said: str) -> None:
    assert terminal("run", "small.gradview", "-o", "out.npz", *words) == 2
    assert said in terminal.err and terminal.err.startswith("gradview: ")
    assert terminal.out == "" and terminal.files == set() and not terminal.compute.drafts


def test_malformed_json_names_the_place(terminal: Terminal) -> None:
    (terminal.folder / "small.gradview").write_text('{"format": ')
    assert terminal("run", "small.gradview") == 2
    assert "is not JSON" in terminal.err and "line 1" in terminal.err


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that not even root may write")
def test_a_read_only_folder_is_found_before_the_run(terminal: Terminal) -> None:
    assert terminal("run", "small.gradview", "-o", "/proc/out.npz") == 2
    assert "/proc cannot be written" in terminal.err and not terminal.compute.drafts


ENDS = [
    pytest.param(RunError("step 3 is not pure: h differs."), 3, "gradview: step 3 is not pure", id="failed"),
    pytest.param(
        RunError("TensorFlow is not installed. Install it with: pip install 'gradview[cpu]'"),
        3,
        "pip",
        id="no TF",
    ),
    pytest.param(Stopped(), 130, "gradview: stopped; nothing was written", id="stopped"),
    pytest.param(KeyboardInterrupt(), 130, "gradview: stopped", id="Ctrl-C"),
    pytest.param(
        ExperimentError(Problem(("run", "memory"), "needs 9 GB")), 2, "run.memory: needs 9 GB", id="too large"
    ),
    pytest.param(
        OSError(28, "No space left on device", "/tmp/x"), 3, "/tmp/x: No space left", id="full disk"
    ),
]


@pytest.mark.parametrize(("error", "code", "said"), ENDS)
def test_how_a_run_ends_is_the_exit_code(
    terminal: Terminal, error: BaseException, code: int, said: str
) -> None:
    terminal.compute = FakeCompute(error)
    assert terminal("run", "small.gradview", "-o", "out.npz") == code
    assert said in terminal.err and terminal.err.count("\n") == 1
    assert terminal.files == set()


def test_a_check_that_failed_exits_4_with_the_file_written(terminal: Terminal) -> None:
    terminal.compute = FakeCompute(with_check(comparison(0), comparison(6, "failed")))
    assert terminal("run", "small.gradview", "-o", "out.npz", "--quiet") == 4
    assert "check failed: total/h by previous state at step 7" in terminal.err
    assert terminal.files == {"out.npz"}


def test_an_error_finding_exits_4_only_under_strict(terminal: Terminal) -> None:
    terminal.compute = FakeCompute(not_a_number_result())
    assert terminal("run", "small.gradview") == 0 and terminal.err == ""
    assert terminal("run", "small.gradview", "--strict") == 4
    assert "total/h is not finite at step 2." in terminal.err
