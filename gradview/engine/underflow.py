"""Zeros that float32 made: where a float64 run of the same experiment has a number too small for it."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradview.engine.chain import Chain
from gradview.engine.collect import Collected, collect_inputs, collect_states, collect_weights
from gradview.engine.gradients import Gradients
from gradview.engine.read_loss import LossPlan, ReadLoss
from gradview.results.finding import Finding
from gradview.results.names import is_step_axis

TINY = float(np.finfo(np.float32).tiny)
"""The smallest normal float32; TensorFlow flushes what is below to zero on a CPU."""

Underflow = dict[str, Any]


KINDS = frozenset({
    "total", "direct", "through_time", "same_step", "initial", "inputs", "weights", "weights_by_step",
})  # fmt: skip
"""What the float64 run computes too."""


def underflows(
    single: Collected, chain: Chain, double: Gradients, plan: LossPlan, loss: ReadLoss
) -> Underflow:
    """Where exact zeros of a float32 result are underflows.

    A zero that float64 shares is exact; one where float64 has a larger number than float32's smallest was
    rounded away in a sum, and is no underflow either.

    Returns
    -------
    meta["underflow"] : by array a list of steps (from 0), or True for an array without steps
    """
    suspects = [n for n, info in single.infos.items() if info.kind in KINDS and not np.all(single.arrays[n])]
    if not suspects:
        return {}
    other = Collected(chain.batched, chain.step_weights)
    collect_states(other, chain, double)
    collect_inputs(other, chain, double)
    by_step = {"weights_by_step"} if all(len(p.kept) == chain.steps for p in double.layers) else set()
    collect_weights(other, chain, double, plan, loss, {"weights"} | by_step)
    found: Underflow = {}
    for name in suspects:
        if name not in other.arrays:
            continue
        size = np.abs(other.arrays[name])
        made = (single.arrays[name] == 0) & (size > 0) & (size < TINY)
        if not made.any():
            continue
        steps = is_step_axis(single.infos[name].dims[0]) if made.ndim else False
        found[name] = np.flatnonzero(made.reshape(len(made), -1).any(axis=1)).tolist() if steps else True
    return found


def underflow_findings(found: Underflow) -> list[Finding]:
    """A sentence about the first total gradient that underflows."""
    for name, steps in found.items():
        kind, _, state = name.partition("/")
        if kind == "total" and steps is not True:
            last = steps[-1] + 1
            sentence = (
                f"Going back, the gradient by {state} gets too small for float32: its zeros up to step "
                f"{last} are underflows, not the absence of a path. float64 holds them."
            )
            numbers = {"last_step": last, "steps": len(steps)}
            return [Finding("info", "underflow", sentence, name, steps[-1], numbers)]
    return []
