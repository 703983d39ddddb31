"""Weights drawn by their initializers, written out, and read from our own files."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradview.spec.data.weights import model_weights
from gradview.spec.experiment import Experiment, problems
from gradview.spec.problems import ExperimentError
from gradview.spec.shapes import sizes, weight_shapes
from tests.spec.changed import changed


def weights(parts: dict[str, Any], folder: Path | None = None) -> dict[str, np.ndarray]:
    experiment = Experiment.from_draft(changed("recurrent", parts), folder)
    return model_weights(experiment, sizes(experiment))


def lstm_bias(**more: Any) -> np.ndarray:
    return weights({"model.layers.0": {"cell": "lstm", "units": 50, **more}})["bias"].reshape(4, 50)


def test_weights_have_the_shapes_and_order_that_are_promised() -> None:
    layers = [{"cell": "gru", "units": 3}, {"cell": "lstm", "units": 2}]
    parts = {"model.layers": layers, "model.readout": {"units": 1}}
    experiment = Experiment.from_draft(changed("recurrent", parts))
    agreed = sizes(experiment)
    found = model_weights(experiment, agreed)
    assert {name: array.shape for name, array in found.items()} == weight_shapes(experiment, agreed)
    assert list(found) == list(weight_shapes(experiment, agreed))


def test_same_seed_gives_the_same_weights_and_another_seed_others() -> None:
    one, again = weights({}), weights({})
    other = weights({"model.weights.seed": 1})
    assert all(np.array_equal(one[name], again[name]) for name in one)
    assert not np.array_equal(one["kernel"], other["kernel"])


def test_forget_bias_of_one_by_default_as_kerass() -> None:
    np.testing.assert_array_equal(lstm_bias(), np.repeat([[0.0], [1.0], [0.0], [0.0]], 50, 1))


def test_without_unit_forget_bias_all_is_drawn_alike() -> None:
    np.testing.assert_array_equal(
        lstm_bias(unit_forget_bias=False, bias_initializer="ones"), np.ones((4, 50))
    )


def test_forget_bias_is_the_number_given() -> None:
    bias = lstm_bias(forget_bias=2.5, bias_initializer="ones")
    np.testing.assert_array_equal(bias, np.repeat([[1.0], [2.5], [1.0], [1.0]], 50, 1))


def test_chrono_bias_is_the_log_of_uniform_times_and_minus_that_for_the_input_gate() -> None:
    bias = lstm_bias(forget_bias={"chrono": 100})
    times = np.exp(bias[1])
    assert times.min() >= 1 and times.max() <= 99 and 30 < times.mean() < 70
    np.testing.assert_array_equal(bias[0], -bias[1])
    np.testing.assert_array_equal(bias[2:], 0)


def test_other_cells_have_no_forget_bias() -> None:
    layer = {"cell": "gru", "units": 3, "forget_bias": 2.0}
    np.testing.assert_array_equal(weights({"model.layers.0": layer})["bias"], np.zeros((2, 9)))


def test_written_weights_are_taken_over() -> None:
    values = {
        "kernel": [[1, 2]],
        "recurrent_kernel": [[3, "nan"], [5, 6]],
        "bias": {"from": "random", "shape": [2]},
    }
    parts = {"model.layers.0": {"cell": "simple_rnn", "units": 2}, "inputs.features": 1}
    found = weights({**parts, "model.weights": {"from": "values", **values}})
    np.testing.assert_array_equal(found["recurrent_kernel"], [[3, np.nan], [5, 6]])
    expected = np.random.default_rng([0, *b"bias"]).standard_normal(2)
    np.testing.assert_array_equal(found["bias"], expected)


RNN = {
    "model.layers.0": {"cell": "simple_rnn", "units": 2},
    "model.weights": {"from": "file", "path": "w.npz"},
}


def saved(folder: Path, **arrays: Any) -> Path:
    np.savez(folder / "w.npz", **arrays)
    return folder


def test_file_of_our_own_names_is_taken_over(tmp_path: Path) -> None:
    kernel, recurrent = np.arange(8.0).reshape(4, 2), np.eye(2, dtype=np.float32)
    found = weights(
        RNN, saved(tmp_path, kernel=kernel, recurrent_kernel=recurrent, bias=np.zeros(2), other=np.ones(3))
    )
    np.testing.assert_array_equal(found["kernel"], kernel)
    assert (
        list(found) == ["kernel", "recurrent_kernel", "bias"]
        and found["recurrent_kernel"].dtype == np.float64
    )


def test_array_of_the_wrong_shape_is_named_with_both_shapes(tmp_path: Path) -> None:
    saved(tmp_path, kernel=np.zeros((3, 2)), recurrent_kernel=np.eye(2), bias=np.zeros(2))
    found = [str(problem) for problem in problems(changed("recurrent", RNN), tmp_path)]
    assert found == ["model.weights.path: kernel is [3, 2], the model needs [4, 2]"]


def test_array_that_is_missing_is_named_with_those_that_are_there(tmp_path: Path) -> None:
    saved(tmp_path, kernel=np.zeros((4, 2)), recurrent_kernel=np.eye(2))
    (problem,) = problems(changed("recurrent", RNN), tmp_path)
    assert str(problem) == (
        "model.weights.path: w.npz has no bias, [2]; its arrays are kernel, recurrent_kernel"
    )


def test_nan_in_a_weight_file_is_named_with_its_place(tmp_path: Path) -> None:
    kernel = np.zeros((4, 2))
    kernel[3, 1] = np.nan
    saved(tmp_path, kernel=kernel, recurrent_kernel=np.eye(2), bias=np.zeros(2))
    (problem,) = problems(changed("recurrent", RNN), tmp_path)
    assert str(problem) == "model.weights.path: kernel contains NaN at [3, 1]"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "w.npz cannot be read: no .npz file, or a damaged one"),
        (b"PK\x03\x04 and rubbish", "w.npz cannot be read: no .npz file, or a damaged one"),
    ],
    ids=["empty", "rubbish"],
)
def test_damaged_weight_file_is_one_problem(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "w.npz").write_bytes(content)
    (problem,) = problems(changed("recurrent", RNN), tmp_path)
    assert problem.path == ("model", "weights", "path") and problem.message == said


def test_weight_file_of_objects_is_refused(tmp_path: Path) -> None:
    saved(tmp_path, kernel=np.array([{}, None], dtype=object))
    (problem,) = problems(changed("recurrent", RNN), tmp_path)
    assert problem.message == "w.npz cannot be read: it holds Python objects"


def test_file_that_goes_between_validation_and_run_is_named(tmp_path: Path) -> None:
    saved(tmp_path, kernel=np.zeros((4, 2)), recurrent_kernel=np.eye(2), bias=np.zeros(2))
    experiment = Experiment.from_draft(changed("recurrent", RNN), tmp_path)
    (tmp_path / "w.npz").unlink()
    with pytest.raises(ExperimentError, match=r"model\.weights\.path: w\.npz does not exist"):
        model_weights(experiment, sizes(experiment))


def test_loop_weights_keep_their_step_axis_and_their_own_streams() -> None:
    random = {"from": "random", "shape": [5, 2], "seed": 3, "scale": 0.5}
    added = {"name": "v", "per_step": True, "value": random}
    experiment = Experiment.from_draft(changed("loop", {"model.weights.1": added}))
    found = model_weights(experiment, sizes(experiment))
    assert found["w"].shape == () and found["w"] == 0.5
    np.testing.assert_array_equal(found["v"], np.random.default_rng([3, *b"v"]).standard_normal((5, 2)) * 0.5)
