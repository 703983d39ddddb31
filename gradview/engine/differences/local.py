"""The local check: at each chosen step, what the sweep handed back against central differences of that one
step.

<out_{t-1} - seed_{t-1}, v> must be <out_t, D_v f_t>. The left side is what step t-1 *was given*, never what
step t wrote, so that a carry lost between two segments shows. (METHODS: Local check.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import tensorflow as tf

from gradview.engine.chain import Array
from gradview.engine.differences.step import GROUPS, step_differences
from gradview.engine.differences.verdict import EPS, Comparison, in_single, locally
from gradview.engine.gradients import LayerGradients
from gradview.engine.sweep import SweepKind, sweep_segment

Answer = dict[str, dict[str, Array]]
"""By group (previous, offset, input, weight) and name: one step's part of the sweep."""

DIRECTION_BYTES = 128 * 2**20
"""What the directions in the weights may take, for all the steps that go together."""

NAMES = {
    "previous": ("through_time", "previous state"),
    "offset": ("total", "offset"),
    "input": ("inputs", "input"),
    "weight": ("weights_by_step", "weight"),
}


def check_steps(layer: LayerGradients, steps: Array, rng: np.random.Generator) -> list[Comparison]:
    """Compare a layer's sweep at the given steps, those without a path left out."""
    chosen = np.array([t for t in steps if t <= layer.paths.last and _alive(layer, int(t))], int)
    weights = sum(w.size for w in layer.run.weights.values())
    together = max(1, DIRECTION_BYTES // max(8 * weights, 1))
    pieces = (chosen[k : k + together] for k in range(0, len(chosen), together))
    return [one for piece in pieces for one in _check_piece(layer, piece, rng)]


def _check_piece(layer: LayerGradients, chosen: Array, rng: np.random.Generator) -> list[Comparison]:
    single = next(iter(layer.run.states.values())).dtype == np.float32
    answers = [_swept(layer, int(t)) for t in chosen]
    exact = [_in_double(layer, int(t), a) if single else a for t, a in zip(chosen, answers, strict=True)]
    along = _directions(layer, len(chosen), rng)
    differences, bends, new, distance = _differences(layer, chosen, along)
    found: list[Comparison] = []
    for k, t in enumerate(chosen):
        out = {n: layer.out(n)[t].astype(np.float64) for n in layer.paths.out if layer.paths.out[n][t]}
        scale = _norm(out) * max(_norm({n: new[n][k] for n in out}), 1e-300)
        for group in GROUPS:
            if not along[group] or not exact[k][group]:
                continue
            by_difference = _product(out, differences[group], k)
            by_sweep = sum(float(np.vdot(v, along[group][n][k])) for n, v in exact[k][group].items())
            floor = 10 * EPS * scale / distance[group][k]
            verdict = locally(by_sweep, by_difference, floor, _product(out, bends[group], k))
            array, by = f"{NAMES[group][0]}/{layer.run.model.label}", NAMES[group][1]
            found.append(Comparison("local", array, by, int(t), verdict, by_sweep, by_difference, floor))
        if single:
            found += _precision(layer, int(t), answers[k], exact[k], scale)
    return found


def _product(out: Mapping[str, Array], moved: Mapping[str, Array], k: int) -> float:
    """<out, moved> at the k-th of the steps; not a number, without a warning, where one is none."""
    with np.errstate(invalid="ignore", over="ignore"):
        return sum(float(np.vdot(out[n], moved[n][k])) for n in out)


def _alive(layer: LayerGradients, t: int) -> bool:
    return any(path[t] for path in layer.paths.out.values())


def _swept(layer: LayerGradients, t: int) -> Answer:
    """What the sweep has for step t; "weight" only where it was kept."""
    steps = layer.swept.steps
    given = {n: steps["through_time"][n][t - 1] for n in layer.run.states} if t else layer.swept.initial
    total = {n: layer.out(n)[t] + steps["same_step"][n][t] for n in layer.run.states}
    weight: dict[str, Array] = {}
    slot = np.searchsorted(layer.kept, t)
    if slot < len(layer.kept) and layer.kept[slot] == t:
        weight = {n: steps["weights"][n][slot] for n in layer.run.weights}
        weight |= {n: steps["step_weights"][n][t] for n in layer.run.step_weights}
    inputs = {n: steps["inputs"][n][t] for n in layer.run.inputs}
    reads = layer.run.model.reads.values()
    remembers = any(read.previous for read in reads)
    return {"previous": dict(given) if remembers else {}, "offset": total, "input": inputs, "weight": weight}


def _in_double(layer: LayerGradients, t: int, single: Answer) -> Answer:
    """The float64 vector-Jacobian product of the same step at the kept float32 states."""
    run = layer.run
    live = frozenset(n for n, path in layer.paths.out.items() if path[t])
    emit = frozenset({"same_step", "inputs", "step_weights", "weights"})
    function = sweep_segment(run.model, tf.float64, SweepKind(live, False, emit))
    inputs, step_weights = run.sliced(t, t + 1)
    out = {n: layer.out(n)[t].astype(np.float64) for n in run.states}
    nothing = {n: np.zeros((1, *run.states[n].shape[1:])) for n in live}
    parts: Any = function(
        t,
        1,
        *(_double(group) for group in (inputs, step_weights, run.weights, run.constants)),
        _double(run.previous(t, t + 1)),
        _double({n: s[t : t + 1] for n, s in run.states.items()}),
        nothing,
        out,
        {n: np.zeros(w.shape) for n, w in run.weights.items()},
        np.array([True]),
        np.array([False]),
        np.zeros((1, 0), bool),
    )
    same = {n: parts["same_step"][n][0].numpy() for n in run.states}
    weight = {n: parts["weights"][n][0].numpy() for n in run.weights}
    weight |= {n: parts["step_weights"][n][0].numpy() for n in run.step_weights}
    return {
        "previous": {n: parts["carry"][n].numpy() for n in single["previous"]},
        "offset": {n: out[n] + same[n] for n in run.states},
        "input": {n: parts["inputs"][n][0].numpy() for n in run.inputs},
        "weight": {n: v for n, v in weight.items() if n in single["weight"]},
    }


def _precision(
    layer: LayerGradients, t: int, single: Answer, exact: Answer, scale: float
) -> Iterator[Comparison]:
    floor = 10 * float(np.finfo(np.float32).eps) * scale + float(np.finfo(np.float32).tiny)
    for group in GROUPS:
        if not exact[group]:
            continue
        size = _norm(exact[group])
        with np.errstate(invalid="ignore"):  # inf less inf is no number, and then it is not checked
            apart = _norm({n: single[group][n].astype(np.float64) - v for n, v in exact[group].items()})
        array, by = f"{NAMES[group][0]}/{layer.run.model.label}", NAMES[group][1]
        verdict = in_single(apart, size, floor)
        yield Comparison("precision", array, by, t, verdict, _norm(single[group]), size, floor)


def _directions(layer: LayerGradients, count: int, rng: np.random.Generator) -> dict[str, dict[str, Array]]:
    """One random unit vector for each group and step, over all its arrays together."""
    shapes = layer.run.model.shapes
    groups = {
        "previous": shapes.states,
        "offset": shapes.states,
        "input": shapes.inputs,
        "weight": {**shapes.weights, **shapes.step_weights},
    }
    along = {}
    for group, named in groups.items():
        draws = {n: rng.standard_normal((count, *shape)) for n, shape in named.items()}
        squares = sum((np.sum(d.reshape(count, -1) ** 2, 1) for d in draws.values()), np.zeros(count))
        length = np.sqrt(np.where(squares > 0, squares, 1.0))
        along[group] = {n: d / length.reshape(-1, *[1] * (d.ndim - 1)) for n, d in draws.items()}
    return along


def _differences(
    layer: LayerGradients, chosen: Array, along: dict[str, dict[str, Array]]
) -> tuple[dict[str, dict[str, Array]], dict[str, dict[str, Array]], dict[str, Array], dict[str, Array]]:
    run = layer.run
    previous = {
        n: np.stack([(s[t - 1] if t else run.initial[n]) for t in chosen]) for n, s in run.states.items()
    }
    at: dict[str, Any] = {
        "t": chosen + 1.0,
        "previous": _double(previous),
        "input": _double({n: a[chosen] for n, a in run.inputs.items()}),
        "step_weight": _double({n: a[chosen] for n, a in run.step_weights.items()}),
    }
    shared = {n: np.broadcast_to(w, (len(chosen), *w.shape)) for n, w in run.weights.items()}
    moved = {
        "previous": at["previous"],
        "offset": at["previous"],
        "input": at["input"],
        "weight": {**shared, **at["step_weight"]},
    }
    distance = {group: _distance(values, len(chosen)) for group, values in moved.items()}
    answer = step_differences(run.model)(at, _double(run.weights), _double(run.constants), along, distance)
    differences, bends, new = tf.nest.map_structure(lambda v: v.numpy(), answer)
    return differences, bends, new, distance


def _distance(values: Mapping[str, Array], count: int) -> Array:
    """e = 1e-6 max(1, |s|), for each step."""
    largest = np.ones(count)
    for array in values.values():
        flat = np.abs(np.asarray(array, np.float64)).reshape(count, -1)
        finite = np.where(np.isfinite(flat), flat, 0.0)
        largest = np.maximum(largest, finite.max(1, initial=0.0))
    return 1e-6 * largest


def _double(group: Mapping[str, Array]) -> dict[str, Array]:
    return {n: np.asarray(a, np.float64) for n, a in group.items()}


def _norm(arrays: Mapping[str, Array]) -> float:
    with np.errstate(over="ignore"):
        return float(np.sqrt(sum(float(np.sum(np.square(a, dtype=np.float64))) for a in arrays.values())))
