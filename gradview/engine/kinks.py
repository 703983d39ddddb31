"""Where a value sits exactly on a kink of an expression: the derivative there is a choice, and it is said.

Every step and sample is one row of a batch: an expression is evaluated once for all of them, eagerly, from
the states that were kept. A loss over whole stacks is one row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import tensorflow as tf

from gradview.engine.chain import Array, Chain
from gradview.engine.expressions import Env, Value, evaluate, raised
from gradview.engine.loop_model import Stops
from gradview.engine.models.loop import ExpressionLoop, OutputExpression
from gradview.engine.read_loss import LossPlan, all_stacks
from gradview.engine.run_forward import LayerRun
from gradview.results.finding import Finding
from gradview.spec.expression.nodes import Call, Node, walk

ROWS = 4096
"""Steps evaluated at once."""


def _zero(values: list[Any], axes: list[int]) -> Any:
    return values[0] == 0


def _equal(values: list[Any], axes: list[int]) -> Any:
    return values[0] == values[1]


def _at_an_end(values: list[Any], axes: list[int]) -> Any:
    return tf.logical_or(values[0] == values[1], values[0] == values[2])


def _tied(pick: Callable[..., Any]) -> Callable[[list[Any], list[int]], Any]:
    def tied(values: list[Any], axes: list[int]) -> Any:
        there = values[0] == pick(values[0], axes, keepdims=True)
        return tf.reduce_sum(tf.cast(there, tf.int32), axes) > 1

    return tied


def _all_zero(values: list[Any], axes: list[int]) -> Any:
    return tf.reduce_all(values[0] == 0, axes)


KINKS: Mapping[str, tuple[Callable[[list[Any], list[int]], Any], str]] = {
    "relu": (_zero, "of zero, where its derivative is taken as 0"),
    "abs": (_zero, "of zero, where its derivative is taken as 0"),
    "sqrt": (_zero, "of zero, where its derivative is infinite"),
    "norm": (_all_zero, "of zero, where its derivative is taken as 0"),
    "maximum": (_equal, "of equal arguments, where all of the gradient goes to the first"),
    "minimum": (_equal, "of equal arguments, where all of the gradient goes to the first"),
    "clip": (_at_an_end, "of a value at an end, where its derivative is taken as 1"),
    "max": (_tied(tf.reduce_max), "of several equal values, which share the gradient"),
    "min": (_tied(tf.reduce_min), "of several equal values, which share the gradient"),
}
"""Which values of the arguments are a kink of a function, and how a sentence goes on."""


class Noted:
    """What one evaluation met: for each function, the rows whose arguments sit on its kink."""

    def __init__(self) -> None:
        self.rows: dict[str, Array] = {}

    def __call__(self, function: str, values: list[Value], axes: list[int]) -> None:
        if function not in KINKS or not any(value.batched for value in values):
            return  # of constants alone: nothing goes through
        on_kink = tf.convert_to_tensor(KINKS[function][0](_raised(values), axes))
        rows = tf.reduce_any(tf.reshape(on_kink, [tf.shape(on_kink)[0], -1]), 1).numpy()
        self.rows[function] = self.rows[function] | rows if function in self.rows else rows


def _raised(values: list[Value]) -> list[Any]:
    """The tensors with as many axes behind the batch axis, so that they can be compared."""
    rank = max(value.rank for value in values)
    return [raised(value, rank) for value in values]


def find_kinks(chain: Chain, plan: LossPlan, runs: list[LayerRun]) -> list[Finding]:
    """One finding for each function that has a value on its kink somewhere in the run, and for each in the
    loss."""
    return [*_loop_kinks(chain, runs), *_loss_kinks(chain, plan, runs)]


def _loop_kinks(chain: Chain, runs: Iterable[LayerRun]) -> list[Finding]:
    found: dict[str, Array] = {}
    for run in runs:
        model = run.model
        if not isinstance(model, (ExpressionLoop, OutputExpression)):
            continue
        if has_kinks(node for _, _, node in model.updates):
            for begin in range(0, chain.steps, ROWS):
                end = min(begin + ROWS, chain.steps)
                for function, steps in _on_kinks(run, begin, end, chain.batched).items():
                    found.setdefault(function, np.zeros(chain.steps, bool))[begin:end] |= steps
    return [_finding(function, np.flatnonzero(steps)) for function, steps in found.items() if steps.any()]


def has_kinks(nodes: Iterable[Node]) -> bool:
    """Whether an expression calls a function that has a kink."""
    return any(isinstance(part, Call) and part.function in KINKS for node in nodes for part in walk(node))


def _on_kinks(run: LayerRun, begin: int, end: int, batched: bool) -> dict[str, Array]:
    """By function, [step]: whether a value of one of these steps sits on its kink."""
    model = run.model
    assert isinstance(model, (ExpressionLoop, OutputExpression))
    steps = end - begin
    samples = next(iter(run.states.values())).shape[1] if batched else 1
    dtype = next(iter(run.states.values())).dtype

    def rows(stack: Array, sampled: bool = True) -> Value:
        """[step, (sample), ...] as [row, ...]."""
        if batched and sampled:
            stack = stack.reshape(steps * samples, *stack.shape[2:])
        elif batched:
            stack = np.repeat(stack, samples, axis=0)
        return Value(tf.constant(stack), True)

    inputs, step_weights = run.sliced(begin, end)
    shared = {**run.weights, **run.constants}
    previous = {name: rows(stack) for name, stack in run.previous(begin, end).items()}
    names = {
        **previous,
        **{name: rows(stack) for name, stack in inputs.items()},
        **{name: rows(stack, sampled=False) for name, stack in step_weights.items()},
        **{name: Value(tf.constant(value)) for name, value in shared.items()},
        "t": rows(np.arange(begin + 1, end + 1, dtype=dtype), sampled=False),
    }
    noted = Noted()
    env = Env(names, tf.as_dtype(dtype), previous, Stops(), noted)
    for name, is_let, node in model.updates:
        value = evaluate(node, env)
        names[name] = value if is_let else rows(run.states[name][begin:end])
    return {f: np.asarray(met.reshape(steps, samples).any(axis=1)) for f, met in noted.rows.items()}


def _loss_kinks(chain: Chain, plan: LossPlan, runs: list[LayerRun]) -> list[Finding]:
    model = plan.model
    if not has_kinks([model.node]):
        return []
    dtype = next(iter(runs[0].states.values())).dtype
    values = all_stacks(chain, runs, dtype)
    stacks = {stack: tf.constant(values[stack]) for _, stack in model.stacks}
    fixed = {**chain.weights, **chain.constants}
    others = {name: tf.constant(fixed[name], dtype) for name in model.others}
    noted = Noted()
    if model.per_step:
        model.by_step(stacks, others, plan.chosen, tf.as_dtype(dtype), Stops(), noted)
        met = {f: rows.reshape(len(plan.chosen), -1).any(axis=1) for f, rows in noted.rows.items()}
        return [_finding(f, plan.chosen[rows], in_loss=True) for f, rows in met.items() if rows.any()]
    names = {name: Value(stacks[stack][None], True) for name, stack in model.stacks}
    for name, value in others.items():
        names[name] = Value(value) if name in chain.constants else Value(value[None], True)
    evaluate(model.node, Env(names, tf.as_dtype(dtype), note=noted))
    return [_finding(f, None, in_loss=True) for f, rows in noted.rows.items() if rows.any()]


def _finding(function: str, steps: Array | None, *, in_loss: bool = False) -> Finding:
    """`steps` [k] are those at which it happens, None where the loss reads whole stacks."""
    sits = f"sits on its kink {KINKS[function][1]}."
    array = "loss" if in_loss else None
    if steps is None:
        return Finding("info", "kink", f"In the loss, {function} {sits}", array)
    others = f" and {len(steps) - 1} more" if len(steps) > 1 else ""
    name = f"{function} in the loss" if in_loss else function
    sentence = f"At step {steps[0] + 1}{others}, {name} {sits}"
    return Finding("info", "kink", sentence, array, int(steps[0]), {"steps": len(steps)})
