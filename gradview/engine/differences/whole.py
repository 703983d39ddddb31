"""The check end to end: central differences of the whole forward, which also see wrong bookkeeping between
steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

import numpy as np
import tensorflow as tf

from gradview.engine.chain import Array, Chain
from gradview.engine.differences.lanes import LANES, lanes_loss, lanes_segment
from gradview.engine.differences.verdict import EPS, Comparison, end_to_end
from gradview.engine.gradients import Gradients
from gradview.engine.initials import initial_states
from gradview.engine.loop_model import Stops
from gradview.engine.progress import Progress
from gradview.engine.read_loss import LossPlan, all_stacks
from gradview.engine.run_forward import LayerRun

LATE_STEPS = 4
"""How many late steps are compared for each state; early ones are the local check's."""
SEGMENT = 4096


class WholeCheck:
    """Compares a float64 run's gradients with differences of its loss.

    Parameters
    ----------
    runs
        The forward run in float64.
    seconds
        How long it may take; what does not fit is 'not checked'. None: no limit.
    """

    def __init__(
        self, chain: Chain, plan: LossPlan, runs: list[LayerRun], found: Gradients, seconds: float | None
    ) -> None:
        self.chain, self.plan, self.runs, self.found = chain, plan, runs, found
        self.base = all_stacks(chain, runs, np.float64)
        self._until = None if seconds is None else perf_counter() + seconds
        self._rng = np.random.default_rng(0)

    def comparisons(self, weights: Mapping[str, Array], progress: Progress) -> list[Comparison]:
        """Compare late steps of each state, each weight and each initial state.

        Parameters
        ----------
        weights
            The whole gradient by each weight, per-step ones included.
        """
        done = []
        for array, by, step, gradient, scale, loss_at in self._questions(weights):
            if self._until is not None and perf_counter() > self._until:
                done.append(Comparison("end_to_end", array, by, step, "not checked", 0.0, 0.0, 0.0))
                continue
            done.append(self._compare(array, by, step, gradient, scale, loss_at))
            progress.advance(1)
        return done

    def _questions(self, weights: Mapping[str, Array]) -> list[Any]:
        questions: list[Any] = []
        for number, layer in enumerate(reversed(self.found.layers)):
            if layer.run.model.is_output or layer.paths.last < 0:
                continue
            first = max(0, layer.paths.last - LATE_STEPS + 1)
            for name, states in layer.run.states.items():
                for t in range(layer.paths.last, first - 1, -1):
                    total = layer.out(name)[t] + layer.swept.steps["same_step"][name][t]
                    moved = self._by_offset(number, name, t)
                    questions.append((f"total/{name}", "offset", t, total, _scale(states[t]), moved))
        for name, gradient in weights.items():
            values = self.chain.weights[name]
            questions.append(
                (f"weights/{name}", "weight", None, gradient, _scale(values), self._by_weight(name))
            )
        for layer in reversed(self.found.layers):
            for name in layer.run.states if not layer.run.model.is_output else ():
                gradient, values = layer.swept.initial[name], layer.run.initial[name]
                moved = self._by_initial(name)
                questions.append((f"initial/{name}", "initial", None, gradient, _scale(values), moved))
        return questions

    def _compare(
        self,
        array: str,
        by: str,
        step: int | None,
        gradient: Array,
        scale: float,
        loss_at: Callable[[Array], Any],
    ) -> Comparison:
        along = self._rng.standard_normal(np.shape(gradient))
        along = along / max(float(np.linalg.norm(along)), 1e-300)
        sweep, size = float(np.vdot(gradient, along)), float(np.linalg.norm(gradient))
        found, bends = [], []
        for e in (1e-5 * scale, 1e-6 * scale):
            base, up, down = (float(loss) for loss in loss_at(e * along))
            found.append((up - down) / (2 * e))
            bends.append(((up - base) + (down - base)) / e)
        floor = 10 * EPS * abs(base) / (1e-5 * scale)
        verdict = end_to_end(sweep, size, (found[0], found[1]), floor, (bends[0], bends[1]))
        return Comparison("end_to_end", array, by, step, verdict, sweep, found[0], floor)

    def _by_offset(self, layer: int, name: str, t: int) -> Callable[[Array], Any]:
        return lambda move: self._losses(first_layer=layer, begin=t, offset={name: move})

    def _by_weight(self, name: str) -> Callable[[Array], Any]:
        return lambda move: self._losses(weight={name: move})

    def _by_initial(self, name: str) -> Callable[[Array], Any]:
        return lambda move: self._losses(initial={name: move})

    def _losses(
        self,
        first_layer: int = 0,
        begin: int = 0,
        offset: Mapping[str, Array] | None = None,
        weight: Mapping[str, Array] | None = None,
        initial: Mapping[str, Array] | None = None,
    ) -> Any:
        """The three lanes' losses, with the layers from `first_layer` up run again from step `begin`."""
        weights = {n: _lanes(w, (weight or {}).get(n)) for n, w in self.chain.weights.items()}
        starts = self._starts(weights, initial or {})
        stacks: dict[str, Array] = {}
        for run in self.runs[first_layer:]:
            stacks |= self._layer(run, begin, stacks, weights, starts, offset or {})
        return self._loss(stacks, begin, weights)

    def _starts(self, weights: Mapping[str, Array], moves: Mapping[str, Array]) -> dict[str, Array]:
        """The initial states of the lanes, those of `initial` expressions computed from the lanes'
        weights."""
        starts = {n: _lanes(a, moves.get(n)) for run in self.runs for n, a in run.initial.items()}
        if not self.chain.initial_expressions:
            return starts
        constants = {n: tf.constant(a, tf.float64) for n, a in self.chain.constants.items()}
        base, lanes = Stops(), []
        for lane in range(LANES):
            own = {n: tf.constant(weights[n][lane]) for n in self.chain.shared_weights}
            stops = base if lane == 0 else base.replay()
            lanes.append(initial_states(self.chain, own, constants, tf.float64, stops))
        for name in self.chain.initial_expressions:
            move = _lanes(np.zeros(lanes[0][name].shape), moves.get(name))
            starts[name] = np.stack([lane[name].numpy() for lane in lanes]) + move
        return starts

    def _layer(
        self,
        run: LayerRun,
        begin: int,
        stacks: Mapping[str, Array],
        weights: Mapping[str, Array],
        starts: Mapping[str, Array],
        offset: Mapping[str, Array],
    ) -> dict[str, Array]:
        steps = self.chain.steps
        state: Any = {n: starts[n] if not begin else _lanes(s[begin - 1]) for n, s in run.states.items()}
        offsets = {
            n: _lanes(np.zeros(s.shape[1:]), offset.get(n))
            if n in offset
            else np.zeros((LANES, *s.shape[1:]))
            for n, s in run.states.items()
        }
        at = begin if any(n in offset for n in run.states) else -1
        pieces: list[Any] = []
        for start in range(begin, steps, SEGMENT):
            end = min(start + SEGMENT, steps)
            inputs = {
                n: stacks[n][start - begin : end - begin] if n in stacks else _lanes_by_step(a[start:end])
                for n, a in run.inputs.items()
            }
            step_weights = {n: np.moveaxis(weights[n][:, start:end], 0, 1) for n in run.step_weights}
            own = {n: weights[n] for n in run.weights}
            kept, state = lanes_segment(run.model)(
                start, end - start, inputs, step_weights, own, run.constants, state, at, offsets
            )
            pieces.append(kept)
        return {n: np.concatenate([p[n].numpy() for p in pieces]) for n in run.states}

    def _loss(self, stacks: Mapping[str, Array], begin: int, weights: Mapping[str, Array]) -> Any:
        used = {}
        for _, name in self.plan.model.stacks:
            if name in stacks:
                used[name] = np.concatenate([_lanes_by_step(self.base[name][:begin]), stacks[name]])
            elif name in self.chain.step_weights:
                used[name] = np.moveaxis(weights[name], 0, 1)
            else:
                used[name] = _lanes_by_step(self.base[name])
        constants = {n: _lanes(a) for n, a in self.chain.constants.items()}
        others = {n: {**weights, **constants}[n] for n in self.plan.model.others}
        shapes: dict[str, tuple[int | None, ...]] = {n: (None, *a.shape[2:]) for n, a in used.items()}
        shapes |= {n: a.shape[1:] for n, a in others.items()}
        return lanes_loss(self.plan.model, shapes)(used, others, self.plan.chosen).numpy()


def _lanes(values: Array, move: Array | None = None) -> Array:
    """[3, ...]: as it is, moved up, moved down."""
    values = np.asarray(values, np.float64)
    return np.stack([values] * LANES if move is None else [values, values + move, values - move])


def _lanes_by_step(values: Array) -> Array:
    """[step, 3, ...]: the same in all lanes."""
    values = np.asarray(values, np.float64)
    return np.ascontiguousarray(np.broadcast_to(values[:, None], (len(values), LANES, *values.shape[1:])))


def _scale(values: Array) -> float:
    finite = np.abs(values[np.isfinite(values)]) if np.ndim(values) else np.abs(np.nan_to_num(values))
    return max(1.0, float(np.max(finite, initial=0.0)))
