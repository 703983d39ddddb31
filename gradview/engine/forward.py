"""The forward loop: one segment of steps from the state at its start, with every state kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from gradview.engine.compiled import compiled, specs
from gradview.engine.loop_model import LoopModel, Stops, Tensors


def zeros_like_states(model: LoopModel, state: Tensors) -> Tensors:
    """Return the zero offsets of one step."""
    return {name: tf.zeros_like(state[name]) for name in model.states}


def arrays(values: Tensors, size: Any) -> Tensors:
    """Unstack [step, ...] tensors for reading by step: a slice inside the loop would make its backward
    quadratic."""
    return {
        name: tf.TensorArray(v.dtype, size, element_shape=v.shape[1:], clear_after_read=False).unstack(v)
        for name, v in values.items()
    }


def forward_segment(model: LoopModel, dtype: Any) -> Callable[..., tuple[Tensors, Tensors]]:
    """Return the compiled forward loop over one segment.

    Returns
    -------
    function(start [], inputs, step_weights, weights, constants, state) -> (states, last)
        `start` is the segment's first step (0-based); `inputs` and `step_weights` are [n, ...];
        `states` are [n, ...] and `last` the state after the segment.
    """
    shapes = model.shapes
    signature = [
        tf.TensorSpec((), tf.int32),
        specs(shapes.inputs, dtype, None),
        specs(shapes.step_weights, dtype, None),
        specs(shapes.weights, dtype),
        specs(shapes.constants, dtype),
        specs(shapes.states, dtype),
        tf.TensorSpec((), tf.int32),
    ]
    return compiled((model.key, "forward", dtype), lambda: _forward(model, dtype), signature)


def _forward(model: LoopModel, dtype: Any) -> Callable[..., tuple[Tensors, Tensors]]:
    def segment(
        start: Any,
        inputs: Tensors,
        step_weights: Tensors,
        weights: Tensors,
        constants: Tensors,
        state: Tensors,
        length: Any,
    ) -> tuple[Tensors, Tensors]:
        read_inputs, read_weights = arrays(inputs, length), arrays(step_weights, length)
        kept = {name: tf.TensorArray(dtype, length, element_shape=state[name].shape) for name in model.states}

        def body(i: Any, state: Tensors, kept: Tensors) -> tuple[Any, Tensors, Tensors]:
            new = model.step(
                tf.cast(start + i + 1, dtype),
                {name: a.read(i) for name, a in read_inputs.items()},
                state,
                {**weights, **constants, **{name: a.read(i) for name, a in read_weights.items()}},
                zeros_like_states(model, state),
                Stops(),
            )
            return i + 1, new, {name: kept[name].write(i, new[name]) for name in model.states}

        _, last, kept = tf.while_loop(
            lambda i, *_: i < length, body, (0, state, kept), maximum_iterations=length
        )
        return {name: a.stack() for name, a in kept.items()}, last

    return segment
