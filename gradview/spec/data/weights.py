"""The model's weights as arrays in Keras's layout: drawn, written, or read from a file of any layout."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gradview.spec.data import npy
from gradview.spec.data.initializers import initialize
from gradview.spec.data.layouts import from_layout
from gradview.spec.data.stamps import stamp
from gradview.spec.data.streams import stream
from gradview.spec.data.values import array_of
from gradview.spec.models import Loop, Recurrent
from gradview.spec.models.recurrent import Chrono, FileWeights, Layer, RandomWeights, ValueWeights
from gradview.spec.problems import ExperimentError, Path, Problem, did_you_mean, sized
from gradview.spec.shapes import weight_shapes
from gradview.spec.values import shape_of

if TYPE_CHECKING:
    from gradview.spec.experiment import Experiment
    from gradview.spec.shapes import Sizes

Array = NDArray[np.float64]
Shape = tuple[int, ...]
WEIGHTS: Path = ("model", "weights")


def model_weights(experiment: Experiment, sizes: Sizes) -> dict[str, Array]:
    """Every weight by name, float64, in the order of `weight_shapes`.

    Raises
    ------
    ExperimentError
        A file is missing or damaged, or an array is missing or has the wrong shape.
    """
    model = experiment.model
    if isinstance(model, Loop):
        return {weight.name: array_of(weight.value, weight.name) for weight in model.weights}
    shapes = weight_shapes(experiment, sizes)
    if isinstance(model.weights, RandomWeights):
        return _drawn(model, shapes, model.weights.seed)
    if isinstance(model.weights, FileWeights):
        return file_weights(experiment, model, model.weights, shapes)
    if found := value_problems(model.weights, shapes):
        raise ExperimentError(found)
    return {name: array_of(model.weights.arrays[name], name) for name in shapes}


def value_problems(weights: ValueWeights, shapes: Mapping[str, Shape]) -> list[Problem]:
    """What is missing, unknown or of the wrong shape among weights that are written out."""
    found = []
    for name, value in weights.arrays.items():
        if name not in shapes:
            message = f"the model has no weight of this name{did_you_mean(name, shapes)}"
            found.append(Problem((*WEIGHTS, name), message))
        elif (shape := shape_of(value)) != shapes[name]:
            found.append(
                Problem((*WEIGHTS, name), f"is {sized(shape)}, the model needs {sized(shapes[name])}")
            )
    for name, shape in shapes.items():
        if name not in weights.arrays:
            found.append(Problem((*WEIGHTS, name), f"is missing: {sized(shape)}"))
    return found


def file_weights(
    experiment: Experiment, model: Recurrent, weights: FileWeights, shapes: Mapping[str, Shape]
) -> dict[str, Array]:
    """Weights of an .npz file (ExperimentError)."""
    where: Path = (*WEIGHTS, "path")
    file = stamp(experiment.folder, weights.path, where)
    if file.path.suffix.lower() != ".npz":
        raise ExperimentError(Problem(where, f"must be an .npz file (is '{weights.path}')"))
    arrays = {name: npy.numbers(file, name, where) for name in npy.shapes(file, where)}
    found = from_layout(arrays, model, weights, shapes)
    problems = []
    for name, shape in shapes.items():
        if name not in found:
            there = ", ".join(list(arrays)[:12]) or "none"
            problems.append(
                Problem(where, f"{weights.path} has no {name}, {sized(shape)}; its arrays are {there}")
            )
        elif found[name].shape != shape:
            message = f"{name} is {sized(found[name].shape)}, the model needs {sized(shape)}"
            problems.append(Problem(where, message))
    if problems:
        raise ExperimentError(problems)
    return {name: found[name] for name in shapes}


def _drawn(model: Recurrent, shapes: Mapping[str, Shape], seed: int) -> dict[str, Array]:
    weights: dict[str, Array] = {}
    for place, layer in enumerate(model.layers):
        prefix = model.prefix(place)
        for name, kind in (
            ("kernel", layer.kernel_initializer),
            ("recurrent_kernel", layer.recurrent_initializer),
        ):
            weights[prefix + name] = initialize(kind, shapes[prefix + name], stream(seed, prefix + name))
        weights[f"{prefix}bias"] = _bias(layer, shapes[f"{prefix}bias"], stream(seed, f"{prefix}bias"))
    if model.readout is not None:
        kernel, bias = "readout_kernel", "readout_bias"
        weights[kernel] = initialize("glorot_uniform", shapes[kernel], stream(seed, kernel))
        weights[bias] = np.zeros(shapes[bias])
    return weights


def _bias(layer: Layer, shape: Shape, random: np.random.Generator) -> Array:
    """A layer's bias; of an LSTM's (i f c o) the forget part starts apart, as Keras draws it."""
    special: Any = layer.forget_bias
    if special is None and layer.unit_forget_bias:
        special = 1.0
    if layer.cell != "lstm" or special is None:
        return initialize(layer.bias_initializer, shape, random)
    units = layer.units
    head = initialize(layer.bias_initializer, (units,), random)
    tail = initialize(layer.bias_initializer, (2 * units,), random)
    if isinstance(special, Chrono):
        forget = np.log(random.uniform(1.0, special.chrono - 1.0, units))
        head = -forget
    else:
        forget = np.full(units, float(special))
    return np.concatenate([head, forget, tail])
