"""Three forward runs side by side: the base, one moved up and one moved down. Forward code only.

They go together because a stopped argument is a constant of the base run: the moved lanes get the base's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from gradview.engine.compiled import compiled, specs
from gradview.engine.forward import arrays
from gradview.engine.loop_model import LoopModel, Stops, Tensors
from gradview.engine.losses import LossModel

LANES = 3


def lanes_segment(model: LoopModel) -> Callable[..., tuple[Tensors, Tensors]]:
    """Return the compiled forward loop of three lanes over one segment, in float64.

    Returns
    -------
    function(start, length, inputs, step_weights, weights, constants, state, at, offset) -> (states, last)
        All but `constants` have a lane axis: `inputs` and `step_weights` [n, 3, ...], the others [3, ...];
        `offset` by state is added at step `at` (0-based) the moment the state is computed; `states` are [n,
        3, ...].
    """
    shapes, dtype = model.shapes, tf.float64
    states = specs(shapes.states, dtype, LANES)
    signature = [
        tf.TensorSpec((), tf.int32),
        tf.TensorSpec((), tf.int32),
        specs(shapes.inputs, dtype, None, LANES),
        specs(shapes.step_weights, dtype, None, LANES),
        specs(shapes.weights, dtype, LANES),
        specs(shapes.constants, dtype),
        states,
        tf.TensorSpec((), tf.int32),
        states,
    ]
    return compiled((model.key, "lanes"), lambda: _lanes(model), signature)


def _lanes(model: LoopModel) -> Callable[..., Any]:
    def segment(
        start: Any,
        length: Any,
        inputs: Tensors,
        step_weights: Tensors,
        weights: Tensors,
        constants: Tensors,
        state: Tensors,
        at: Any,
        offset: Tensors,
    ) -> Any:
        read_inputs, read_weights = arrays(inputs, length), arrays(step_weights, length)
        kept = {n: tf.TensorArray(tf.float64, length, element_shape=state[n].shape) for n in model.states}

        def body(i: Any, state: Tensors, kept: Tensors) -> Any:
            x = {n: a.read(i) for n, a in read_inputs.items()}
            w = {**weights, **{n: a.read(i) for n, a in read_weights.items()}}
            here = start + i == at
            base, lanes = Stops(), []
            for lane in range(LANES):
                added = {n: tf.where(here, v[lane], tf.zeros_like(v[lane])) for n, v in offset.items()}
                new = model.step(
                    tf.cast(start + i + 1, tf.float64),
                    _lane(x, lane),
                    _lane(state, lane),
                    {**_lane(w, lane), **constants},
                    added,
                    base if lane == 0 else base.replay(),
                )
                lanes.append({n: new[n] + added[n] for n in model.states})
            joined = {n: tf.stack([lane[n] for lane in lanes]) for n in model.states}
            return i + 1, joined, {n: kept[n].write(i, joined[n]) for n in model.states}

        _, last, kept = tf.while_loop(
            lambda i, *_: i < length, body, (0, state, kept), maximum_iterations=length
        )
        return {n: a.stack() for n, a in kept.items()}, last

    return segment


def lanes_loss(model: LossModel, shapes: dict[str, tuple[int | None, ...]]) -> Callable[..., Any]:
    """Return the compiled loss of three lanes: function(stacks [step, 3, ...], others [3, ...], chosen) ->
    [3]."""
    dtype = tf.float64
    stacks = {s: tf.TensorSpec((None, LANES, *shapes[s][1:]), dtype) for _, s in model.stacks}
    others = {n: tf.TensorSpec((LANES, *shapes[n]), dtype) for n in model.others}
    key = ("lanes loss", model, tuple((n, tuple(s.shape)) for n, s in (stacks | others).items()))

    def build() -> Callable[..., Any]:
        def function(stacks: Tensors, others: Tensors, chosen: Any) -> Any:
            base, losses = Stops(), []
            for lane in range(LANES):
                own = {n: v[:, lane] for n, v in stacks.items()}
                stops = base if lane == 0 else base.replay()
                losses.append(model.value(own, _lane(others, lane), chosen, dtype, stops)[0])
            return tf.stack(losses)

        return function

    return compiled(key, build, [stacks, others, tf.TensorSpec((None,), tf.int32)])


def _lane(values: Tensors, lane: int) -> Tensors:
    return {n: v[lane] for n, v in values.items()}
