"""An experiment to a result: the one function that a run calls."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf

from gradview.engine import device
from gradview.engine.chain import Chain, build_chain
from gradview.engine.collect import (
    Collected,
    collect_by_step,
    collect_inputs,
    collect_states,
    collect_values,
    collect_weights,
)
from gradview.engine.compiled import tracings
from gradview.engine.differences.check import run_check, steps_to_check
from gradview.engine.gradients import sweep_chain
from gradview.engine.kinks import find_kinks
from gradview.engine.not_finite import not_finite
from gradview.engine.progress import Progress
from gradview.engine.read_loss import plan_loss, read_loss
from gradview.engine.rewrites import without_rewrites
from gradview.engine.run_forward import run_forward
from gradview.engine.step_cotangents import losses_by_all, outputs_by_weights
from gradview.engine.underflow import underflow_findings, underflows
from gradview.results.outcome import RunError
from gradview.results.result import Result, load
from gradview.spec.experiment import Experiment
from gradview.spec.shapes import sizes

LOSSES_BY = frozenset({"losses_by_weights", "losses_by_states"})


def compute(
    experiment: Experiment,
    *,
    on_progress: Callable[[str, int, int], bool] | None = None,
    folder: Path | None = None,
) -> Result:
    """Run an experiment.

    Parameters
    ----------
    on_progress
        Called between segments as on_progress(stage, step, total); False stops the run.
    folder
        Where the result's arrays are to lie, as memory-mapped files; None keeps them in memory.

    Raises
    ------
    ExperimentError
        The data or the weights do not fit the model, or it does not fit into memory.
    RunError
        The run failed while it was running.
    Stopped
        `on_progress` said so.
    """
    progress = Progress(on_progress)
    used = device.use(experiment.run)
    before = tracings()
    try:
        with device.scope(used), without_rewrites():
            with progress.stage("building", 1):
                device.refuse_if_too_large(experiment, sizes(experiment))  # before inputs are drawn
                chain = build_chain(experiment)
            arrays, meta = run_chain(experiment, chain, progress)
    except tf.errors.OpError as error:
        raise RunError(*in_words(error)) from error
    meta |= {
        "experiment": experiment.to_draft(),
        "device": used.name,
        "device_reason": used.reason,
        "precision": experiment.run.precision,
        "versions": versions(),
        "path": "generic",
        "timings": progress.timings,
        "tracings": tracings() - before,
        "tf32": experiment.run.tf32,
        "deterministic": experiment.run.deterministic,
    }
    result = Result(arrays, meta)
    if folder is None:
        return result
    with progress.stage("writing", 1):
        result.save(f"{folder}/")
    return load(folder)


def run_chain(
    experiment: Experiment, chain: Chain, progress: Progress
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Compute what the experiment measures on a chain; return the arrays, and the part of meta that is about
    them."""
    measures = set(experiment.measures)
    into = Collected(chain.batched, chain.step_weights)
    meta: dict[str, Any] = {
        "offset": dict.fromkeys(chain.states, "computed"),
        "files": dict(chain.data.files),
        "step_labels": chain.data.step_labels,
        "feature_names": chain.data.feature_names,
        "findings": [],
        "check": {
            "asked": experiment.run.check,
            "ran": False,
            "why_not": "There is no loss to check.",
            "comparisons": [],
        },
    }
    layers = len(chain.layers)
    with_loss = experiment.loss is not None
    outputs, losses = "outputs_by_weights" in measures, measures & LOSSES_BY
    with progress.stage("running", chain.steps * layers * (1 + with_loss + outputs + bool(losses))):
        runs = run_forward(chain, experiment.run.precision, progress)
        into.add("steps", None, np.arange(chain.steps))
        if "states" in measures:
            collect_values(into, chain, runs)
        if experiment.loss is not None:
            plan = plan_loss(chain, experiment.loss)
            loss = read_loss(chain, plan, runs, experiment.run.precision)
            spread = steps_to_check(chain.steps)
            keep = np.zeros(chain.steps, bool)
            keep[slice(None) if "weights_by_step" in measures else spread] = True
            found = sweep_chain(chain, runs, plan, loss, keep, progress)
            into.add("loss", None, loss.loss)
            if loss.by_step is not None:
                into.add("loss_by_step", None, loss.by_step)
            if "states" in measures:
                collect_states(into, chain, found)
            if "inputs" in measures:
                collect_inputs(into, chain, found)
            collect_weights(into, chain, found, plan, loss, measures)
            if losses:
                by_states = "losses_by_states" in losses
                by_step = losses_by_all(chain, runs, plan, loss, progress, states=by_states)
                collect_by_step(into, by_step, "losses", weights="losses_by_weights" in losses)
        if outputs:
            collect_by_step(into, outputs_by_weights(chain, runs, progress), "outputs")
    if experiment.loss is not None:
        checked = run_check(experiment, chain, plan, found, progress)
        states = {name: stack for run in runs for name, stack in run.states.items()}
        totals = {
            info.state or "": into.arrays[name] for name, info in into.infos.items() if info.kind == "total"
        }
        inputs = chain.step_inputs()
        findings = not_finite(loss.loss, {"inputs": inputs, "value": states, "total": totals})
        findings += checked.findings
        if checked.double is not None:
            meta["underflow"] = underflows(into, chain, checked.double, plan, loss)
            findings += underflow_findings(meta["underflow"])
        findings += find_kinks(chain, plan, runs)
        meta["check"] = checked.meta
        meta["findings"] += [finding.to_meta() for finding in findings]
    meta["arrays"] = {name: info.to_meta() for name, info in into.infos.items()}
    return into.arrays, meta


def versions() -> dict[str, str]:
    """The versions that a number may depend on."""
    from gradview.version import __version__

    return {
        "gradview": __version__,
        "tensorflow": tf.__version__,
        "numpy": np.__version__,
        "python": platform.python_version(),
        "platform": sys.platform,
    }


def in_words(error: tf.errors.OpError) -> tuple[str, str]:
    """Say what TensorFlow met, in a sentence, and its own words as details."""
    if isinstance(error, tf.errors.ResourceExhaustedError):
        return "The device ran out of memory. Fewer samples or units, or float32, need less.", str(error)
    return "TensorFlow could not compute a step.", str(error)
