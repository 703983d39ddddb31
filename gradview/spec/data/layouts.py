"""Weight files of other libraries, turned into Keras's: kernel [D, gates], gates i f c o and z r n.

PyTorch: weight_ih_l0 [gates, D], weight_hh_l0, bias_ih_l0, bias_hh_l0, gates i f g o and r z n.
TensorFlow 1's LSTMCell: kernel [D + H, 4H], bias [4H], gates i j f o, and a forget bias added while running.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from gradview.spec.models.recurrent import Chrono, FileWeights, Layer, Recurrent
from gradview.spec.problems import ExperimentError, Path, Problem, sized

Array = NDArray[np.float64]
Arrays = Mapping[str, Array]
Shapes = Mapping[str, tuple[int, ...]]
_LAYOUT: Path = ("model", "weights", "layout")
_PATH: Path = ("model", "weights", "path")
_TORCH = re.compile(r"(?P<prefix>.*?)weight_ih_l(?P<layer>\d+)")


def from_layout(arrays: Arrays, model: Recurrent, weights: FileWeights, shapes: Shapes) -> dict[str, Array]:
    """The arrays that are found, under our names; shapes are still to be compared with the model's."""
    layout = recognized(arrays, shapes) if weights.layout == "auto" else weights.layout
    if layout == "torch":
        return _from_torch(arrays, model, weights)
    if layout == "tf1":
        return _from_tf1(arrays, model, shapes, weights)
    return dict(arrays)


def recognized(arrays: Arrays, shapes: Shapes) -> str:
    """Whose names and shapes the arrays have: keras, torch or tf1."""
    if any(_TORCH.fullmatch(name) for name in arrays):
        return "torch"
    if any(name.endswith("recurrent_kernel") for name in arrays):
        return "keras"
    return "tf1" if _tf1_layers(arrays) else "keras"


def _from_torch(arrays: Arrays, model: Recurrent, weights: FileWeights) -> dict[str, Array]:
    found: dict[str, Array] = {}
    prefixes = {match["prefix"] for name in arrays if (match := _TORCH.fullmatch(name))}
    if len(prefixes) != 1:
        reason = "weights of more than one recurrent module" if prefixes else "no weight_ih_l0"
        raise ExperimentError(Problem(_PATH, f"{weights.path} has {reason}"))
    prefix = prefixes.pop()
    for name in arrays:
        if name.startswith(prefix) and name.endswith("_reverse"):
            raise ExperimentError(
                Problem(_PATH, f"{weights.path} is bidirectional ({name}), and the model is not")
            )
        if name.startswith(f"{prefix}weight_hr_l"):
            raise ExperimentError(
                Problem(_PATH, f"{weights.path} has a projection ({name}), which no layer here has")
            )
    _refuse_other_depth(len([name for name in arrays if _TORCH.fullmatch(name)]), model, weights)
    for place, layer in enumerate(model.layers):
        own = {part: f"{prefix}{part}_l{place}" for part in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")}
        missing = [name for name in (own["weight_ih"], own["weight_hh"]) if name not in arrays]
        if missing:
            raise ExperimentError(Problem(_PATH, f"{weights.path} has no {missing[0]}"))
        found.update(_torch_layer(arrays, own, layer, model.prefix(place), place))
    if model.readout is not None:
        found.update(_torch_readout(arrays, prefix, weights))
    return found


def _torch_layer(
    arrays: Arrays, own: Mapping[str, str], layer: Layer, prefix: str, place: int
) -> dict[str, Array]:
    kernel, recurrent = (_matrix(arrays[own[name]], own[name]).T for name in ("weight_ih", "weight_hh"))
    none = np.zeros(kernel.shape[1])
    biases = np.stack(
        [_vector(arrays.get(own[name], none), own[name], none.size) for name in ("bias_ih", "bias_hh")]
    )
    if layer.cell == "gru":
        if not layer.reset_after:
            where: Path = ("model", "layers", place, "reset_after")
            raise ExperimentError(
                Problem(where, "must be true: PyTorch's GRU resets after the product with U")
            )
        kernel, recurrent, biases = (_swap_first_gates(part) for part in (kernel, recurrent, biases))
    bias = biases if layer.cell == "gru" else biases.sum(0)
    return {f"{prefix}kernel": kernel, f"{prefix}recurrent_kernel": recurrent, f"{prefix}bias": bias}


def _swap_first_gates(part: Array) -> Array:
    """[..., r z n] as [..., z r n]."""
    if part.shape[-1] % 3:
        return part  # no GRU's; the comparison of shapes will say so
    reset, update, new = np.split(part, 3, -1)
    return np.concatenate([update, reset, new], -1)


def _torch_readout(arrays: Arrays, prefix: str, weights: FileWeights) -> dict[str, Array]:
    """The one linear layer beside the recurrent module."""
    linear = [name for name in arrays if re.fullmatch(r"(.*\.)?weight", name) and arrays[name].ndim == 2]
    if len(linear) != 1:
        reason = "more than one linear layer" if linear else "no linear layer"
        raise ExperimentError(Problem(_PATH, f"{weights.path} has {reason} to be the readout"))
    kernel = arrays[linear[0]].T
    bias = arrays.get(linear[0][: -len("weight")] + "bias", np.zeros(kernel.shape[1]))
    return {"readout_kernel": kernel, "readout_bias": bias}


def _from_tf1(arrays: Arrays, model: Recurrent, shapes: Shapes, weights: FileWeights) -> dict[str, Array]:
    for place, layer in enumerate(model.layers):
        if layer.cell != "lstm":
            message = f"the tf1 layout is an LSTMCell's, and model.layers.{place}.cell is {layer.cell}"
            raise ExperimentError(Problem(_LAYOUT, message))
    for name in arrays:
        if re.search(r"w_[ifo]_diag$|projection/kernel$", name):
            raise ExperimentError(
                Problem(
                    _PATH, f"{weights.path} has peepholes or a projection ({name}), which no layer here has"
                )
            )
    kernels = _tf1_layers(arrays)
    _refuse_other_depth(len(kernels), model, weights)
    found: dict[str, Array] = {}
    for place, (layer, name) in enumerate(zip(model.layers, kernels, strict=True)):
        found.update(_tf1_layer(arrays, name, layer, model.prefix(place), shapes))
    readout = [name for name in arrays if name == "readout_kernel" or re.search(r"dense[^/]*/kernel$", name)]
    if model.readout is not None and len(readout) == 1:
        found["readout_kernel"] = arrays[readout[0]]
        found["readout_bias"] = arrays.get(
            readout[0][: -len("kernel")] + "bias", np.zeros(model.readout.units)
        )
    return found


def _tf1_layers(arrays: Arrays) -> list[str]:
    """The LSTM kernels' names, in the order of layers."""
    names = [name for name in arrays if re.search(r"(^|[/_.])kernel$", name)]
    names = [name for name in names if not re.search(r"(readout|dense|recurrent)[^/]*[/_.]kernel$", name)]

    def order(name: str) -> list[tuple[int, str]]:
        return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]

    return sorted(names, key=order)


def _tf1_layer(arrays: Arrays, name: str, layer: Layer, prefix: str, shapes: Shapes) -> dict[str, Array]:
    joint, units = _matrix(arrays[name], name), layer.units
    width = shapes[f"{prefix}kernel"][0]
    if joint.shape != (width + units, 4 * units):
        message = f"{name} is {sized(joint.shape)}, the model needs {sized((width + units, 4 * units))}"
        raise ExperimentError(Problem(_PATH, message))
    none = np.zeros(4 * units)
    bias_name = name[: -len("kernel")] + "bias"
    bias = _vector(arrays.get(bias_name, none), bias_name, none.size)
    kernel, recurrent, bias = (_in_keras_order(part) for part in (joint[:width], joint[width:], bias))
    bias[units : 2 * units] += _added_forget_bias(layer)
    return {f"{prefix}kernel": kernel, f"{prefix}recurrent_kernel": recurrent, f"{prefix}bias": bias}


def _in_keras_order(part: Array) -> Array:
    """[..., i j f o] as [..., i f c o]; j is the candidate."""
    i, candidate, f, o = np.split(part, 4, -1)
    return np.concatenate([i, f, candidate, o], -1)


def _added_forget_bias(layer: Layer) -> float:
    """What the cell adds to its forget gate: the layer's forget bias, by default LSTMCell's 1."""
    if layer.forget_bias is None or isinstance(layer.forget_bias, Chrono):
        return 1.0 if layer.unit_forget_bias else 0.0
    return float(layer.forget_bias)


def _refuse_other_depth(there: int, model: Recurrent, weights: FileWeights) -> None:
    if there != len(model.layers):
        message = f"{weights.path} has {there} layer{'s'[: there != 1]}, the model has {len(model.layers)}"
        raise ExperimentError(Problem(_PATH, message))


def _matrix(array: Array, name: str) -> Array:
    if array.ndim != 2:
        raise ExperimentError(Problem(_PATH, f"{name} is {sized(array.shape)}, must have two axes"))
    return array


def _vector(array: Array, name: str, size: int) -> Array:
    if array.shape != (size,):
        raise ExperimentError(Problem(_PATH, f"{name} is {sized(array.shape)}, must be {sized((size,))}"))
    return array
