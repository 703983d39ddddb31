"""The loss over the kept states, and what it reads off each of them directly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import tensorflow as tf

from gradview.engine.compiled import compiled
from gradview.engine.expressions import Env, Note, Value, evaluate, with_batch
from gradview.engine.loop_model import Stops, Tensors
from gradview.spec.expression.nodes import Node


@dataclass(frozen=True)
class LossModel:
    """How a loss is computed from stacks.

    Attributes
    ----------
    node
        The expression.
    per_step
        True: it gives one number from one step and one sample; False: it reads the whole stacks.
    mean
        A per-step loss is the mean over the pairs that count, not their sum.
    batched
        The stacks have a sample axis behind the step axis.
    stacks
        Names of the arrays with a step axis that the expression reads, each with the stack that it means ("h"
        may mean "layer1_h").
    others
        Names of shared weights and constants that it reads.
    """

    node: Node
    per_step: bool
    mean: bool
    batched: bool
    stacks: tuple[tuple[str, str], ...]
    others: tuple[str, ...]
    without_samples: frozenset[str]
    """Stacks that have no sample axis although the others do: per-step weights."""

    def value(
        self, stacks: Tensors, others: Tensors, chosen: Any, dtype: Any, stops: Stops
    ) -> tuple[Any, Any]:
        """Return the loss [] and each step's part [step] (of an expression loss: []).

        Parameters
        ----------
        stacks
            [step, (sample), ...] by stack name.
        chosen : [k]
            The steps that a per-step loss reads.
        """
        if not self.per_step:
            names = {n: Value(stacks[s]) for n, s in self.stacks} | {n: Value(others[n]) for n in self.others}
            loss = evaluate(self.node, Env(names, dtype, stops=stops)).tensor
            return loss, loss
        return self.by_step(stacks, others, chosen, dtype, stops)

    def by_step(
        self,
        stacks: Tensors,
        others: Tensors,
        chosen: Any,
        dtype: Any,
        stops: Stops,
        note: Note | None = None,
    ) -> tuple[Any, Any]:
        """Return a per-step loss [] and its parts [k]; `note` is told of every call, for all steps and
        samples on one axis."""
        count, samples = tf.size(chosen), tf.constant(1)
        if self.batched:
            sampled = [stacks[s] for _, s in self.stacks if s not in self.without_samples]
            samples = tf.shape(sampled[0])[1] if sampled else samples

        def flat(name: str, stack: Any) -> Value:
            """Steps and samples together on one batch axis, [k * B, ...]."""
            picked = tf.gather(stack, chosen)
            if self.batched and name not in self.without_samples:
                picked = tf.reshape(picked, tf.concat([[count * samples], tf.shape(picked)[2:]], 0))
                picked.set_shape([None, *stack.shape[2:]])
            elif self.batched:
                picked = tf.repeat(picked, samples, axis=0)
            return Value(picked, True)

        names = {n: flat(s, stacks[s]) for n, s in self.stacks} | {n: Value(others[n]) for n in self.others}
        names["t"] = Value(tf.repeat(tf.cast(chosen + 1, dtype), samples), True)
        env = Env(names, dtype, stops=stops, note=note)
        each = with_batch(evaluate(self.node, env), count * samples)
        parts = tf.reduce_sum(tf.reshape(each, [count, samples]), 1)
        if self.mean:
            parts /= tf.cast(count * samples, dtype)
        return tf.reduce_sum(parts), parts


def loss_and_direct(
    model: LossModel, shapes: Mapping[str, tuple[int | None, ...]], dtype: Any
) -> Callable[[Tensors, Tensors, Any], dict[str, Any]]:
    """Return the compiled loss with its derivatives by what it reads, everything else held.

    Parameters
    ----------
    shapes
        The full shape of each stack (step axis None) and of each shared weight and constant.

    Returns
    -------
    function(stacks, others, chosen) -> {"loss": [], "parts": [k], "stacks": {name: like the stack}, "others":
    {...}}
    """
    stacks = {s: tf.TensorSpec(shapes[s], dtype) for _, s in model.stacks}
    others = {n: tf.TensorSpec(shapes[n], dtype) for n in model.others}
    signature = [stacks, others, tf.TensorSpec((None,), tf.int32)]
    key = ("loss", model, dtype, tuple((n, tuple(s.shape)) for n, s in (stacks | others).items()))

    def build() -> Callable[..., dict[str, Any]]:
        def function(stacks: Tensors, others: Tensors, chosen: Any) -> dict[str, Any]:
            with tf.GradientTape(watch_accessed_variables=False) as tape:
                tape.watch([stacks, others])
                loss, parts = model.value(stacks, others, chosen, dtype, Stops())
            by = tape.gradient(loss, [stacks, others], unconnected_gradients=tf.UnconnectedGradients.ZERO)
            dense = tf.nest.map_structure(tf.convert_to_tensor, by)
            return {"loss": loss, "parts": parts, "stacks": dense[0], "others": dense[1]}

        return function

    return compiled(key, build, signature)
