"""Zeros that float32 made: where a float64 run of the same experiment has a number too small for it."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradview.engine.chain import Chain
from gradview.engine.collect import Collected, collect_states
from gradview.engine.gradients import Gradients
from gradview.results.finding import Finding

TINY = float(np.finfo(np.float32).tiny)
"""The smallest normal float32; TensorFlow flushes what is below to zero on a CPU."""

Underflow = dict[str, Any]


def underflows(single: Collected, chain: Chain, double: Gradients) -> Underflow:
    """Where exact zeros of a float32 result are underflows.

    A zero that float64 shares is exact; one where float64 has a larger number than float32's smallest was
    rounded away in a sum, and is no underflow either.

    Returns
    -------
    meta["underflow"] : by array a list of steps (from 0), or True for an array without steps
    """
    suspects = [name for name, info in single.infos.items() if info.kind == "total"]
    if not any(np.any(single.arrays[name] == 0) for name in suspects):
        return {}
    other = Collected(chain.batched, chain.step_weights)
    collect_states(other, chain, double)
    found: Underflow = {}
    for name, exact in other.arrays.items():
        if name not in single.arrays or single.infos[name].kind in ("value", "structure"):
            continue
        size = np.abs(exact)
        made = (single.arrays[name] == 0) & (size > 0) & (size < TINY)
        if not made.any():
            continue
        by_step = single.infos[name].dims[:1] == ("step",)
        found[name] = np.flatnonzero(made.reshape(len(made), -1).any(axis=1)).tolist() if by_step else True
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
