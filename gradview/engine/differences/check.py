"""The check of a run: which comparisons are made, and what they say together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gradview.engine.chain import Array, Chain
from gradview.engine.differences.local import check_steps
from gradview.engine.differences.verdict import Comparison
from gradview.engine.differences.whole import WholeCheck
from gradview.engine.gradients import Gradients, sweep_chain
from gradview.engine.progress import Progress
from gradview.engine.read_loss import LossPlan, read_loss
from gradview.engine.run_forward import LayerRun, run_forward
from gradview.results.check import failed, summary, verdict_words
from gradview.results.finding import Finding
from gradview.spec.experiment import Experiment

LOCAL_STEPS = 32
CHEAP_SECONDS = 3.0
"""Left to us (`auto`), the end-to-end part takes no longer than this or than the run itself."""
BY_STEP_BYTES = 64 * 2**20
"""What the float64 run may keep of the weights' gradients by step, to tell their underflows."""
PARTED = 1e-3
"""Where float32's states differ from float64's by more, relative to the state's size at that step, they have
parted."""


def steps_to_check(steps: int) -> Array:
    """Up to 32 steps: the first, the last and some spread between."""
    return np.unique(np.linspace(0, steps - 1, min(LOCAL_STEPS, steps)).round().astype(int))


@dataclass(frozen=True)
class Checked:
    """What the check came to.

    Attributes
    ----------
    meta : meta["check"]
    double : the gradients of a float32 run in float64, if they were computed
    """

    meta: dict[str, Any]
    findings: list[Finding] = field(default_factory=list)
    double: Gradients | None = None


def run_check(
    experiment: Experiment, chain: Chain, plan: LossPlan, found: Gradients, progress: Progress
) -> Checked:
    """Make the comparisons that `run.check` asks for."""
    asked = experiment.run.check
    if asked is False:
        return Checked(_answer(asked, False, "run.check is off.", []))
    comparisons: list[Comparison] = []
    findings: list[Finding] = []
    layers = list(reversed(found.layers))
    with progress.stage("checking", len(layers) + 1):
        for layer in layers:
            edges = [t for b in layer.swept.boundaries for t in (b - 1, b) if 0 <= t < chain.steps]
            steps = np.unique(np.concatenate([steps_to_check(chain.steps), np.array(edges, int)]))
            comparisons += check_steps(layer, steps, np.random.default_rng(1))
            progress.advance(1)
        ran = progress.timings.get("running", 0.0)
        whole, apart, double = _whole(experiment, chain, plan, found, progress, max(CHEAP_SECONDS, ran))
        comparisons += whole
        findings += apart
    meta = _answer(asked, True, None, comparisons)
    findings += [_failure(one) for one in failed({"check": meta})[:1]]
    return Checked(meta, findings, double)


def _whole(
    experiment: Experiment, chain: Chain, plan: LossPlan, found: Gradients, progress: Progress, seconds: float
) -> tuple[list[Comparison], list[Finding], Gradients | None]:
    """Compare end to end, a float32 run by way of a second one in float64, whose gradients are returned."""
    limit = seconds if experiment.run.check == "auto" else None
    runs = [layer.run for layer in reversed(found.layers)]
    findings: list[Finding] = []
    double: Gradients | None = None
    if experiment.run.precision == "float32":
        if limit is not None and progress.timings.get("running", 0.0) > limit:
            return [], [], None
        quiet = progress.still()
        single, runs = runs, run_forward(chain, "float64", quiet)
        findings += _parted(single, runs)
        loss = read_loss(chain, plan, runs, "float64")
        keep = np.full(chain.steps, "weights_by_step" in experiment.measures and _few_bytes(chain))
        double = found = sweep_chain(chain, runs, plan, loss, keep, quiet)
    weights = whole_weights(chain, found)
    whole = WholeCheck(chain, plan, runs, found, limit).comparisons(weights, progress.still())
    return whole, findings, double


def _few_bytes(chain: Chain) -> bool:
    """Whether each step's part of every weight's gradient is little in float64."""
    each = sum(chain.weights[name].size for name in chain.shared_weights)
    return 8 * chain.steps * each <= BY_STEP_BYTES


def whole_weights(chain: Chain, found: Gradients) -> dict[str, Array]:
    """dL/dW by weight, of a per-step weight [step, ...]."""
    result = {}
    for name, weight in chain.weights.items():
        total = np.zeros(weight.shape)
        if name in chain.step_weights:
            result[name] = total + found.direct.get(name, 0.0)
            continue
        for layer in found.layers:
            total = total + layer.swept.sums.get(name, 0.0)
        result[name] = total + found.outside.get(name, 0.0)
    return result


def _parted(single: list[LayerRun], double: list[LayerRun]) -> list[Finding]:
    """Where the float32 states leave the float64 ones: a finding, since both are right for their own
    states."""
    for one, other in zip(single, double, strict=True):
        for name in one.states:
            a, b = one.states[name].astype(np.float64), other.states[name]
            axes = tuple(range(1, a.ndim))
            apart = np.sqrt(np.sum((a - b) ** 2, axes))
            size = np.sqrt(np.sum(b**2, axes))
            steps = np.flatnonzero(apart > PARTED * np.maximum(size, np.finfo(np.float32).tiny))
            if steps.size:
                step = int(steps[0])
                sentence = (
                    f"In float32 {name} leaves the float64 run by more than {PARTED:g} of its size from step "
                    f"{step + 1} on: rounding has grown, and gradients of earlier steps belong to this run's "
                    "own states."
                )
                numbers = {"step": step, "apart": float(apart[step]), "size": float(size[step])}
                return [Finding("warning", "precision", sentence, f"value/{name}", step, numbers)]
    return []


def _failure(comparison: Any) -> Finding:
    sentence = (
        f"The check failed: {verdict_words(comparison)}. The gradients of this run cannot be relied on."
    )
    return Finding("error", "check", sentence, comparison["array"], comparison["step"])


def _answer(asked: Any, ran: bool, why_not: str | None, comparisons: list[Comparison]) -> dict[str, Any]:
    listed = [one.to_meta() for one in comparisons]
    return {"asked": asked, "ran": ran, "why_not": why_not, "comparisons": listed, "summary": summary(listed)}
