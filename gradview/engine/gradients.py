"""One cotangent, the loss's, through the whole chain: every layer's sweep, from the output down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from gradview.engine.chain import Array, Chain
from gradview.engine.initials import pulled_back, weights_read
from gradview.engine.paths import LayerPaths, layer_paths
from gradview.engine.progress import Progress
from gradview.engine.read_loss import LossPlan, ReadLoss
from gradview.engine.run_forward import LayerRun
from gradview.engine.run_sweep import Seeds, SweepWork, Swept, run_sweep

EMIT = frozenset({"through_time", "same_step", "inputs", "step_weights", "weights"})


@dataclass(frozen=True)
class LayerGradients:
    """One layer's sweep with what it started from; all [step, ...] by name.

    Attributes
    ----------
    seeds
        What reached each state's output from outside its loop: direct + from upper layers.
    out
        What each step was handed: seeds + through_time.
    kept
        Steps whose weight gradients are in `swept.steps["weights"]`.
    """

    run: LayerRun
    paths: LayerPaths
    seeds: Mapping[str, Array]
    swept: Swept
    kept: Array

    def out(self, name: str) -> Array:
        """[step, ...]: the cotangent of a state as its step returns it."""
        return self.seeds[name] + self.swept.steps["through_time"][name]


@dataclass
class Gradients:
    """Everything that the one cotangent leaves behind.

    Attributes
    ----------
    direct, upper
        By stack, [step, ...]: read by the loss (through an output layer too); come from layers above.
    direct_paths, upper_paths
        By stack, [step]: where there is a path.
    outside
        By shared weight: what the loss and `initial` expressions read of it themselves.
    """

    layers: list[LayerGradients] = field(default_factory=list)
    direct: dict[str, Array] = field(default_factory=dict)
    upper: dict[str, Array] = field(default_factory=dict)
    direct_paths: dict[str, Array] = field(default_factory=dict)
    upper_paths: dict[str, Array] = field(default_factory=dict)
    outside: dict[str, Array] = field(default_factory=dict)


def sweep_chain(
    chain: Chain, runs: list[LayerRun], plan: LossPlan, loss: ReadLoss, keep: Array, progress: Progress
) -> Gradients:
    """Send the loss's cotangent back through every layer.

    Parameters
    ----------
    keep : [step]
        At which steps each weight's own part is kept.
    """
    found = Gradients(direct=dict(loss.direct), direct_paths=dict(plan.paths), outside=dict(loss.outside))
    for run in reversed(runs):
        seeds = _seeds(run, found)
        paths = layer_paths(run.model, _seed_paths(run, found), chain.steps)
        work = SweepWork(_sliced(seeds), paths, EMIT, keep)
        swept = run_sweep(run, work, progress)
        found.layers.append(LayerGradients(run, paths, seeds, swept, np.flatnonzero(keep)))
        _hand_down(run, paths, swept, found)
    _initial_uses(chain, runs, found)
    return found


def _sliced(seeds: Mapping[str, Array]) -> Seeds:
    return lambda begin, end: {name: values[begin:end] for name, values in seeds.items()}


def _seeds(run: LayerRun, found: Gradients) -> dict[str, Array]:
    seeds = {}
    for name, states in run.states.items():
        parts = [part[name] for part in (found.direct, found.upper) if name in part]
        seeds[name] = (
            np.zeros_like(states) if not parts else parts[0] if len(parts) == 1 else parts[0] + parts[1]
        )
    return seeds


def _seed_paths(run: LayerRun, found: Gradients) -> dict[str, Array]:
    paths: dict[str, Array] = {}
    for part in (found.direct_paths, found.upper_paths):
        for name in run.states:
            if name in part:
                paths[name] = paths[name] | part[name] if name in paths else part[name]
    return paths


def _hand_down(run: LayerRun, paths: LayerPaths, swept: Swept, found: Gradients) -> None:
    """Give the layers below what this one's inputs received; an output layer's counts as read by the loss."""
    output = run.model.is_output
    for name, values in swept.steps["inputs"].items():
        direct = output or name in ("x", "target")
        add(found.direct if direct else found.upper, name, values)
        add_path(found.direct_paths if direct else found.upper_paths, name, paths.inputs[name])
    for name, values in swept.steps["step_weights"].items():
        add(found.direct, name, values)
        add_path(found.direct_paths, name, paths.weights[name])


def _initial_uses(chain: Chain, runs: list[LayerRun], found: Gradients) -> None:
    """Push the initial states' gradients through the `initial` expressions to the weights that they read."""
    swept = found.layers[-1].swept.initial
    dtype = next(iter(runs[0].states.values())).dtype
    alive = found.layers[-1].paths.initial
    for name, values in pulled_back(chain, {n: v[None] for n, v in swept.items()}, alive, dtype).items():
        add(found.outside, name, values[0])
    for name in frozenset().union(*weights_read(chain).values()) - set(found.outside):
        found.outside[name] = np.zeros(chain.weights[name].shape, dtype)


def add(sums: dict[str, Array], name: str, values: Array) -> None:
    """Add to the entry, or begin it."""
    sums[name] = sums[name] + values if name in sums else values


def add_path(paths: dict[str, Array], name: str, path: Array) -> None:
    """Unite with the entry, or begin it."""
    paths[name] = paths[name] | path if name in paths else path
