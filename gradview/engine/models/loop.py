"""Named states and update expressions as a loop model, and a loop's `output` as one without memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import tensorflow as tf

from gradview.engine.expressions import Env, Value, evaluate
from gradview.engine.loop_model import LoopModel, LoopShapes, Shape, StepReads, Stops, Tensors
from gradview.engine.models import Parts, Shapes
from gradview.spec.data.inputs import InputData
from gradview.spec.data.values import constants, initial_numbers
from gradview.spec.expression.check import check
from gradview.spec.expression.check import names as names_in
from gradview.spec.expression.grammar import parse
from gradview.spec.expression.nodes import Node
from gradview.spec.expression.paths import reads
from gradview.spec.models.loop import Let, Loop
from gradview.spec.shapes import Sizes


@dataclass(frozen=True)
class LoopNames:
    """Which name is what, with the shape of one step (no step axis, the sample axis first where there is
    one)."""

    states: Mapping[str, Shape]
    inputs: Mapping[str, Shape]
    weights: Mapping[str, Shape]
    step_weights: Mapping[str, Shape]
    constants: Mapping[str, Shape]
    batched: bool
    lets: Mapping[str, StepReads] = field(default_factory=dict)


def parts(model: Loop, sizes: Sizes, states: Shapes, weights: Shapes, data: InputData) -> Parts:
    """Build the loop, and its `output` expression as a layer above it."""
    batched = sizes.samples is not None
    numbers = constants(model)
    per_step = {w.name for w in model.weights if w.per_step}
    sample = (sizes.samples,) if sizes.samples is not None else ()
    inputs = {
        name: (*sample, *array.shape[1 + batched :])
        for name, array in (("x", data.x), ("target", data.target))
        if array is not None
    }
    names = LoopNames(
        states=states,
        inputs=inputs,
        weights={n: s for n, s in weights.items() if n not in per_step},
        step_weights={n: s[1:] for n, s in weights.items() if n in per_step},
        constants={n: a.shape for n, a in numbers.items()},
        batched=batched,
    )
    layers: list[LoopModel] = [ExpressionLoop(model, names)]
    output = model.states[0].name
    if model.output is not None:
        layers.append(OutputExpression(parse(model.output), names))
        output = "y"
    texts = {s.name: s.initial for s in model.states if isinstance(s.initial, str)}
    given = initial_numbers(model) | data.initial
    return Parts(
        layers,
        states,
        output,
        step_weights=frozenset(per_step),
        constants=numbers,
        initial={n: np.broadcast_to(a, states[n]) for n, a in given.items()},
        initial_expressions={n: parse(text) for n, text in texts.items() if n not in data.initial},
    )


class ExpressionLoop(LoopModel):
    """A loop of the `loop` kind: kept states first, then the updates in order, each seeing the new values
    before it."""

    label = "loop"

    def __init__(self, model: Loop, names: LoopNames) -> None:
        self._names = names
        self.updates = [
            (u.let if isinstance(u, Let) else u.state, isinstance(u, Let), parse(u.expression))
            for u in model.updates
        ]
        updated = {name for name, is_let, _ in self.updates if not is_let}
        self._kept = [name for name in names.states if name not in updated]
        self.reads = self._find_reads()
        read = _all_names(node for _, _, node in self.updates)
        self.shapes = _shapes_read(names, names.states, names.inputs, read)
        self.key = ("loop", tuple(self.updates), tuple(self._kept), names.batched, self.shapes.frozen())

    def _find_reads(self) -> dict[str, StepReads]:
        done, lets = set(self._kept), dict[str, StepReads]()
        found = {name: StepReads(previous=frozenset([name])) for name in self._kept}
        for name, is_let, node in self.updates:
            read = step_reads(node, self._names, frozenset(done), lets)
            if is_let:
                lets[name] = read
            else:
                found[name] = read
                done.add(name)
        return found

    def step(
        self, t: Any, inputs: Tensors, state: Tensors, weights: Tensors, offsets: Tensors, stops: Stops
    ) -> Tensors:
        batched = self._names.batched
        previous = {name: Value(state[name], batched) for name in self._names.states}
        names = {
            **previous,
            **{name: Value(value, batched) for name, value in inputs.items()},
            **{name: Value(value) for name, value in weights.items()},
            "t": Value(t),
        }
        new: Tensors = {}
        for name in self._kept:
            new[name] = state[name]
            names[name] = Value(state[name] + offsets[name], batched)
        env = Env(names, t.dtype, previous, stops)
        for name, is_let, node in self.updates:
            value = evaluate(node, env)
            if is_let:
                names[name] = value
                continue
            new[name] = in_shape(value, self._names.states[name], batched)
            names[name] = Value(new[name] + offsets[name], batched)
        return {name: new[name] for name in self.reads}


class OutputExpression(LoopModel):
    """y_t from the states, the input and the weights of its own step."""

    is_output = True
    label = "output"

    def __init__(self, node: Node, names: LoopNames) -> None:
        self._node, self._names = node, names
        self.updates = [("y", False, node)]
        read = _all_names([node])
        shape = _output_shape(node, names)
        sources = {**names.states, **names.inputs}
        self.shapes = _shapes_read(names, {"y": shape}, sources, read)
        as_inputs = LoopNames({}, sources, names.weights, names.step_weights, names.constants, names.batched)
        self.reads = {"y": step_reads(node, as_inputs, frozenset(), {})}
        self.key = ("output", node, names.batched, self.shapes.frozen())

    def step(
        self, t: Any, inputs: Tensors, state: Tensors, weights: Tensors, offsets: Tensors, stops: Stops
    ) -> Tensors:
        batched = self._names.batched
        names = {
            **{name: Value(value, batched) for name, value in inputs.items()},
            **{name: Value(value) for name, value in weights.items()},
            "t": Value(t),
        }
        value = evaluate(self._node, Env(names, t.dtype, stops=stops))
        return {"y": in_shape(value, self.shapes.states["y"], batched)}


def _output_shape(node: Node, names: LoopNames) -> Shape:
    """The full shape of y_t, the sample axis first where there is one."""
    cut = int(names.batched)
    scope: dict[str, Shape] = {"t": ()}
    for group in (names.weights, names.step_weights, names.constants):
        scope |= group
    for group in (names.states, names.inputs):
        scope |= {name: shape[cut:] for name, shape in group.items()}
    own = tuple(int(size or 0) for size in check(node, scope))
    return (*next(iter(names.states.values()))[:cut], *own)


def in_shape(value: Value, shape: Shape, batched: bool) -> Any:
    """Broadcast a value to a state's full shape, the sample axis included."""
    tensor = value.tensor
    if batched and value.batched:
        for _ in range(len(shape) - 1 - value.rank):
            tensor = tf.expand_dims(tensor, 1)
    if tensor.shape.is_fully_defined() and tuple(tensor.shape) == tuple(shape):
        return tensor
    return tf.broadcast_to(tensor, shape)


def step_reads(
    node: Node, names: LoopNames, done: frozenset[str], lets: Mapping[str, StepReads]
) -> StepReads:
    """What an expression inside a step reads with a path; a state not in `done` is still its previous
    value."""
    result = StepReads()
    for read in reads(node):
        name = read.name
        if read.previous:
            result |= StepReads(previous=frozenset([name]))
        elif name in lets:
            result |= lets[name]
        elif name in names.states:
            one = frozenset([name])
            result |= StepReads(new=one) if name in done else StepReads(previous=one)
        elif name in names.inputs:
            result |= StepReads(inputs=frozenset([name]))
        elif name in names.weights or name in names.step_weights:
            result |= StepReads(weights=frozenset([name]))
    return result


def _all_names(nodes: Iterable[Node]) -> frozenset[str]:
    return frozenset(name for node in nodes for name in names_in(node))


def _shapes_read(
    names: LoopNames, states: Mapping[str, Shape], inputs: Mapping[str, Shape], read: frozenset[str]
) -> LoopShapes:
    def only(shapes: Mapping[str, Shape]) -> dict[str, Shape]:
        return {name: shape for name, shape in shapes.items() if name in read}

    return LoopShapes(
        dict(states), only(inputs), only(names.weights), only(names.step_weights), only(names.constants)
    )
