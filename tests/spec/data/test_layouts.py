"""Weights of other libraries compute the same here: their own equations, in NumPy, against Keras's."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradview.spec.data.weights import model_weights
from gradview.spec.experiment import Experiment, problems
from gradview.spec.shapes import sizes
from tests.spec.changed import changed

T, B, D, H = 4, 2, 3, 5
GATES = {"lstm": 4, "gru": 3, "simple_rnn": 1}
RANDOM = np.random.default_rng(1)


def sigmoid(a: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-a))


def keras_step(cell: str, x: Any, h: Any, c: Any, w: dict[str, np.ndarray], prefix: str) -> tuple[Any, Any]:
    kernel, recurrent, bias = (w[prefix + name] for name in ("kernel", "recurrent_kernel", "bias"))
    if cell == "lstm":
        i, f, g, o = np.split(x @ kernel + h @ recurrent + bias, 4, 1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        return sigmoid(o) * np.tanh(c), c
    if cell == "simple_rnn":
        return np.tanh(x @ kernel + h @ recurrent + bias), c
    xz, xr, xn = np.split(x @ kernel + bias[0], 3, 1)
    hz, hr, hn = np.split(h @ recurrent + bias[1], 3, 1)
    z = sigmoid(xz + hz)
    return z * h + (1 - z) * np.tanh(xn + sigmoid(xr + hr) * hn), c


def torch_step(cell: str, x: Any, h: Any, c: Any, w: dict[str, np.ndarray], layer: int) -> tuple[Any, Any]:
    """The formulas of torch.nn.LSTM, GRU and RNN, as documented there."""
    ours = x @ w[f"weight_ih_l{layer}"].T + w[f"bias_ih_l{layer}"]
    own = h @ w[f"weight_hh_l{layer}"].T + w[f"bias_hh_l{layer}"]
    if cell == "lstm":
        i, f, g, o = np.split(ours + own, 4, 1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        return sigmoid(o) * np.tanh(c), c
    if cell == "simple_rnn":
        return np.tanh(ours + own), c
    (ir, iz, ic), (hr, hz, hc) = np.split(ours, 3, 1), np.split(own, 3, 1)
    r, z = sigmoid(ir + hr), sigmoid(iz + hz)
    return (1 - z) * np.tanh(ic + r * hc) + z * h, c


def tf1_step(
    x: Any, h: Any, c: Any, kernel: np.ndarray, bias: np.ndarray, forget_bias: float
) -> tuple[Any, Any]:
    """tf.nn.rnn_cell.LSTMCell: i, j, f, o of [x, h] @ kernel + bias, forget_bias added to f."""
    i, j, f, o = np.split(np.concatenate([x, h], 1) @ kernel + bias, 4, 1)
    c = sigmoid(f + forget_bias) * c + sigmoid(i) * np.tanh(j)
    return sigmoid(o) * np.tanh(c), c


def over_steps(step: Any, x: np.ndarray) -> np.ndarray:
    h, c, outputs = np.zeros((B, H)), np.zeros((B, H)), []
    for x_t in x:
        h, c = step(x_t, h, c)
        outputs.append(h)
    return np.stack(outputs)


def torch_weights(cell: str, layers: int = 1, prefix: str = "") -> dict[str, np.ndarray]:
    gates, found = GATES[cell] * H, {}
    for layer in range(layers):
        shapes = {
            "weight_ih": (gates, H if layer else D),
            "weight_hh": (gates, H),
            "bias_ih": (gates,),
            "bias_hh": (gates,),
        }
        found.update(
            {f"{prefix}{name}_l{layer}": RANDOM.normal(size=shape) for name, shape in shapes.items()}
        )
    return found


def draft(cell: str, layout: str = "auto", layers: int = 1, **layer: Any) -> dict[str, Any]:
    parts = {
        "model.layers": [{"cell": cell, "units": H, **layer}] * layers,
        "inputs.features": D,
        "model.weights": {"from": "file", "path": "w.npz", "layout": layout},
    }
    return changed("recurrent", parts)


def read(folder: Path, draft: dict[str, Any], arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    np.savez(folder / "w.npz", **arrays)
    experiment = Experiment.from_draft(draft, folder)
    return model_weights(experiment, sizes(experiment))


@pytest.mark.parametrize("layout", ["auto", "torch"])
@pytest.mark.parametrize("cell", GATES)
def test_pytorch_weights_compute_the_same(tmp_path: Path, cell: str, layout: str) -> None:
    theirs = torch_weights(cell)
    ours = read(tmp_path, draft(cell, layout), theirs)
    x = RANDOM.normal(size=(T, B, D))
    expected = over_steps(lambda x, h, c: torch_step(cell, x, h, c, theirs, 0), x)
    np.testing.assert_allclose(
        over_steps(lambda x, h, c: keras_step(cell, x, h, c, ours, ""), x), expected, rtol=1e-12, atol=1e-14
    )


def test_pytorch_stack_with_prefix_and_readout_is_read(tmp_path: Path) -> None:
    theirs = torch_weights("gru", layers=2, prefix="rnn.")
    head = {"fc.weight": RANDOM.normal(size=(1, H)), "fc.bias": RANDOM.normal(size=1)}
    given = draft("gru", layers=2)
    given["model"]["readout"] = {"units": 1}
    ours = read(tmp_path, given, {**theirs, **head})
    plain = {name.removeprefix("rnn."): array for name, array in theirs.items()}
    x = RANDOM.normal(size=(T, B, D))
    for layer in range(2):
        expected = over_steps(lambda x, h, c, k=layer: torch_step("gru", x, h, c, plain, k), x)
        found = over_steps(lambda x, h, c, k=layer: keras_step("gru", x, h, c, ours, f"layer{k}_"), x)
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)
        x = expected
    np.testing.assert_array_equal(ours["readout_kernel"], head["fc.weight"].T)
    np.testing.assert_array_equal(ours["readout_bias"], head["fc.bias"])


def test_pytorch_weights_without_bias_have_zero_biases(tmp_path: Path) -> None:
    theirs = {name: array for name, array in torch_weights("lstm").items() if "bias" not in name}
    np.testing.assert_array_equal(read(tmp_path, draft("lstm"), theirs)["bias"], np.zeros(4 * H))


@pytest.mark.parametrize(
    ("layer", "forget_bias"),
    [({}, 1.0), ({"forget_bias": 0.3}, 0.3), ({"unit_forget_bias": False}, 0.0)],
    ids=["of LSTMCell", "given", "none"],
)
@pytest.mark.parametrize("prefix", ["rnn/lstm_cell/", ""], ids=["scoped", "plain"])
@pytest.mark.parametrize("layout", ["auto", "tf1"])
def test_tf1_weights_compute_the_same(
    tmp_path: Path, layout: str, prefix: str, layer: dict[str, Any], forget_bias: float
) -> None:
    kernel, bias = RANDOM.normal(size=(D + H, 4 * H)), RANDOM.normal(size=4 * H)
    ours = read(tmp_path, draft("lstm", layout, **layer), {f"{prefix}kernel": kernel, f"{prefix}bias": bias})
    x = RANDOM.normal(size=(T, B, D))
    expected = over_steps(lambda x, h, c: tf1_step(x, h, c, kernel, bias, forget_bias), x)
    np.testing.assert_allclose(
        over_steps(lambda x, h, c: keras_step("lstm", x, h, c, ours, ""), x), expected, rtol=1e-12, atol=1e-14
    )


def test_tf1_stack_is_read_in_the_order_of_its_numbers(tmp_path: Path) -> None:
    scopes = [f"rnn/multi_rnn_cell/cell_{layer}/lstm_cell/" for layer in range(12)]
    kernels = [RANDOM.normal(size=((H if layer else D) + H, 4 * H)) for layer in range(12)]
    arrays = {f"{scope}kernel": kernel for scope, kernel in zip(scopes, kernels, strict=True)}
    arrays.update({f"{scope}bias": np.zeros(4 * H) for scope in scopes})
    arrays.update({"dense/kernel": np.ones((H, 1)), "dense/bias": np.full(1, 2.0)})
    given = draft("lstm", layers=12)
    given["model"]["readout"] = {"units": 1}
    ours = read(tmp_path, given, arrays)
    np.testing.assert_array_equal(ours["layer10_recurrent_kernel"][:, :H], kernels[10][H:, :H])
    assert ours["readout_bias"] == 2


def problem(folder: Path, draft: dict[str, Any], arrays: dict[str, np.ndarray]) -> str:
    np.savez(folder / "w.npz", **arrays)
    (found,) = problems(draft, folder)
    return str(found)


def test_layer_of_another_size_is_named_with_both_shapes(tmp_path: Path) -> None:
    given = draft("lstm")
    given["inputs"]["features"] = 2
    found = problem(tmp_path, given, torch_weights("lstm"))
    assert found == "model.weights.path: kernel is [3, 20], the model needs [2, 20]"


def test_tf1_kernel_of_another_size_is_named_with_both_shapes(tmp_path: Path) -> None:
    arrays = {"kernel": np.zeros((9, 4 * H)), "bias": np.zeros(4 * H)}
    found = problem(tmp_path, draft("lstm"), arrays)
    assert found == "model.weights.path: kernel is [9, 20], the model needs [8, 20]"


@pytest.mark.parametrize(
    ("given", "more", "said"),
    [
        (draft("lstm", layers=2), {}, "model.weights.path: w.npz has 1 layer, the model has 2"),
        (
            draft("lstm"),
            {"weight_ih_l0_reverse": np.zeros(1)},
            "model.weights.path: w.npz is bidirectional (weight_ih_l0_reverse), and the model is not",
        ),
        (
            draft("lstm"),
            {"weight_hr_l0": np.zeros(1)},
            "model.weights.path: w.npz has a projection (weight_hr_l0), which no layer here has",
        ),
        (
            draft("lstm"),
            {"other.weight_ih_l0": np.zeros(1)},
            "model.weights.path: w.npz has weights of more than one recurrent module",
        ),
    ],
    ids=["depth", "bidirectional", "projection", "two modules"],
)
def test_pytorch_weights_that_do_not_fit_are_refused(
    tmp_path: Path, given: dict[str, Any], more: dict[str, np.ndarray], said: str
) -> None:
    assert problem(tmp_path, given, {**torch_weights("lstm"), **more}) == said


def test_pytorch_gru_needs_reset_after(tmp_path: Path) -> None:
    found = problem(tmp_path, draft("gru", reset_after=False), torch_weights("gru"))
    assert found == "model.layers.0.reset_after: must be true: PyTorch's GRU resets after the product with U"


def test_tf1_layout_is_for_lstm_layers(tmp_path: Path) -> None:
    found = problem(tmp_path, draft("gru", "tf1"), {"kernel": np.zeros((8, 20)), "bias": np.zeros(20)})
    assert found == "model.weights.layout: the tf1 layout is an LSTMCell's, and model.layers.0.cell is gru"


def test_peepholes_are_refused(tmp_path: Path) -> None:
    arrays = {"kernel": np.zeros((8, 20)), "bias": np.zeros(20), "w_f_diag": np.zeros(5)}
    found = problem(tmp_path, draft("lstm"), arrays)
    assert (
        found == "model.weights.path: w.npz has peepholes or a projection (w_f_diag), which no layer here has"
    )
