"""Whatever is wrong with what a user hands in: one line that names the field, exit 2, and nothing written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import gradview
from tests.cli.fakes import DRAFT, Terminal
from tests.results.made import lstm_result

LOOP: dict[str, Any] = {
    "model": {
        "kind": "loop",
        "steps": 3,
        "states": [{"name": "x", "initial": 1.0}],
        "updates": [{"state": "x", "expression": "2 * x"}],
    },
    "loss": {"expression": "x[-1]"},
}
ROWS = [f"{year},{year % 7}" for year in range(1900, 1940)]


def changed(**parts: Any) -> str:
    """The small experiment with other parts, as a file's text."""
    return json.dumps({**DRAFT, **parts})


def from_file(name: str, **more: Any) -> str:
    return changed(inputs={"from": "file", "path": name, **more})


def loss_of_loop(expression: str) -> str:
    return json.dumps({**LOOP, "loss": {"expression": expression}})


def weights_from(name: str) -> str:
    return changed(model={**DRAFT["model"], "weights": {"from": "file", "path": name}})


def write_data(folder: Path) -> None:
    """Files of numbers, each wrong in its own way; the model needs x [10, 4, 2] and a kernel [2, 12]."""
    whole = np.ones((10, 4, 2))
    np.save(folder / "whole.npy", whole)
    np.save(folder / "flat.npy", np.ones(10))
    np.save(folder / "text.npy", np.full((10, 4, 2), "a"))
    np.save(folder / "nan.npy", np.where(np.arange(2) == 1, np.nan, whole))
    np.save(folder / "inf.npy", whole * np.inf)
    np.save(folder / "objects.npy", np.full((10, 4, 2), None), allow_pickle=True)
    (folder / "cut.npy").write_bytes((folder / "whole.npy").read_bytes()[:200])
    (folder / "junk.npz").write_bytes(b"PK junk")
    np.savez(folder / "two.npz", a=whole, b=whole)
    lstm = {"kernel": np.ones((2, 12)), "recurrent_kernel": np.ones((3, 12)), "bias": np.ones(12)}
    np.savez(folder / "long_bias.npz", **{**lstm, "bias": np.ones(13)})
    np.savez(folder / "nan_kernel.npz", **{**lstm, "kernel": np.full((2, 12), np.nan)})
    (folder / "word.csv").write_text("\n".join(["year,spots", *ROWS[:5], "1905,many", *ROWS[6:]]))
    (folder / "gap.csv").write_text("\n".join(["year,spots", *ROWS[:5], "1905,", *ROWS[6:]]))
    (folder / "whole.csv").write_text("\n".join(["year,spots", *ROWS]))


WRONG = {
    "malformed JSON": ('{"format": ', r"bad.gradview is not JSON: .* at line 1, column 1\d$"),
    "an empty file": ("", "bad.gradview is not JSON: .* at line 1, column 1$"),
    "a list": ("[]", r"bad.gradview must hold an object in braces \(is a list\)$"),
    "nested too deep": ("[" * 100_000, "bad.gradview is nested too deep$"),
    "another format": (changed(format="other"), "format: must be 'gradview-experiment'"),
    "a newer version": (
        changed(version=7),
        "version: this is version 7, .* up to version 1; update gradview$",
    ),
    "an unknown field": (changed(lerning_rate=1), "lerning_rate: unknown field$"),
    "an unknown field inside": (
        changed(model={**DRAFT["model"], "layer": []}),
        r"model\.layer: unknown field; did you mean layers\?$",
    ),
    "a missing file": (from_file("no.npy"), r"inputs\.path: no\.npy does not exist in "),
    "a missing file of weights": (
        weights_from("no.npz"),
        r"model\.weights\.path: no\.npz does not exist in ",
    ),
    "too few axes": (from_file("flat.npy"), r"inputs\.path: x is \[10\], must be \[step, sample, feature\]"),
    "weights of another shape": (
        weights_from("long_bias.npz"),
        r"model\.weights\.path: bias is \[13\], the model needs \[12\]$",
    ),
    "a damaged file": (from_file("junk.npz"), r"inputs\.path: junk\.npz cannot be read: no \.npz file"),
    "no array chosen": (from_file("two.npz"), r"inputs\.key: is missing: which array is x\? There are a, b$"),
    "a word among numbers": (
        from_file("word.csv", window={"length": 4}),
        r"inputs\.path: word\.csv has 'many' at row 5 \(line 7\), column spots, where a number is needed$",
    ),
    "an empty cell": (
        from_file("gap.csv", window={"length": 4}),
        r"inputs\.path: gap\.csv has an empty cell at row 5 \(line 7\), column spots$",
    ),
    "a column that is not there": (
        from_file("whole.csv", columns=["spot"], window={"length": 4}),
        r"inputs\.columns\.0: no column is called 'spot'; .* did you mean spots\?$",
    ),
    "a window longer than the series": (
        from_file("whole.csv", window={"length": 400}),
        r"inputs\.window\.length: .*40",
    ),
    "a ragged list": (
        changed(inputs={"from": "values", "x": [[1, 2], [3]]}),
        r"inputs\.x\.1: is \[1\] where the first of its list is \[2\]$",
    ),
    "a call": (loss_of_loop("eval(x)"), r"loss\.expression: eval is not a function: .* \(column 1\)$"),
    "an attribute": (
        loss_of_loop("x.shape"),
        r"loss\.expression: '\.' is not allowed: attributes .*column 2\)$",
    ),
    "an import": (
        loss_of_loop("__import__('os').system('ls')"),
        r"loss\.expression: '_' is not allowed: names begin with a letter \(column 1\)$",
    ),
    "a lambda": (loss_of_loop("(lambda: 1)()"), r"loss\.expression: 'lambda' is not allowed: .*column 2\)$"),
    "an open bracket": (loss_of_loop("sum(x"), r"loss\.expression: '\(' is not closed \(column 4\)$"),
    "an expression without end": (loss_of_loop("x[-1]" + "+1" * 9999), r"loss\.expression: too long: 20003 "),
    "a size beyond all": (
        changed(inputs={**DRAFT["inputs"], "samples": 10**12}),
        r"inputs\.samples: must be 2147483647 or less \(is 1000000000000\)$",
    ),
}
WRONG_DATA = {
    "NaN in data": (
        from_file("nan.npy"),
        r"inputs\.path: nan\.npy contains NaN at \[0, 0, 1\] \(40 such values in all\)$",
    ),
    "inf in data": (from_file("inf.npy"), r"inputs\.path: inf\.npy contains inf at \[0, 0, 0\]"),
    "NaN in weights": (
        weights_from("nan_kernel.npz"),
        r"model\.weights\.path: kernel contains NaN at \[0, 0\]",
    ),
    "texts": (from_file("text.npy"), r"inputs\.path: text\.npy is of type <U1, must be real numbers$"),
    "objects": (
        from_file("objects.npy"),
        r"inputs\.path: objects\.npy cannot be read: it holds Python objects$",
    ),
    "a file cut off": (from_file("cut.npy"), r"inputs\.path: cut\.npy cannot be read: .* damaged one$"),
    "sizes beyond memory": (
        changed(inputs={**DRAFT["inputs"], "samples": 10**9}),
        r"run\.memory: this run needs about .* of this machine's memory are free; fewer steps",
    ),
}


def refused(terminal: Terminal, words: str) -> None:
    """Run the bad experiment, and see that one line says so and nothing else happened."""
    before = {path: path.read_bytes() for path in terminal.folder.iterdir()}
    assert terminal("run", "bad.gradview", "-o", "out.npz") == 2
    assert terminal.out == "" and terminal.err.count("\n") == 1
    assert re.search(f"^gradview: {words}", terminal.err.strip()), terminal.err
    assert {path: path.read_bytes() for path in terminal.folder.iterdir()} == before


def in_this_process(
    draft: Mapping[str, Any], folder: Path, *, on_progress: Callable[[str, int, int], bool]
) -> gradview.Result:
    """The engine without a child."""
    return gradview.run(gradview.Experiment.from_draft(draft, folder), on_progress=on_progress)


@pytest.mark.parametrize(("text", "words"), WRONG.values(), ids=WRONG)
def test_bad_experiment_is_refused_before_anything_runs(terminal: Terminal, text: str, words: str) -> None:
    write_data(terminal.folder)
    (terminal.folder / "bad.gradview").write_text(text)
    refused(terminal, words)
    assert terminal.compute.drafts == []


@pytest.mark.parametrize(("text", "words"), WRONG_DATA.values(), ids=WRONG_DATA)
def test_bad_numbers_are_refused_by_the_engine(
    terminal: Terminal, tensorflow: ModuleType, text: str, words: str
) -> None:
    write_data(terminal.folder)
    (terminal.folder / "bad.gradview").write_text(text)
    terminal.other_compute = in_this_process
    refused(terminal, words)


RESULTS = {
    "no result": ("whole.npy", "whole.npy is not a gradview result"),
    "arrays of somebody else": ("two.npz", r"two\.npz is not a gradview result: it holds no description"),
    "damaged": ("junk.npz", r"junk\.npz is not a gradview result, or is cut off"),
    "cut off": ("cut_off.npz", r"cut_off\.npz is not a gradview result, or is cut off"),
    "a newer version": ("newer", "newer is of version 9; this gradview reads up to version 1"),
    "another folder": ("other", r"other is not a gradview result: it holds no meta\.json"),
    "not there": ("gone.npz", r"gone\.npz is not there"),
}


def write_results(folder: Path) -> None:
    """Results that cannot be opened."""
    lstm_result().save(folder / "cut_off.npz")
    whole = (folder / "cut_off.npz").read_bytes()
    (folder / "cut_off.npz").write_bytes(whole[: len(whole) // 2])
    lstm_result().save(f"{folder}/newer/")
    meta = json.loads((folder / "newer" / "meta.json").read_bytes())
    (folder / "newer" / "meta.json").write_text(json.dumps({**meta, "version": 9}))
    (folder / "other").mkdir()


@pytest.mark.parametrize("command", ["info", "figure"])
@pytest.mark.parametrize(("name", "words"), RESULTS.values(), ids=RESULTS)
def test_bad_result_is_refused(terminal: Terminal, command: str, name: str, words: str) -> None:
    write_data(terminal.folder)
    write_results(terminal.folder)
    options = ["--view", "over-time", "-o", "out.svg"] if command == "figure" else []
    assert terminal(command, name, *options) == 2
    assert terminal.out == "" and terminal.err.count("\n") == 1
    assert re.match(f"gradview: {words}", terminal.err), terminal.err
    assert not (terminal.folder / "out.svg").exists()
