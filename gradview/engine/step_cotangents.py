"""One cotangent for each step's own number, its output's or its loss's: all carried at once, in chunks.

A step's cotangent does not exist after that step, so a chunk of them starts at the last of its own steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from gradview.engine.chain import Array, Chain
from gradview.engine.gradients import EMIT, add
from gradview.engine.initials import pulled_back, weights_read
from gradview.engine.paths import LayerPaths, layer_paths
from gradview.engine.progress import Progress
from gradview.engine.read_loss import LossPlan, ReadLoss, outside_by_step
from gradview.engine.run_forward import LayerRun
from gradview.engine.run_sweep import Seeds, SweepWork, run_sweep
from gradview.results.reduce import norm

CARRIED_BYTES = 256 * 2**20
"""What the cotangents of one chunk may take, their weight gradients and lower layers' seeds included."""


@dataclass
class StepCotangents:
    """What every step's own number has to do with weights and earlier states.

    Attributes
    ----------
    weights
        [step, *W.shape] by shared weight, [step, step, ...] by per-step weight.
    states
        [step, step] by state: the norm of its derivative by each step's state; empty if not asked for.
    weight_paths, state_paths
        The steps that have a path: [step], or [step, step].
    """

    weights: dict[str, Array] = field(default_factory=dict)
    states: dict[str, Array] = field(default_factory=dict)
    weight_paths: dict[str, Array] = field(default_factory=dict)
    state_paths: dict[str, Array] = field(default_factory=dict)


def outputs_by_weights(
    chain: Chain, runs: list[LayerRun], progress: Progress, budget: int = CARRIED_BYTES
) -> StepCotangents:
    """Differentiate the sum of every step's output by every weight."""
    output = next(run.states[chain.output] for run in runs if chain.output in run.states)
    every = np.arange(chain.steps)
    return _carried(chain, runs, {chain.output: np.ones_like(output)}, every, progress, budget)


def losses_by_all(
    chain: Chain,
    runs: list[LayerRun],
    plan: LossPlan,
    loss: ReadLoss,
    progress: Progress,
    *,
    states: bool,
    budget: int = CARRIED_BYTES,
) -> StepCotangents:
    """Differentiate every per-step loss by every weight, and by every step's states if `states`.

    What the loss itself reads of a weight is among it; a step that the loss does not read has no path.
    """
    base = {n: v for n, v in loss.direct.items() if any(n in run.states for run in runs)}
    found = _carried(chain, runs, base, np.unique(plan.chosen), progress, budget, norms=states)
    for name, values in outside_by_step(chain, plan, runs).items():
        found.weights[name] += values
        found.weight_paths[name][plan.chosen] = True
    diagonal = np.arange(chain.steps)
    for name in chain.step_weights & set(loss.direct):
        found.weights[name][diagonal, diagonal] += loss.direct[name]
        found.weight_paths[name][diagonal, diagonal] |= plan.paths[name]
    return found


def _carried(
    chain: Chain,
    runs: list[LayerRun],
    base: dict[str, Array],
    own: Array,
    progress: Progress,
    budget: int,
    *,
    norms: bool = False,
) -> StepCotangents:
    """Carry the cotangents of the steps `own`, each of which is `base` at its own step."""
    steps = chain.steps
    loops = list(runs)
    dtype = next(iter(runs[0].states.values())).dtype
    found = StepCotangents()
    for name, weight in chain.weights.items():
        found.weights[name] = np.zeros((steps, *weight.shape), dtype)
        found.weight_paths[name] = np.zeros((steps, steps) if name in chain.step_weights else steps, bool)
    if runs[-1].model.is_output:
        output = loops.pop()
        if chain.output in base:
            _through_output(chain, output, base, own, found, progress)
    if norms:
        for run in loops:
            for name in run.states:
                found.states[name] = np.zeros((steps, steps), dtype)
                found.state_paths[name] = np.zeros((steps, steps), bool)
    _paths_through_loops(chain, loops, base, own, found)
    chunk = _chunk(chain, loops, budget, dtype.itemsize, norms)
    for first in range(0, len(own), chunk):
        _sweep_chunk(chain, loops, base, own[first : first + chunk], found, progress)
    return found


def _through_output(
    chain: Chain,
    run: LayerRun,
    base: dict[str, Array],
    own: Array,
    found: StepCotangents,
    progress: Progress,
) -> None:
    """Replace the output's part of `base` by what it hands to the loops. It has no memory: one sweep does
    all steps."""
    seeds = base.pop(chain.output)
    chosen = np.zeros(chain.steps, bool)
    chosen[own] = True
    layer = layer_paths(run.model, {chain.output: chosen}, chain.steps)
    every = np.ones(chain.steps, bool)
    work = SweepWork(lambda b, e: {chain.output: seeds[b:e]}, layer, EMIT, every)
    swept = run_sweep(run, work, progress)
    for name, values in swept.steps["weights"].items():
        found.weights[name] += values
        found.weight_paths[name] |= layer.weights[name]
    for name, values in swept.steps["step_weights"].items():
        diagonal = np.arange(chain.steps)
        found.weights[name][diagonal, diagonal] += values
        found.weight_paths[name][diagonal, diagonal] |= layer.weights[name]
    for name, values in swept.steps["inputs"].items():
        if name in chain.states and layer.inputs[name].any():
            add(base, name, values)


def _paths_through_loops(
    chain: Chain, loops: list[LayerRun], base: Mapping[str, Array], own: Array, found: StepCotangents
) -> None:
    """Step t's number has a path to step r's states and weights if its age t - r has."""
    steps = chain.steps
    older = np.subtract.outer(np.arange(steps), np.arange(steps))
    chosen = np.zeros(steps, bool)
    chosen[own] = True
    at_zero = np.arange(steps) == steps - 1
    seeds = dict.fromkeys(base, at_zero)

    def by_age(path: Array) -> Array:
        """[step, step] from the ages, [step], that have a path."""
        return np.asarray((older >= 0) & path[::-1][np.maximum(older, 0)] & chosen[:, None])

    for run in reversed(loops):
        layer = layer_paths(run.model, {n: s for n, s in seeds.items() if n in run.states}, steps)
        for name, path in layer.weights.items():
            if name in chain.step_weights:
                found.weight_paths[name] |= by_age(path)
            else:
                found.weight_paths[name] |= chosen & np.maximum.accumulate(path[::-1])
        for name in found.state_paths.keys() & run.states.keys():
            found.state_paths[name] |= by_age(layer.total[name])
        for name, path in layer.inputs.items():
            seeds[name] = seeds[name] | path if name in seeds else path
        for state, weights in weights_read(chain).items():
            if state in run.states:
                for name in weights:
                    found.weight_paths[name] |= chosen & _reaches_start(layer, state)


def _reaches_start(layer: LayerPaths, state: str) -> Array:
    """[step]: which outputs have a path to the initial state. It is the same age that counts, wherever it
    starts."""
    later = np.append(layer.through_time[state][:-1], False)[::-1]
    reaches = np.empty_like(later)
    reaches[:-1], reaches[-1] = later[1:], state in layer.initial
    return reaches


def _chunk(chain: Chain, loops: list[LayerRun], budget: int, itemsize: int, norms: bool) -> int:
    """How many cotangents go at once."""
    each = 0
    for run in loops:
        shapes = run.model.shapes
        carried = sum(int(np.prod(s)) for g in (shapes.states, shapes.weights) for s in g.values())
        by_step = sum(int(np.prod(s)) for g in (shapes.inputs, shapes.step_weights) for s in g.values())
        if norms:
            by_step += 4 * sum(int(np.prod(s)) for s in shapes.states.values())
        each += 4 * carried + chain.steps * by_step
    return int(max(1, min(chain.steps, budget // max(each * itemsize, 1))))


def _sweep_chunk(
    chain: Chain,
    loops: list[LayerRun],
    base: Mapping[str, Array],
    own: Array,
    found: StepCotangents,
    progress: Progress,
) -> None:
    alive = np.arange(chain.steps)[:, None] <= own
    reaching = np.zeros(chain.steps, bool)
    reaching[own] = True
    seeds: dict[str, Callable[[int, int], Array]] = {n: _one_hot(b, own) for n, b in base.items()}
    seed_paths = dict.fromkeys(base, reaching)
    emit = {"inputs", "step_weights"} | ({"through_time", "same_step"} if found.states else set())
    for run in reversed(loops):
        mine = {n: s for n, s in seeds.items() if n in run.states}
        paths = layer_paths(run.model, {n: p for n, p in seed_paths.items() if n in run.states}, chain.steps)
        never = np.zeros(chain.steps, bool)
        work = SweepWork(_called(mine), paths, frozenset(emit), never, len(own), alive)
        swept = run_sweep(run, work, progress)
        for name, values in swept.sums.items():
            found.weights[name][own] += values
        dtype = next(iter(run.states.values())).dtype
        for name, values in pulled_back(chain, swept.initial, paths.initial, dtype).items():
            found.weights[name][own] += values
        for name, values in swept.steps["step_weights"].items():
            found.weights[name][own] += np.moveaxis(values, 0, 1)
        for name in found.states.keys() & run.states.keys():
            total = swept.steps["through_time"][name] + swept.steps["same_step"][name]
            total = total + mine[name](0, chain.steps) if name in mine else total
            found.states[name][own] = norm(total, tuple(range(2, total.ndim))).T
        for name, values in swept.steps["inputs"].items():
            if name in chain.states:
                seeds[name] = _with(seeds.get(name), values)
                add_to = seed_paths.get(name)
                seed_paths[name] = paths.inputs[name] if add_to is None else add_to | paths.inputs[name]


def _called(seeds: Mapping[str, Callable[[int, int], Array]]) -> Seeds:
    return lambda begin, end: {name: seed(begin, end) for name, seed in seeds.items()}


def _one_hot(base: Array, own: Array) -> Callable[[int, int], Array]:
    """Seeds [n, M, ...]: cotangent m is `base` at its own step, and nothing elsewhere."""

    def seeds(begin: int, stop: int) -> Array:
        values = np.zeros((stop - begin, len(own), *base.shape[1:]), base.dtype)
        inside = np.flatnonzero((own >= begin) & (own < stop))
        values[own[inside] - begin, inside] = base[own[inside]]
        return values

    return seeds


def _with(before: Callable[[int, int], Array] | None, values: Array) -> Callable[[int, int], Array]:
    def seeds(begin: int, stop: int) -> Array:
        return values[begin:stop] if before is None else before(begin, stop) + values[begin:stop]

    return seeds
