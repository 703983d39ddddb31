"""Which steps, states, inputs and weights the loss has a path to: decided from what a step reads, never
from values.

The structure of a step is the same at every step, so going back is a walk over sets of states. The sets are
bit masks and each transition is worked out once; a walk over a million steps is a million dictionary
look-ups.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gradview.engine.loop_model import LoopModel, StepReads

Steps = NDArray[np.bool_]


@dataclass(frozen=True)
class Reached:
    """What a cotangent reaches in one step, given the states whose outputs carry it."""

    total: frozenset[str]
    same_step: frozenset[str]
    previous: frozenset[str]
    inputs: frozenset[str]
    weights: frozenset[str]


@dataclass(frozen=True)
class LayerPaths:
    """For one layer, by name, at which steps there is a path to the loss: [step], True where there is one."""

    out: Mapping[str, Steps]
    """Through the state as the step returns it: from the loss, an upper layer or the next step."""
    total: Mapping[str, Steps]
    through_time: Mapping[str, Steps]
    same_step: Mapping[str, Steps]
    inputs: Mapping[str, Steps]
    weights: Mapping[str, Steps]
    initial: frozenset[str]

    @property
    def last(self) -> int:
        """The last step (0-based) that has a path, or -1."""
        alive = np.zeros(0, bool)
        for steps in self.out.values():
            alive = steps if not alive.size else alive | steps
        found = np.flatnonzero(alive)
        return int(found[-1]) if found.size else -1


def reached(reads: Mapping[str, StepReads], out: frozenset[str]) -> Reached:
    """Close `out` over the reads of one step, from the state computed last to the first."""
    total = set(out)
    same: set[str] = set()
    seen = StepReads()
    for state in reversed(list(reads)):
        if state not in total:
            continue
        total |= reads[state].new
        same |= reads[state].new
        seen |= reads[state]
    return Reached(frozenset(total), frozenset(same), seen.previous, seen.inputs, seen.weights)


def layer_paths(model: LoopModel, seeds: Mapping[str, Steps], steps: int) -> LayerPaths:
    """Walk back over all steps.

    Parameters
    ----------
    seeds
        For each state, [step], where the loss or an upper layer reads it. Absent means nowhere.
    """
    names = model.states
    bits = np.zeros(steps, np.int64)
    for number, name in enumerate(names):
        if name in seeds:
            bits |= seeds[name].astype(np.int64) << number
    table: dict[int, tuple[int, Reached]] = {}
    outs = np.zeros(steps, np.int64)
    carries = np.zeros(steps, np.int64)
    carry = 0
    for step, seed in zip(range(steps - 1, -1, -1), bits[::-1].tolist(), strict=True):
        out = seed | carry
        outs[step], carries[step] = out, carry
        if out not in table:
            found = reached(model.reads, frozenset(n for i, n in enumerate(names) if out >> i & 1))
            table[out] = (sum(1 << i for i, n in enumerate(names) if n in found.previous), found)
        carry = table[out][0]

    def where(part: str, name: str) -> Steps:
        codes = [code for code, (_, found) in table.items() if name in getattr(found, part)]
        return np.isin(outs, codes)

    return LayerPaths(
        out={n: (outs >> i & 1).astype(bool) for i, n in enumerate(names)},
        total={n: where("total", n) for n in names},
        through_time={n: (carries >> i & 1).astype(bool) for i, n in enumerate(names)},
        same_step={n: where("same_step", n) for n in names},
        inputs={n: where("inputs", n) for n in model.shapes.inputs},
        weights={n: where("weights", n) for n in (*model.shapes.weights, *model.shapes.step_weights)},
        initial=frozenset(n for i, n in enumerate(names) if carry >> i & 1),
    )
