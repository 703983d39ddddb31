"""Central differences of single steps along given directions, many steps in one call. Forward code only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from gradview.engine.compiled import compiled, specs
from gradview.engine.loop_model import LoopModel, Stops, Tensors

GROUPS = ("previous", "offset", "input", "weight")


def step_differences(model: LoopModel) -> Callable[..., Any]:
    """Return the compiled differences of a model's step, in float64.

    Returns
    -------
    function(at, weights, constants, along, distance) -> (differences, bends, new)
        `at` = {"t": [k], "previous", "input", "step_weight": {name: [k, ...]}}; `along` = directions by
        group and name, [k, ...]; `distance` = {group: [k]}. `differences` are by group and state, [k, ...],
        `bends` what the differences forward and backward differ by: next to nothing, unless the point lies on
        a kink; `new` the undisturbed states.
    """
    shapes = model.shapes
    dtype = tf.float64
    at = {
        "t": tf.TensorSpec((None,), dtype),
        "previous": specs(shapes.states, dtype, None),
        "input": specs(shapes.inputs, dtype, None),
        "step_weight": specs(shapes.step_weights, dtype, None),
    }
    along = {
        "previous": at["previous"],
        "offset": at["previous"],
        "input": at["input"],
        "weight": {**specs(shapes.weights, dtype, None), **specs(shapes.step_weights, dtype, None)},
    }
    distance = {group: tf.TensorSpec((None,), dtype) for group in GROUPS}
    signature = [at, specs(shapes.weights, dtype), specs(shapes.constants, dtype), along, distance]
    return compiled((model.key, "step differences"), lambda: _differences(model), signature)


def _differences(model: LoopModel) -> Callable[..., Any]:
    def function(
        at: dict[str, Any], weights: Tensors, constants: Tensors, along: dict[str, Tensors], distance: Tensors
    ) -> Any:
        def one(here: Any) -> Any:
            at, along, distance = here
            base = Stops()
            zero = {n: tf.zeros_like(v) for n, v in at["previous"].items()}
            fixed = {**weights, **constants}

            def new(moved: str | None, e: Any, stops: Stops) -> Tensors:
                def shift(group: str, values: Tensors) -> Tensors:
                    if group != moved:
                        return values
                    return {n: v + e * along[group][n] if n in along[group] else v for n, v in values.items()}

                offset = shift("offset", zero)
                states = model.step(
                    at["t"],
                    shift("input", at["input"]),
                    shift("previous", at["previous"]),
                    shift("weight", {**fixed, **at["step_weight"]}),
                    offset,
                    stops,
                )
                return {n: states[n] + offset[n] for n in model.states}

            here_states = new(None, 0.0, base)
            results, bends = {}, {}
            for group in GROUPS:
                e = distance[group]
                plus, minus = new(group, e, base.replay()), new(group, -e, base.replay())
                results[group] = {n: (plus[n] - minus[n]) / (2.0 * e) for n in model.states}
                bends[group] = {
                    n: ((plus[n] - here_states[n]) + (minus[n] - here_states[n])) / e for n in model.states
                }
            return results, bends, here_states

        states = {n: tf.TensorSpec(s, tf.float64) for n, s in model.shapes.states.items()}
        output = (dict.fromkeys(GROUPS, states), dict.fromkeys(GROUPS, states), states)
        return tf.map_fn(one, (at, along, distance), fn_output_signature=output)

    return function
