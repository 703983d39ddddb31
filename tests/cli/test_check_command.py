"""`gradview check`: validates, predicts, compares."""

from tests.cli.fakes import FakeCompute, Terminal
from tests.cli.test_run import with_check
from tests.results.made import comparison


def test_check_predicts_and_compares(terminal: Terminal) -> None:
    assert terminal("check", "small.gradview") == 0
    lines = terminal.out.splitlines()
    assert lines[0] == "valid"
    assert lines[1].split(None, 1) == ["size", "72 weights, 10 steps x 4 samples"]
    assert lines[2].startswith("memory") and lines[3].startswith("time")
    assert lines[-1].split(None, 1) == ["check", "10 of 10 steps locally, 0 end to end"]
    assert terminal.files == set()


def test_check_is_done_whatever_the_experiment_says(terminal: Terminal) -> None:
    terminal("check", "small.gradview", "--set", "run.check=false")
    assert terminal.compute.drafts[0]["run"]["check"] is True


def test_each_comparison_stands_in_a_table(terminal: Terminal) -> None:
    terminal.compute = FakeCompute(
        with_check(comparison(0), comparison(9), comparison(None, part="end_to_end"))
    )
    terminal("check", "small.gradview", "--each")
    header, *rows = terminal.out.splitlines()[5:9]
    assert header.split() == ["part", "array", "by", "verdict", "step", "sweep", "differences", "floor"]
    assert [row.split()[0] for row in rows] == ["locally", "locally", "end"]
    column = header.index("step") + len("step")
    assert rows[0][:column].endswith("   1") and rows[1][:column].endswith("  10")
    assert all(row[header.index("verdict") :].startswith("passed") for row in rows)


def test_comparisons_of_one_array_share_a_line_with_the_step_furthest_apart(terminal: Terminal) -> None:
    apart = {**comparison(4), "sweep": 1.0, "difference": 1.0 + 1e-8}
    terminal.compute = FakeCompute(
        with_check(comparison(0), apart, comparison(7, "below rounding"), comparison(None, part="end_to_end"))
    )
    terminal("check", "small.gradview")
    table, last = terminal.out.split("\n\n")[1:3]
    _, *rows, words = table.splitlines()
    assert [" ".join(row.split()) for row in rows] == [
        "locally total/h previous state 2 passed, 1 below rounding 5 1 1 1e-09",
        "end to end total/h previous state passed 0.25 0.25 1e-09",
    ]
    assert words.startswith("Of several") and last.startswith("check ")


def test_a_failed_comparison_is_the_one_that_is_shown(terminal: Terminal) -> None:
    apart = {**comparison(4), "sweep": 1.0, "difference": 2.0}
    terminal.compute = FakeCompute(with_check(apart, comparison(2, "failed"), comparison(5)))
    terminal("check", "small.gradview")
    (row,) = [line for line in terminal.out.splitlines() if line.startswith("locally")]
    assert "2 passed, 1 failed" in row and row.split()[-4] == "3"


def test_what_was_not_checked_has_no_numbers(terminal: Terminal) -> None:
    terminal.compute = FakeCompute(
        with_check({**comparison(0, "not checked"), "sweep": None, "difference": None})
    )
    assert terminal("check", "small.gradview") == 0
    assert "total/h by previous state at step 1: not checked." in terminal.out


def test_a_failed_comparison_exits_4(terminal: Terminal) -> None:
    terminal.compute = FakeCompute(with_check(comparison(2, "failed")))
    assert terminal("check", "small.gradview") == 4
    assert "1 failed" in terminal.out and "at step 3" in terminal.err


def test_quiet_keeps_the_verdict(terminal: Terminal) -> None:
    assert terminal("check", "small.gradview", "--quiet") == 0
    assert terminal.out == "check   10 of 10 steps locally, 0 end to end\n"


def test_a_wrong_experiment_exits_2(terminal: Terminal) -> None:
    assert terminal("check", "small.gradview", "--set", "inputs.steps=0") == 2
    assert "inputs.steps: must be 1 or more (is 0)" in terminal.err and not terminal.compute.drafts
