"""The forward run of a chain: every layer over all steps, in segments, with its states in arrays [step,
...]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

from gradview.engine.chain import Array, Chain, zero_initial
from gradview.engine.forward import forward_segment
from gradview.engine.initials import initial_states
from gradview.engine.loop_model import LoopModel, Stops, Tensors
from gradview.engine.progress import Pace, Progress


@dataclass(frozen=True)
class LayerRun:
    """One layer with the numbers that it ran on, in the run's precision.

    Attributes
    ----------
    inputs, step_weights
        [step, ...] by name.
    weights, constants
        By name.
    initial
        The state before the first step.
    states
        [step, ...] by name, as each step returned it.
    """

    model: LoopModel
    inputs: Mapping[str, Array]
    step_weights: Mapping[str, Array]
    weights: Mapping[str, Array]
    constants: Mapping[str, Array]
    initial: Mapping[str, Array]
    states: Mapping[str, Array]

    def previous(self, begin: int, end: int) -> dict[str, Array]:
        """The state before each of the steps [begin, end)."""
        if begin:
            return {n: s[begin - 1 : end - 1] for n, s in self.states.items()}
        return {n: np.concatenate([self.initial[n][None], s[: end - 1]]) for n, s in self.states.items()}

    def sliced(self, begin: int, end: int) -> tuple[dict[str, Array], dict[str, Array]]:
        """The inputs and the step weights of the steps [begin, end)."""
        return (
            {n: a[begin:end] for n, a in self.inputs.items()},
            {n: a[begin:end] for n, a in self.step_weights.items()},
        )


def run_forward(chain: Chain, precision: str, progress: Progress) -> list[LayerRun]:
    """Run every layer from the input up.

    Parameters
    ----------
    precision
        "float32" or "float64".
    """
    dtype = np.dtype(precision)
    as_dtype = {n: np.asarray(a, dtype) for n, a in chain.step_inputs().items()}
    weights = {n: np.asarray(a, dtype) for n, a in chain.weights.items()}
    constants = {n: np.asarray(a, dtype) for n, a in chain.constants.items()}
    given = {n: np.asarray(a, dtype) for n, a in chain.initial.items()}
    shared = {n: tf.constant(weights[n]) for n in chain.shared_weights}
    computed = initial_states(
        chain, shared, {n: tf.constant(a) for n, a in constants.items()}, dtype, Stops()
    )
    initial = given | {n: v.numpy() for n, v in computed.items()}
    runs: list[LayerRun] = []
    for model in chain.layers:
        own = {n: initial.get(n, zero) for n, zero in zero_initial(model, dtype).items()}
        run = LayerRun(
            model,
            {n: as_dtype[n] for n in model.shapes.inputs},
            {n: weights[n] for n in model.shapes.step_weights},
            {n: weights[n] for n in model.shapes.weights},
            {n: constants[n] for n in model.shapes.constants},
            own,
            {n: np.empty((chain.steps, *s), dtype) for n, s in model.shapes.states.items()},
        )
        run_layer(run, chain.steps, progress)
        runs.append(run)
        as_dtype |= run.states
    return runs


def run_layer(run: LayerRun, steps: int, progress: Progress) -> None:
    """Fill `run.states`, segment by segment."""
    dtype = tf.as_dtype(next(iter(run.states.values())).dtype)
    segment = forward_segment(run.model, dtype)
    state: Tensors = dict(run.initial)
    pace, begin = Pace(), 0
    while begin < steps:
        end = min(begin + pace.length, steps)
        inputs, step_weights = run.sliced(begin, end)
        with pace.measured(end - begin):
            states, state = segment(
                begin, inputs, step_weights, run.weights, run.constants, state, end - begin
            )
            for name, values in states.items():
                run.states[name][begin:end] = values.numpy()
        progress.advance(end - begin)
        begin = end
