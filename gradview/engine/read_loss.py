"""The experiment's loss on a finished forward run: its value, its direct derivatives, and where it has a
path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import tensorflow as tf

from gradview.engine.chain import Array, Chain
from gradview.engine.loop_model import Stops
from gradview.engine.losses import LossModel, loss_and_direct
from gradview.engine.run_forward import LayerRun
from gradview.spec.expression.check import names as names_in
from gradview.spec.expression.grammar import parse
from gradview.spec.expression.paths import reads, step_reads
from gradview.spec.loss import ExpressionLoss, Loss


@dataclass(frozen=True)
class LossPlan:
    """A loss made ready for a chain.

    Attributes
    ----------
    chosen : [k]
        The steps that a per-step loss reads.
    paths
        By stack, [step]: where the loss reads it with a path.
    outside
        Shared weights that the loss itself reads with a path.
    """

    model: LossModel
    chosen: Array
    paths: Mapping[str, Array]
    outside: frozenset[str]


@dataclass(frozen=True)
class ReadLoss:
    """The loss and what it reads directly.

    Attributes
    ----------
    by_step
        [step], or None for an expression loss.
    direct
        By stack, [step, ...]: its derivative with everything else held; zero, by selection, where there is
        no path.
    outside
        By shared weight or constant, the derivative of the loss's own use of it.
    """

    loss: Any
    by_step: Array | None
    direct: Mapping[str, Array]
    outside: Mapping[str, Array]


def plan_loss(chain: Chain, loss: Loss) -> LossPlan:
    """Resolve the names of a loss to stacks and find out where it has a path."""
    expression = isinstance(loss, ExpressionLoss)
    node = parse(loss.expression if isinstance(loss, ExpressionLoss) else loss.per_step)
    stacks, others = [], []
    for name in sorted(names_in(node) - {"t"}):
        meant = stack_of(chain, name)
        if meant is None:
            others.append(name)
        else:
            stacks.append((name, meant))
    if expression:
        chosen = np.arange(chain.steps, dtype=np.int32)
        found = step_reads(node, {name: chain.steps for name, _ in stacks}, ranks(chain, stacks, others))
    else:
        chosen = _chosen(chain, loss)
        mask = np.zeros(chain.steps, bool)
        mask[chosen] = True
        found = {read.name: mask for read in reads(node)}
    if chain.batched and not expression and all(meant in chain.step_weights for _, meant in stacks):
        stacks.append(("", next(iter(chain.states))))  # one that says how many samples there are
    paths: dict[str, Array] = {}
    for name, meant in stacks:
        if name in found:
            paths[meant] = paths[meant] | found[name] if meant in paths else found[name]
    model = LossModel(
        node,
        per_step=not expression,
        mean=getattr(loss, "reduce", "sum") == "mean",
        batched=chain.batched,
        stacks=tuple(stacks),
        others=tuple(others),
        without_samples=chain.step_weights,
    )
    outside = {read.name for read in reads(node)} & set(chain.shared_weights)
    return LossPlan(model, chosen, paths, frozenset(outside))


def ranks(chain: Chain, stacks: list[tuple[str, str]], others: list[str]) -> dict[str, int]:
    """How many axes each name of a loss has, the step axis included."""
    shapes = {name: shape for layer in chain.layers for name, shape in layer.shapes.states.items()}
    found = {name: array.ndim for name, array in (*chain.step_inputs().items(), *chain.weights.items())}
    found |= {name: array.ndim for name, array in chain.constants.items()}
    found |= {name: len(shape) + 1 for name, shape in shapes.items()}
    return {**{name: found[meant] for name, meant in stacks}, **{name: found[name] for name in others}}


def stack_of(chain: Chain, name: str) -> str | None:
    """Which array with a step axis a name means in a loss; None for a shared weight or a constant."""
    if name == "y" and name not in chain.states:
        return chain.output
    name = chain.aliases.get(name, name)
    if name in chain.states or name in chain.step_weights or name in chain.step_inputs():
        return name
    return None


def all_stacks(chain: Chain, runs: list[LayerRun], dtype: Any) -> dict[str, Array]:
    """Every array with a step axis that a loss can read, [step, ...]."""
    stacks = {n: np.asarray(a, dtype) for n, a in chain.step_inputs().items()}
    stacks |= {n: np.asarray(chain.weights[n], dtype) for n in chain.step_weights}
    for run in runs:
        stacks |= run.states
    return stacks


def read_loss(chain: Chain, plan: LossPlan, runs: list[LayerRun], precision: str) -> ReadLoss:
    """Compute the loss and its direct derivatives."""
    dtype = np.dtype(precision)
    stacks = all_stacks(chain, runs, dtype)
    used = {meant: stacks[meant] for _, meant in plan.model.stacks}
    others = {n: np.asarray({**chain.weights, **chain.constants}[n], dtype) for n in plan.model.others}
    shapes: dict[str, tuple[int | None, ...]] = {n: (None, *a.shape[1:]) for n, a in used.items()}
    shapes |= {n: a.shape for n, a in others.items()}
    answer = loss_and_direct(plan.model, shapes, tf.as_dtype(dtype))(used, others, plan.chosen)
    direct = {n: _selected(answer["stacks"][n].numpy(), path) for n, path in plan.paths.items()}
    by_step = None
    if plan.model.per_step:
        by_step = np.zeros(chain.steps, dtype)
        by_step[plan.chosen] = answer["parts"].numpy()
    outside = {n: answer["others"][n].numpy() for n in plan.outside}
    return ReadLoss(answer["loss"].numpy(), by_step, direct, outside)


def outside_by_step(chain: Chain, plan: LossPlan, runs: list[LayerRun]) -> dict[str, Array]:
    """Each per-step loss's own use of the shared weights: [step, *W.shape] by weight."""
    if not plan.outside:
        return {}
    dtype = next(iter(runs[0].states.values())).dtype
    stacks = all_stacks(chain, runs, dtype)
    used = {meant: tf.constant(stacks[meant]) for _, meant in plan.model.stacks}
    values = {**chain.weights, **chain.constants}
    others = {name: tf.constant(values[name], dtype) for name in plan.model.others}
    wanted = sorted(plan.outside)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch([others[name] for name in wanted])
        _, parts = plan.model.value(used, others, tf.constant(plan.chosen), tf.as_dtype(dtype), Stops())
    rows = tape.jacobian(
        parts, [others[name] for name in wanted], unconnected_gradients=tf.UnconnectedGradients.ZERO
    )
    found = {}
    for name, values_by_step in zip(wanted, rows, strict=True):
        found[name] = np.zeros((chain.steps, *chain.weights[name].shape), dtype)
        found[name][plan.chosen] = values_by_step.numpy()
    return found


def _selected(values: Array, path: Array) -> Array:
    """Put exact zeros where there is no path, whatever the arithmetic made of it."""
    values = np.array(values)
    values[~path] = 0
    return values


def _chosen(chain: Chain, loss: Any) -> Array:
    if loss.steps == "all":
        return np.arange(chain.steps, dtype=np.int32)
    if loss.steps == "last":
        return np.array([chain.steps - 1], np.int32)
    return np.array(sorted(loss.steps), np.int32)
