"""Inputs of every kind come out time-major, with their targets, labels and names."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradview.spec.data.inputs import InputData, load_inputs
from gradview.spec.experiment import Experiment, problems
from gradview.spec.problems import ExperimentError
from gradview.spec.shapes import Sizes, sizes
from tests.spec.changed import changed

SERIES = np.arange(12.0)


def experiment(inputs: dict[str, Any], folder: Path | None = None, **more: Any) -> Experiment:
    return Experiment.from_draft(changed("recurrent", {"inputs": inputs, **more}), folder)


def loaded(inputs: dict[str, Any], folder: Path | None = None) -> InputData:
    return load_inputs(experiment(inputs, folder))


def loop(inputs: dict[str, Any], folder: Path, steps: int, samples: Any = None) -> tuple[Sizes, InputData]:
    states = [{"name": "s", "initial": 0}]
    parts = {"model.steps": steps, "model.samples": samples, "model.states": states, "model.updates": []}
    draft = changed("loop", {**parts, "loss.expression": "mean(s)", "inputs": inputs})
    made = Experiment.from_draft(draft, folder)
    return sizes(made), load_inputs(made)


def only_problem(inputs: dict[str, Any], folder: Path) -> str:
    (problem,) = problems(changed("recurrent", {"inputs": inputs}), folder)
    return str(problem)


def test_random_inputs_are_unit_normal_times_scale_from_the_stream_of_x() -> None:
    found = loaded({"from": "random", "seed": 4, "steps": 3, "samples": 2, "features": 5, "scale": 2})
    expected = np.random.default_rng([4, *b"x"]).standard_normal((3, 2, 5)) * 2
    np.testing.assert_array_equal(found.x, expected)
    assert found.target is None and found.files == {} and found.initial == {}


def test_target_and_initial_states_have_streams_of_their_own() -> None:
    random = {"from": "random", "seed": 4, "shape": [3, 2, 8]}
    initial = {"h": {"from": "random", "seed": 4, "shape": [2, 8]}}
    inputs = {"from": "random", "seed": 4, "steps": 3, "samples": 2, "features": 8}
    found = loaded({**inputs, "target": random, "initial": initial})
    assert len({float(found.x.flat[0]), float(found.target.flat[0]), float(found.initial["h"].flat[0])}) == 3


def test_written_inputs_keep_nan_that_was_meant() -> None:
    found = loaded(
        {"from": "values", "x": [[["nan"]], [["-inf"]], [[1]]], "step_labels": [1990, 1991, "now"]}
    )
    np.testing.assert_array_equal(found.x, [[[np.nan]], [[-np.inf]], [[1]]])
    assert found.step_labels == ("1990", "1991", "now")


@pytest.mark.parametrize("suffix", ["npy", "npz"])
def test_file_is_laid_out_in_its_own_order(tmp_path: Path, suffix: str) -> None:
    stored = np.random.default_rng(0).normal(size=(2, 4, 3)).astype(np.float32)  # sample, feature, step
    save = np.save if suffix == "npy" else np.savez
    save(tmp_path / f"x.{suffix}", stored) if suffix == "npy" else np.savez(tmp_path / "x.npz", data=stored)
    inputs = {"from": "file", "path": f"x.{suffix}", "layout": "sample, feature, step"}
    found = loaded(inputs, tmp_path)
    np.testing.assert_array_equal(found.x, stored.transpose(2, 0, 1))
    assert found.x.dtype == np.float64 and sizes(experiment(inputs, tmp_path)) == Sizes(3, 2, (4,), None)
    content = (tmp_path / f"x.{suffix}").read_bytes()
    assert found.files == {f"x.{suffix}": hashlib.sha256(content).hexdigest()}


def test_npz_gives_target_by_key_in_the_same_layout(tmp_path: Path) -> None:
    x, target = np.ones((2, 3, 4)), np.arange(6.0).reshape(2, 3)
    np.savez(tmp_path / "d.npz", inputs=x, answers=target)
    inputs = {
        "from": "file",
        "path": "d.npz",
        "key": "inputs",
        "target_key": "answers",
        "layout": "sample,step,feature",
    }
    found = loaded(inputs, tmp_path)
    np.testing.assert_array_equal(found.target, target.T)
    assert sizes(experiment(inputs, tmp_path)) == Sizes(3, 2, (4,), ())


def test_table_is_one_sample_of_named_features(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("when,a,b\n1990,1,2\n1991,3,4e0\n\n1992,5,6\n")
    found = loaded(
        {"from": "file", "path": "t.csv", "step_labels": "when", "target_columns": ["b"]}, tmp_path
    )
    np.testing.assert_array_equal(found.x, [[[1, 2]], [[3, 4]], [[5, 6]]])
    np.testing.assert_array_equal(found.target, [[[2]], [[4]], [[6]]])
    assert found.feature_names == ("a", "b") and found.step_labels == ("1990", "1991", "1992")


def test_table_with_words_beside_the_columns_is_read(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text('\ufeffname;"a b"\n"x;y";1\nz;2\n', encoding="utf-8")
    found = loaded({"from": "file", "path": "t.csv", "columns": ["a b"]}, tmp_path)
    np.testing.assert_array_equal(found.x, [[[1]], [[2]]])


def test_columns_may_be_samples(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a,b\n1,2\n3,4\n5,6\n")
    found = loaded({"from": "file", "path": "t.csv", "layout": "step,sample"}, tmp_path)
    np.testing.assert_array_equal(found.x[..., 0], [[1, 2], [3, 4], [5, 6]])


def test_table_feeds_a_loop_without_samples(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a,b\n1,2\n3,4\n")
    found, data = loop({"from": "file", "path": "t.csv"}, tmp_path, 2)
    assert found == Sizes(2, None, (2,), None)
    found, data = loop({"from": "file", "path": "t.csv", "columns": ["b"], "layout": "step"}, tmp_path, 2)
    assert found == Sizes(2, None, (), None)
    np.testing.assert_array_equal(data.x, [2, 4])


@pytest.mark.parametrize("stride", [1, 3])
@pytest.mark.parametrize("ahead", [0, 1, 2])
def test_windows_are_samples_and_their_targets_lie_ahead(tmp_path: Path, stride: int, ahead: int) -> None:
    rows = "".join(f"{value},{value * 10}\n" for value in SERIES)
    (tmp_path / "s.csv").write_text("a,b\n" + rows)
    window = {"length": 4, "stride": stride, "ahead": ahead}
    inputs = {
        "from": "file",
        "path": "s.csv",
        "columns": ["a"],
        "target_columns": ["b", "a"],
        "window": window,
    }
    found = loaded(inputs, tmp_path)
    starts = range(0, 12 - 4 - ahead + 1, stride)
    np.testing.assert_array_equal(found.x[..., 0].T, [SERIES[start : start + 4] for start in starts])
    later = [SERIES[start + ahead : start + ahead + 4] for start in starts]
    np.testing.assert_array_equal(found.target[..., 1].T, later)
    np.testing.assert_array_equal(found.target[..., 0].T, np.multiply(later, 10))
    assert sizes(experiment(inputs, tmp_path)) == Sizes(4, len(starts), (1,), (2,))


def test_windows_target_the_columns_of_x_by_default(tmp_path: Path) -> None:
    np.save(tmp_path / "s.npy", SERIES)
    found, data = loop({"from": "file", "path": "s.npy", "window": {"length": 3}}, tmp_path, 3, "inputs")
    assert found == Sizes(3, 9, (1,), (1,))
    np.testing.assert_array_equal(data.target[:, 0, 0], [1, 2, 3])


def test_example_gives_its_inputs_with_what_stands_beside_it() -> None:
    found = loaded({"from": "example", "name": "sunspots"})
    assert found.x.shape == (40, 54, 1) and found.target.shape == (40, 54, 1)
    assert list(found.files) == ["sunspots.csv"] and found.feature_names == ("sunspots / 100",)
    again = loaded({"from": "example", "name": "sunspots", "feature_names": ["spots"]})
    assert again.feature_names == ("spots",)


def test_weight_file_is_among_the_hashed_files() -> None:
    from gradview.spec.examples import example

    found = load_inputs(Experiment.load(example("sunspots").path))
    assert sorted(found.files) == ["sunspots-weights.npz", "sunspots.csv"]


def test_changed_file_is_read_again(tmp_path: Path) -> None:
    for value in (1, 2):
        (tmp_path / "t.csv").write_text("a\n" + f"{value}\n" * (2 + value))
        assert loaded({"from": "file", "path": "t.csv"}, tmp_path).x.shape == (2 + value, 1, 1)


# content of the table, what stands in inputs beside its path, how the problem begins
TABLES = json.loads(Path(__file__).with_name("wrong_tables.json").read_text(encoding="utf-8"))
# shapes of the arrays in the file, and the same
ARRAYS = json.loads(Path(__file__).with_name("wrong_arrays.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("content", "more", "said"), TABLES, ids=[said for *_, said in TABLES])
def test_table_that_is_wrong_is_one_problem(
    tmp_path: Path, content: str, more: dict[str, Any], said: str
) -> None:
    (tmp_path / "t.csv").write_text(content)
    found = only_problem({"from": "file", "path": "t.csv", **more}, tmp_path)
    assert found.startswith(said)


def nan_at(*place: int) -> np.ndarray:
    array = np.zeros((3, 2, 1))
    array[place] = np.nan
    return array


@pytest.mark.parametrize(("shapes", "more", "said"), ARRAYS, ids=[said for *_, said in ARRAYS])
def test_arrays_that_are_wrong_are_one_problem(
    tmp_path: Path, shapes: dict[str, list[int]], more: dict[str, Any], said: str
) -> None:
    np.savez(tmp_path / "d.npz", **{name: np.zeros(shape) for name, shape in shapes.items()})
    assert only_problem({"from": "file", "path": "d.npz", **more}, tmp_path).startswith(said)


@pytest.mark.parametrize(
    ("array", "said"),
    [
        (nan_at(2, 0, 0), "inputs.path: x contains NaN at [2, 0, 0]"),
        (np.zeros((3, 2, 1), complex), "inputs.path: x is of type complex128, must be real numbers"),
        (np.full((3, 2, 1), "a"), "inputs.path: x is of type <U1, must be real numbers"),
    ],
    ids=["nan", "complex", "text"],
)
def test_numbers_that_are_none_are_refused_on_loading(tmp_path: Path, array: np.ndarray, said: str) -> None:
    np.savez(tmp_path / "d.npz", x=array)
    with pytest.raises(ExperimentError) as caught:
        loaded({"from": "file", "path": "d.npz"}, tmp_path)
    assert str(caught.value) == said


@pytest.mark.parametrize("path", ["d.txt", "d", "."], ids=str)
def test_file_of_another_kind_is_refused(tmp_path: Path, path: str) -> None:
    (tmp_path / "d.txt").write_text("1")
    (tmp_path / "d").write_text("1")
    assert only_problem({"from": "file", "path": path}, tmp_path).startswith("inputs.path: ")


def test_windows_need_a_sample_axis(tmp_path: Path) -> None:
    np.save(tmp_path / "s.npy", SERIES)
    with pytest.raises(ExperimentError, match=r"inputs\.window: each window is a sample"):
        loop({"from": "file", "path": "s.npy", "window": {"length": 3}}, tmp_path, 3)
