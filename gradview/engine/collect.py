"""What a run writes: the engine's numbers under the names of `results.names`, with their dims and their
structure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gradview.engine.chain import Array, Chain
from gradview.engine.gradients import Gradients, LayerGradients
from gradview.engine.read_loss import LossPlan, ReadLoss
from gradview.engine.run_forward import LayerRun
from gradview.engine.step_cotangents import StepCotangents
from gradview.results.names import ArrayInfo, array_dims, array_info

NO_PATH = 1


@dataclass
class Collected:
    """Arrays by name with what describes them."""

    samples: bool
    step_weights: frozenset[str] = frozenset()
    arrays: dict[str, Array] = field(default_factory=dict)
    infos: dict[str, ArrayInfo] = field(default_factory=dict)

    def add(self, kind: str, state: str | None, values: Any, path: Any = None) -> None:
        """Add an array; `path` is True where there is one, on the array's step axes."""
        values = np.asarray(values)
        dims = array_dims(kind, state, values.ndim, samples=self.samples, per_step=state in self.step_weights)
        info = array_info(kind, state, dims=dims)
        self.arrays[info.name], self.infos[info.name] = values, info
        if path is not None and not np.all(path):
            codes = np.where(path, 0, NO_PATH).astype(np.uint8)
            step_dims = dims[: codes.ndim]
            name = f"structure/{info.name}"
            self.arrays[name] = codes
            self.infos[name] = ArrayInfo(
                name,
                "structure",
                info.name,
                None,
                step_dims,
                f"Where {info.name} has a path: 0 a path, 1 no path, 2 masked",
            )


def collect_values(into: Collected, chain: Chain, runs: list[LayerRun]) -> None:
    """value/S."""
    for name in chain.states:
        into.add("value", name, next(run.states[name] for run in runs if name in run.states))


def collect_states(into: Collected, chain: Chain, found: Gradients) -> None:
    """total/, direct/, through_time/, same_step/ and initial/ of every state."""
    for name in chain.states:
        layer = next(part for part in found.layers if name in part.run.states)
        zeros = np.zeros_like(layer.run.states[name])
        never = np.zeros(chain.steps, bool)
        paths = layer.paths
        direct = found.direct.get(name, zeros)
        through = layer.swept.steps["through_time"][name]
        same = layer.swept.steps["same_step"][name]
        same_path = paths.same_step[name]
        total = layer.out(name) + same
        into.add("total", name, total, paths.total[name])
        into.add("direct", name, direct, found.direct_paths.get(name, never))
        into.add("through_time", name, through, paths.through_time[name])
        if _is_read_in_its_step(chain, layer, name):
            upper = found.upper.get(name)
            same_path = same_path | found.upper_paths.get(name, never)
            into.add("same_step", name, same if upper is None else same + upper, same_path)
        into.add("initial", name, layer.swept.initial[name], np.array(name in paths.initial))


def collect_by_step(into: Collected, found: StepCotangents, whose: str, *, weights: bool = True) -> None:
    """outputs_by_weights/ or losses_by_weights/ if `weights`, and losses_by_states/ if they were computed."""
    for name, values in found.weights.items() if weights else ():
        into.add(f"{whose}_by_weights", name, values, found.weight_paths[name])
    for name, values in found.states.items():
        into.add(f"{whose}_by_states", name, values, found.state_paths[name])


def _is_read_in_its_step(chain: Chain, layer: LayerGradients, name: str) -> bool:
    """Whether a later state of the same step reads this one: inside its loop, or in a layer above."""
    if any(name in reads.new for reads in layer.run.model.reads.values()):
        return True
    return any(
        name in reads.inputs
        for model in chain.layers
        if not model.is_output
        for reads in model.reads.values()
    )


def collect_inputs(into: Collected, chain: Chain, found: Gradients) -> None:
    """inputs/x."""
    if chain.data.x is None:
        return
    dtype = next(iter(found.layers[0].run.states.values())).dtype
    values = found.direct.get("x", np.zeros(chain.data.x.shape, dtype))
    into.add("inputs", "x", values, found.direct_paths.get("x", np.zeros(chain.steps, bool)))


def collect_weights(
    into: Collected, chain: Chain, found: Gradients, plan: LossPlan, loss: ReadLoss, measures: Collection[str]
) -> None:
    """weights/W, weights_by_step/W and weights_outside_steps/W."""
    for name, weight in chain.weights.items():
        dtype = next(iter(found.layers[0].run.states.values())).dtype
        by_step = "weights_by_step" in measures
        if name in chain.step_weights:
            if "weights" in measures or by_step:
                path = found.direct_paths.get(name, np.zeros(chain.steps, bool))
                into.add("weights", name, found.direct.get(name, np.zeros(weight.shape, dtype)), path)
            if by_step and name in plan.paths:
                into.add("weights_outside_steps", name, loss.direct[name])
            continue
        users = [part for part in found.layers if name in part.run.weights]
        path = np.zeros(chain.steps, bool)
        for part in users:
            path = path | part.paths.weights[name]
        outside = found.outside.get(name)
        if "weights" in measures:
            total = sum((part.swept.sums[name] for part in users), np.zeros(weight.shape, dtype))
            total = total if outside is None else total + outside
            into.add("weights", name, total, np.array(path.any() or outside is not None))
        if by_step:
            steps = np.zeros((chain.steps, *weight.shape), dtype)
            for part in users:
                steps += part.swept.steps["weights"][name]
            into.add("weights_by_step", name, steps, path)
            if outside is not None:
                into.add("weights_outside_steps", name, outside)
