"""The reverse sweep over one segment: cotangents carried from its last step to its first. Knows no model
kind and no measure.

At each step the state is computed again from the kept one before it, under a tape, and the step's
vector-Jacobian product is applied to out_t = seed_t + carry_t. The offset's part of the product is what comes
through later states of the same step, the previous state's part is the carry for the step before. (METHODS:
Loop adjoint; Werbos 1990.)

States whose outputs carry nothing (`live` says which do) are left out of the product altogether: a zero
cotangent times an infinite derivative would be NaN.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import tensorflow as tf

from gradview.engine.compiled import compiled, specs
from gradview.engine.forward import arrays, zeros_like_states
from gradview.engine.loop_model import LoopModel, Shape, Stops, Tensors


@dataclass(frozen=True)
class SweepKind:
    """What a compiled sweep does.

    Attributes
    ----------
    live
        States whose outputs carry a cotangent in this segment.
    many
        True: every cotangent has a leading axis M. False: there is one, without an axis.
    emit
        What is written for each step: "through_time", "same_step", "inputs", "step_weights", "weights".
        Of "weights" only the steps in `keep` are.
    """

    live: frozenset[str]
    many: bool
    emit: frozenset[str]


@dataclass(frozen=True)
class _Parts:
    """The shapes by group of everything that a step is differentiated by."""

    offsets: dict[str, Shape]
    previous: dict[str, Shape]
    inputs: dict[str, Shape]
    step_weights: dict[str, Shape]
    weights: dict[str, Shape]


def sweep_segment(model: LoopModel, dtype: Any, kind: SweepKind) -> Callable[..., dict[str, Any]]:
    """Return the compiled reverse loop over one segment of n steps (M: the cotangents' axis, absent without
    `many`).

    Returns
    -------
    function(start [], length [], inputs, step_weights, weights, constants, previous, stored, seeds, carry,
    sums, keep, compare, alive)
        `previous` and `stored` are the states before and after each step, [n, ...]; `seeds` [n, M, ...];
        `carry` [M, ...] by state; `sums` [M, ...] by weight; `keep` and `compare` [n]; `alive` [n, M].
        It returns the dict: the emitted groups [n, M, ...] ("weights": [kept, M, ...]), "carry", "sums",
        and for the purity
        comparison "difference" and "magnitude", [] by state.
    """
    shapes = model.shapes
    states, axis = dict(shapes.states), (None,) if kind.many else ()
    signature = [
        tf.TensorSpec((), tf.int32),
        tf.TensorSpec((), tf.int32),
        specs(shapes.inputs, dtype, None),
        specs(shapes.step_weights, dtype, None),
        specs(shapes.weights, dtype),
        specs(shapes.constants, dtype),
        specs(states, dtype, None),
        specs(states, dtype, None),
        specs({n: states[n] for n in sorted(kind.live)}, dtype, None, *axis),
        specs(states, dtype, *axis),
        specs(shapes.weights, dtype, *axis),
        tf.TensorSpec((None,), tf.bool),
        tf.TensorSpec((None,), tf.bool),
        tf.TensorSpec((None, None), tf.bool),
    ]
    return compiled((model.key, "sweep", dtype, kind), lambda: _Sweep(model, dtype, kind).segment, signature)


class _Sweep:
    """Builds the graph of one segment."""

    def __init__(self, model: LoopModel, dtype: Any, kind: SweepKind) -> None:
        self.model, self.dtype, self.kind = model, dtype, kind
        self.shapes = model.shapes

    def segment(
        self,
        start: Any,
        length: Any,
        inputs: Tensors,
        step_weights: Tensors,
        weights: Tensors,
        constants: Tensors,
        previous: Tensors,
        stored: Tensors,
        seeds: Tensors,
        carry: Tensors,
        sums: Tensors,
        keep: Any,
        compare: Any,
        alive: Any,
    ) -> dict[str, Any]:
        reads = {
            "inputs": arrays(inputs, length),
            "step_weights": arrays(step_weights, length),
            "previous": arrays(previous, length),
            "stored": arrays(stored, length),
            "seeds": arrays(seeds, length),
        }
        fixed = {**weights, **constants}
        kept_count = tf.reduce_sum(tf.cast(keep, tf.int32))

        def body(
            i: Any, carry: Tensors, sums: Tensors, emitted: dict[str, Tensors], slot: Any, far: Any
        ) -> tuple[Any, ...]:
            at = {group: {n: a.read(i) for n, a in read.items()} for group, read in reads.items()}
            t = tf.cast(start + i + 1, self.dtype)
            out = {n: carry[n] + at["seeds"][n] if n in self.kind.live else carry[n] for n in carry}
            parts, new = self._product(t, at, fixed, out, alive[i] if self.kind.many else None)
            sums = {n: sums[n] + parts["weights"][n] for n in sums}
            values = {
                "through_time": carry,
                "same_step": parts["offsets"],
                "inputs": parts["inputs"],
                "step_weights": parts["step_weights"],
            }
            emitted = {
                group: {n: a.write(i, values[group][n]) for n, a in tas.items()}
                if group != "weights"
                else self._keep(tas, parts["weights"], keep[i], slot)
                for group, tas in emitted.items()
            }
            slot = slot - tf.cast(keep[i], tf.int32)
            far = tf.cond(compare[i], lambda: self._compared(far, new, at["stored"]), lambda: far)
            return i - 1, parts["previous"], sums, emitted, slot, far

        zero = {n: tf.zeros((), self.dtype) for n in self.model.states}
        _, carry, sums, emitted, _, far = tf.while_loop(
            lambda i, *_: i >= 0,
            body,
            (length - 1, carry, sums, self._emitted(length, kept_count), kept_count - 1, (zero, dict(zero))),
            maximum_iterations=length,
        )
        return {
            **{group: {n: a.stack() for n, a in tas.items()} for group, tas in emitted.items()},
            "carry": carry,
            "sums": sums,
            "difference": far[0],
            "magnitude": far[1],
        }

    def _product(
        self, t: Any, at: dict[str, Tensors], fixed: Tensors, out: Tensors, alive: Any
    ) -> tuple[dict[str, Tensors], Tensors]:
        """Apply the step's vector-Jacobian product to `out`; return its parts by group, and the new state."""
        offsets = zeros_like_states(self.model, at["previous"])
        weights = {n: fixed[n] for n in self.shapes.weights}
        sources = {
            "offsets": offsets,
            "previous": at["previous"],
            "inputs": at["inputs"],
            "step_weights": at["step_weights"],
            "weights": weights,
        }
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(sources)
            new = self.model.step(
                t, at["inputs"], at["previous"], {**fixed, **at["step_weights"]}, offsets, Stops()
            )
        targets = [n for n in self.model.states if n in self.kind.live]

        def product(cotangents: list[Any]) -> Any:
            return tape.gradient(
                [new[n] for n in targets],
                sources,
                cotangents,
                unconnected_gradients=tf.UnconnectedGradients.ZERO,
            )

        cotangents = [out[n] for n in targets]
        if not self.kind.many:
            return product(cotangents), new
        parts = tf.vectorized_map(product, cotangents)
        return tf.nest.map_structure(lambda g: _select(alive, g), parts), new

    def _emitted(self, length: Any, kept: Any) -> dict[str, Tensors]:
        shapes = self.shapes
        groups = {
            "through_time": shapes.states,
            "same_step": shapes.states,
            "inputs": shapes.inputs,
            "step_weights": shapes.step_weights,
            "weights": shapes.weights,
        }
        axis = (None,) if self.kind.many else ()
        return {
            group: {
                n: tf.TensorArray(
                    self.dtype, kept if group == "weights" else length, element_shape=(*axis, *shape)
                )
                for n, shape in groups[group].items()
            }
            for group in sorted(self.kind.emit)
        }

    def _keep(self, tas: Tensors, values: Tensors, keep: Any, slot: Any) -> Tensors:
        return {
            n: tf.cond(keep, lambda a=a, n=n: a.write(slot, values[n]), lambda a=a: a) for n, a in tas.items()
        }

    def _compared(self, far: Any, new: Tensors, stored: Tensors) -> Any:
        difference, magnitude = far
        return (
            {n: tf.maximum(difference[n], largest_difference(new[n], stored[n])) for n in new},
            {n: tf.maximum(magnitude[n], _largest(stored[n])) for n in new},
        )


def _select(alive: Any, values: Any) -> Any:
    """Zero what belongs to cotangents that do not exist yet: selected, not multiplied."""
    condition = tf.reshape(alive, [-1] + [1] * (values.shape.rank - 1))
    return tf.where(condition, values, tf.zeros_like(values))


def largest_difference(a: Any, b: Any) -> Any:
    """Return the largest |a - b| []; NaN equals NaN, inf the same inf, and any other non-finite pair is inf
    apart."""
    same = (a == b) | (tf.math.is_nan(a) & tf.math.is_nan(b))
    apart = tf.where(same, tf.zeros_like(a), tf.abs(a - b))
    return tf.reduce_max(
        tf.where(tf.math.is_nan(apart), tf.fill(tf.shape(apart), tf.constant(float("inf"), a.dtype)), apart)
    )


def _largest(a: Any) -> Any:
    return tf.reduce_max(tf.where(tf.math.is_finite(a), tf.abs(a), tf.zeros_like(a)))
