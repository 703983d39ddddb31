"""The reverse sweep of one layer over all steps: segments from the last step that the loss has a path
from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import tensorflow as tf

from gradview.engine.chain import Array
from gradview.engine.paths import LayerPaths
from gradview.engine.progress import Pace, Progress
from gradview.engine.run_forward import LayerRun
from gradview.engine.sweep import SweepKind, sweep_segment
from gradview.results.outcome import RunError

PURITY = {"float32": 1e-5, "float64": 1e-12}
"""How far a step computed again may lie from the kept one, relative to the state's largest magnitude."""

Seeds = Callable[[int, int], Mapping[str, Array]]
"""seeds(begin, end) -> by state, what arrives at the outputs of those steps from outside the loop, [n, M,
...]."""


@dataclass(frozen=True)
class SweepWork:
    """What a sweep carries and writes.

    Attributes
    ----------
    seeds
        A state that is absent gets nothing.
    cotangents
        M; None for one cotangent without an axis.
    alive
        [step, M]: whether a cotangent exists at a step; None where there is one.
    emit
        Groups written for each step, as in `SweepKind`.
    keep : [step]
        At which steps each weight's own part is kept.
    """

    seeds: Seeds
    paths: LayerPaths
    emit: frozenset[str]
    keep: Array
    cotangents: int | None = None
    alive: Array | None = None


@dataclass
class Swept:
    """What came out of a sweep; M is absent for one cotangent.

    Attributes
    ----------
    steps
        The emitted groups by name, [step, M, ...]; of "weights" [kept, M, ...], in the order of the steps.
    sums
        By weight, the sum over all steps, [M, ...].
    initial
        By state, the cotangent of s_0.
    boundaries
        First step of each segment.
    """

    steps: dict[str, dict[str, Array]]
    sums: dict[str, Array]
    initial: dict[str, Array]
    boundaries: list[int] = field(default_factory=list)


def run_sweep(run: LayerRun, work: SweepWork, progress: Progress) -> Swept:
    """Carry the cotangents from the last step with a path back to the initial state.

    Raises
    ------
    RunError
        A step gave another result the second time: it is not pure.
    """
    sweeper = _Sweeper(run, work)
    pace = Pace()
    last = work.paths.last
    progress.advance(sweeper.total - 1 - last)
    for live, begin, end in sections(work.paths):
        if not live:  # nothing is carried there, and the arrays are zero as they are
            progress.advance(end - begin)
            continue
        stop = end
        while stop > begin:
            start = max(begin, stop - pace.length)
            with pace.measured(stop - start):
                sweeper.segment(live, start, stop)
            progress.advance(stop - start)
            stop = start
    return sweeper.swept


def sections(paths: LayerPaths) -> Iterator[tuple[frozenset[str], int, int]]:
    """Stretches of steps, last first, at which the same states' outputs carry something: (states, begin,
    end)."""
    names = list(paths.out)
    end = paths.last + 1
    if not end:
        return
    table = np.stack([paths.out[n][:end] for n in names])
    changes = np.flatnonzero((table[:, 1:] != table[:, :-1]).any(0)) + 1
    bounds = [0, *changes.tolist(), end]
    for begin, stop in reversed(list(pairwise(bounds))):
        yield frozenset(n for n, on in zip(names, table[:, begin], strict=True) if on), begin, stop


class _Sweeper:
    """Holds the carry between segments and the arrays that they fill."""

    def __init__(self, run: LayerRun, work: SweepWork) -> None:
        self.run, self.work = run, work
        first = next(iter(run.states.values()))
        self.dtype, self.total = first.dtype, len(first)
        shapes = run.model.shapes
        axis = () if work.cotangents is None else (work.cotangents,)
        groups: dict[str, Mapping[str, tuple[int, ...]]] = {
            "through_time": shapes.states,
            "same_step": shapes.states,
            "inputs": shapes.inputs,
            "step_weights": shapes.step_weights,
            "weights": shapes.weights,
        }
        count = {"weights": int(np.sum(work.keep))}
        self.carry: Any = {n: np.zeros((*axis, *s), self.dtype) for n, s in shapes.states.items()}
        self.sums: Any = {n: np.zeros((*axis, *s), self.dtype) for n, s in shapes.weights.items()}
        self.swept = Swept(
            {
                group: {
                    n: np.zeros((count.get(group, self.total), *axis, *s), self.dtype)
                    for n, s in groups[group].items()
                }
                for group in work.emit
            },
            self.sums,
            self.carry,
        )
        self._compared = False

    def segment(self, live: frozenset[str], begin: int, end: int) -> None:
        run, work = self.run, self.work
        function = sweep_segment(
            run.model, tf.as_dtype(self.dtype), SweepKind(live, work.cotangents is not None, work.emit)
        )
        inputs, step_weights = run.sliced(begin, end)
        keep = work.keep[begin:end]
        alive = np.zeros((end - begin, 0), bool) if work.alive is None else work.alive[begin:end]
        parts = function(
            begin,
            end - begin,
            inputs,
            step_weights,
            run.weights,
            run.constants,
            run.previous(begin, end),
            {n: s[begin:end] for n, s in run.states.items()},
            self._seeds(live, begin, end),
            self.carry,
            self.sums,
            keep,
            self._compare(begin, end),
            alive,
        )
        self._check_purity(parts)
        kept = int(np.sum(work.keep[:begin]))
        for group in work.emit:
            where = slice(kept, kept + int(keep.sum())) if group == "weights" else slice(begin, end)
            for name, values in parts[group].items():
                self.swept.steps[group][name][where] = values.numpy()
        self.carry, self.sums = parts["carry"], parts["sums"]
        self.swept.sums = {n: v.numpy() for n, v in self.sums.items()}
        self.swept.initial = {n: v.numpy() for n, v in self.carry.items()}
        self.swept.boundaries.append(begin)

    def _seeds(self, live: frozenset[str], begin: int, end: int) -> dict[str, Array]:
        given = self.work.seeds(begin, end)
        axis = () if self.work.cotangents is None else (self.work.cotangents,)
        return {
            n: given[n]
            if n in given
            else np.zeros((end - begin, *axis, *self.run.model.shapes.states[n]), self.dtype)
            for n in live
        }

    def _compare(self, begin: int, end: int) -> Array:
        """Compare the whole first segment, then each segment's ends: comparing costs as much as a small
        step."""
        compare = np.full(end - begin, not self._compared)
        compare[[0, -1]] = True
        self._compared = True
        return compare

    def _check_purity(self, parts: dict[str, Any]) -> None:
        limit = PURITY[self.dtype.name]
        for name in self.run.states:
            difference, magnitude = float(parts["difference"][name]), float(parts["magnitude"][name])
            if difference > limit * max(magnitude, np.finfo(self.dtype).tiny):
                raise RunError(
                    f"{name} came out differently when its step was computed again (by {difference:.3g}, "
                    f"where its largest value is {magnitude:.3g}): a step must depend on nothing but its "
                    "arguments, or the gradient would belong to other states than those kept."
                )
