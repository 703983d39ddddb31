"""SimpleRNN, GRU and LSTM layers and the readout as loop models. Reads a layer's spec, knows no measure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradview.engine import cells
from gradview.engine.loop_model import LoopModel, LoopShapes, Shape, StepReads, Stops, Tensors
from gradview.engine.models import Parts, Shapes
from gradview.spec.data.inputs import InputData
from gradview.spec.models.recurrent import Layer, Readout, Recurrent
from gradview.spec.shapes import Sizes


class RecurrentLayer(LoopModel):
    """One layer; its input is named after what it reads: "x" or the layer below."""

    def __init__(self, layer: Layer, prefix: str, source: str, shapes: LoopShapes) -> None:
        self.label = prefix.rstrip("_") or "layer"
        self.shapes = shapes
        self.key = ("recurrent", layer, prefix, source, shapes.frozen())
        self._layer, self._prefix, self._source = layer, prefix, source
        read = StepReads(
            previous=frozenset(shapes.states), inputs=frozenset([source]), weights=frozenset(shapes.weights)
        )
        h, c = prefix + "h", prefix + "c"
        self.reads = {c: read, h: read | StepReads(new=frozenset([c]))} if layer.cell == "lstm" else {h: read}
        self._activation = cells.ACTIVATIONS[layer.activation]
        self._gate = cells.ACTIVATIONS[layer.recurrent_activation]

    def step(
        self, t: Any, inputs: Tensors, state: Tensors, weights: Tensors, offsets: Tensors, stops: Stops
    ) -> Tensors:
        p = self._prefix
        x, h = inputs[self._source], state[p + "h"]
        arrays = (weights[p + "kernel"], weights[p + "recurrent_kernel"], weights[p + "bias"])
        if self._layer.cell == "simple_rnn":
            return {p + "h": cells.simple_rnn(x, h, *arrays, self._activation)}
        if self._layer.cell == "gru":
            return {p + "h": cells.gru(x, h, *arrays, self._activation, self._gate, self._layer.reset_after)}
        c, o = cells.lstm_cell_state(x, h, state[p + "c"], *arrays, self._activation, self._gate)
        return {p + "c": c, p + "h": o * self._activation(c + offsets[p + "c"])}


class ReadoutLayer(LoopModel):
    """y_t = activation(h_t W + b), the output of a stack."""

    is_output = True
    label = "readout"

    def __init__(self, readout: Readout, source: str, shapes: LoopShapes) -> None:
        self.shapes = shapes
        self.key = ("readout", readout, source, shapes.frozen())
        self._source = source
        self._activation: Callable[[Any], Any] = cells.ACTIVATIONS[readout.activation]
        self.reads = {"y": StepReads(inputs=frozenset([source]), weights=frozenset(shapes.weights))}

    def step(
        self, t: Any, inputs: Tensors, state: Tensors, weights: Tensors, offsets: Tensors, stops: Stops
    ) -> Tensors:
        return {
            "y": self._activation(inputs[self._source] @ weights["readout_kernel"] + weights["readout_bias"])
        }


def parts(model: Recurrent, sizes: Sizes, states: Shapes, weights: Shapes, data: InputData) -> Parts:
    """Build the stack from the first layer up, each a loop over the one below, and the readout last."""
    layers = _layers(model, states, weights, (sizes.samples or 0, *(sizes.features or ())))
    last = f"layer{len(model.layers) - 1}_" if len(model.layers) > 1 else ""
    aliases = {name: last + name for name in ("h", "c") if last and last + name in states}
    initial = {name: np.broadcast_to(array, states[name]) for name, array in data.initial.items()}
    output = "y" if model.readout is not None else last + "h"
    return Parts(layers, states, output, aliases, initial=initial)


def _layers(model: Recurrent, states: Shapes, weights: Shapes, features: Shape) -> list[LoopModel]:
    chain: list[LoopModel] = []
    source, shape = "x", features
    for number, layer in enumerate(model.layers):
        prefix = f"layer{number}_" if len(model.layers) > 1 else ""
        own = ("kernel", "recurrent_kernel", "bias")
        shapes = LoopShapes(
            states={n: states[n] for n in ([prefix + "c"] if layer.cell == "lstm" else []) + [prefix + "h"]},
            inputs={source: shape},
            weights={prefix + n: weights[prefix + n] for n in own},
        )
        chain.append(RecurrentLayer(layer, prefix, source, shapes))
        source, shape = prefix + "h", states[prefix + "h"]
    if model.readout is not None:
        readout = {n: weights[n] for n in ("readout_kernel", "readout_bias")}
        y = {"y": (shape[0], model.readout.units)}
        chain.append(ReadoutLayer(model.readout, source, LoopShapes(y, {source: shape}, readout)))
    return chain
