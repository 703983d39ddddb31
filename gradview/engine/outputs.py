"""d(sum of y_t)/dW for every step's output: one cotangent an output, all carried at once in chunks.

An output's cotangent does not exist after its own step, so a chunk of outputs [first, end) starts at end - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from gradview.engine.chain import Array, Chain
from gradview.engine.gradients import EMIT
from gradview.engine.initials import pulled_back, weights_read
from gradview.engine.paths import LayerPaths, layer_paths
from gradview.engine.progress import Progress
from gradview.engine.run_forward import LayerRun
from gradview.engine.run_sweep import Seeds, SweepWork, run_sweep

CARRIED_BYTES = 256 * 2**20
"""What the cotangents of one chunk may take, their weight gradients and lower layers' seeds included."""


def outputs_by_weights(
    chain: Chain, runs: list[LayerRun], progress: Progress, budget: int = CARRIED_BYTES
) -> tuple[dict[str, Array], dict[str, Array]]:
    """Differentiate every step's output by every weight.

    Returns
    -------
    (derivatives, paths)
        [step, *W.shape] by shared weight, [step, step, ...] by per-step weight; and for each the steps that
        have a path: [step] or [step, step].
    """
    steps = chain.steps
    dtype = next(iter(runs[0].states.values())).dtype
    found: dict[str, Array] = {}
    paths: dict[str, Array] = {}
    for name, weight in chain.weights.items():
        per_step = name in chain.step_weights
        found[name] = np.zeros((steps, *weight.shape), dtype)
        paths[name] = np.zeros((steps, steps) if per_step else steps, bool)
    base = {chain.output: _ones(runs, chain.output)}
    loops = list(runs)
    if runs[-1].model.is_output:
        base = _through_output(chain, loops.pop(), found, paths, progress)
    _paths_through_loops(chain, loops, base, paths)
    chunk = _chunk(chain, loops, budget, dtype.itemsize)
    for first in range(0, steps, chunk):
        end = min(first + chunk, steps)
        _sweep_chunk(chain, loops, base, first, end, found, progress)
    return found, paths


def _ones(runs: list[LayerRun], name: str) -> Array:
    states = next(run.states[name] for run in runs if name in run.states)
    return np.ones_like(states)


def _through_output(
    chain: Chain, run: LayerRun, found: dict[str, Array], paths: dict[str, Array], progress: Progress
) -> dict[str, Array]:
    """The output layer has no memory: one sweep gives each y_t's own derivatives. Return those by its
    inputs."""
    every = np.ones(chain.steps, bool)
    layer = layer_paths(run.model, {"y": every}, chain.steps)
    seeds = _ones([run], "y")
    work = SweepWork(lambda b, e: {"y": seeds[b:e]}, layer, EMIT, every)
    swept = run_sweep(run, work, progress)
    for name, values in swept.steps["weights"].items():
        found[name] += values
        paths[name] |= layer.weights[name]
    for name, values in swept.steps["step_weights"].items():
        diagonal = np.arange(chain.steps)
        found[name][diagonal, diagonal] += values
        paths[name][diagonal, diagonal] |= layer.weights[name]
    return {n: v for n, v in swept.steps["inputs"].items() if n in chain.states and layer.inputs[n].any()}


def _paths_through_loops(
    chain: Chain, loops: list[LayerRun], base: dict[str, Array], paths: dict[str, Array]
) -> None:
    """Output t has a path to step r's use of a weight if its age t - r has."""
    steps = chain.steps
    starts = frozenset(base)
    older = np.subtract.outer(np.arange(steps), np.arange(steps)) if chain.step_weights else None
    at_zero = np.arange(steps) == steps - 1
    seeds = dict.fromkeys(starts, at_zero)
    for run in reversed(loops):
        layer = layer_paths(run.model, {n: s for n, s in seeds.items() if n in run.states}, steps)
        for name, path in layer.weights.items():
            ages = path[::-1]
            if name in chain.step_weights:
                assert older is not None
                paths[name] |= (older >= 0) & ages[np.maximum(older, 0)]
            else:
                paths[name] |= np.maximum.accumulate(ages)
        for name, path in layer.inputs.items():
            seeds[name] = seeds[name] | path if name in seeds else path
        for state, weights in weights_read(chain).items():
            if state in run.states:
                for name in weights:
                    paths[name] |= _reaches_start(layer, state)


def _reaches_start(layer: LayerPaths, state: str) -> Array:
    """[step]: which outputs have a path to the initial state. It is the same age that counts, wherever it
    starts."""
    later = np.append(layer.through_time[state][:-1], False)[::-1]
    reaches = np.empty_like(later)
    reaches[:-1], reaches[-1] = later[1:], state in layer.initial
    return reaches


def _chunk(chain: Chain, loops: list[LayerRun], budget: int, itemsize: int) -> int:
    """How many cotangents go at once."""
    each = 0
    for run in loops:
        shapes = run.model.shapes
        carried = sum(int(np.prod(s)) for g in (shapes.states, shapes.weights) for s in g.values())
        by_step = sum(int(np.prod(s)) for g in (shapes.inputs, shapes.step_weights) for s in g.values())
        each += 4 * carried + chain.steps * by_step
    return int(max(1, min(chain.steps, budget // max(each * itemsize, 1))))


def _sweep_chunk(
    chain: Chain,
    loops: list[LayerRun],
    base: dict[str, Array],
    first: int,
    end: int,
    found: dict[str, Array],
    progress: Progress,
) -> None:
    count = end - first
    alive = np.arange(chain.steps)[:, None] <= np.arange(first, end)
    reaching = np.zeros(chain.steps, bool)
    reaching[first:end] = True
    seeds: dict[str, Callable[[int, int], Array]] = {n: _one_hot(b, first, end) for n, b in base.items()}
    seed_paths = dict.fromkeys(base, reaching)
    for run in reversed(loops):
        own = {n: s for n, s in seeds.items() if n in run.states}
        paths = layer_paths(run.model, {n: p for n, p in seed_paths.items() if n in run.states}, chain.steps)
        work = SweepWork(
            _called(own),
            paths,
            frozenset({"inputs", "step_weights"}),
            np.zeros(chain.steps, bool),
            count,
            alive,
        )
        swept = run_sweep(run, work, progress)
        for name, values in swept.sums.items():
            found[name][first:end] += values
        dtype = next(iter(run.states.values())).dtype
        for name, values in pulled_back(chain, swept.initial, paths.initial, dtype).items():
            found[name][first:end] += values
        for name, values in swept.steps["step_weights"].items():
            found[name][first:end] += np.moveaxis(values, 0, 1)
        for name, values in swept.steps["inputs"].items():
            if name in chain.states:
                seeds[name] = _with(seeds.get(name), values)
                add_to = seed_paths.get(name)
                seed_paths[name] = paths.inputs[name] if add_to is None else add_to | paths.inputs[name]


def _called(seeds: Mapping[str, Callable[[int, int], Array]]) -> Seeds:
    return lambda begin, end: {name: seed(begin, end) for name, seed in seeds.items()}


def _one_hot(base: Array, first: int, end: int) -> Callable[[int, int], Array]:
    """Seeds [n, M, ...]: cotangent m is `base` at its own step, and nothing elsewhere."""

    def seeds(begin: int, stop: int) -> Array:
        values = np.zeros((stop - begin, end - first, *base.shape[1:]), base.dtype)
        own = np.arange(max(begin, first), min(stop, end))
        values[own - begin, own - first] = base[own]
        return values

    return seeds


def _with(before: Callable[[int, int], Array] | None, values: Array) -> Callable[[int, int], Array]:
    def seeds(begin: int, stop: int) -> Array:
        return values[begin:stop] if before is None else before(begin, stop) + values[begin:stop]

    return seeds
