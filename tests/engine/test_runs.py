"""Segments, purity, stopping and tracing of a run."""

from __future__ import annotations

import logging

import numpy as np
import pytest

pytest.importorskip("tensorflow", reason="the engine needs TensorFlow")

import tensorflow as tf

from gradview.api import run
from gradview.engine.chain import build_chain
from gradview.engine.compute import compute, run_chain
from gradview.engine.loop_model import LoopModel
from gradview.engine.progress import Pace, Progress
from gradview.results.outcome import RunError, Stopped
from gradview.spec.experiment import Experiment
from tests.engine.planted import with_layer


def draft(steps=30, seed=0, precision="float64", **run_fields):
    return {
        "model": {
            "kind": "recurrent",
            "layers": [{"cell": "lstm", "units": 3}],
            "weights": {"from": "random", "seed": seed},
        },
        "inputs": {"from": "random", "steps": steps, "samples": 2, "features": 2, "seed": seed},
        "loss": {"expression": "mean(h ** 2)"},
        "measures": ["states", "inputs", "weights", "weights_by_step", "outputs_by_weights"],
        "run": {"precision": precision, "check": False, **run_fields},
    }


@pytest.mark.parametrize("length", [1, 7, 30])
def test_segments_of_any_length_give_the_same_numbers(length, monkeypatch):
    whole = run(draft())
    monkeypatch.setattr(
        Pace, "length", property(lambda self: length, lambda self, value: None), raising=False
    )
    cut = run(draft())
    assert set(cut) == set(whole)
    for name in whole:
        np.testing.assert_allclose(cut[name], whole[name], rtol=1e-12, atol=0, err_msg=name)


def test_other_values_do_not_trace_again():
    run(draft(seed=0))
    assert run(draft(seed=1)).meta["tracings"] == 0
    assert run(draft(seed=1, steps=77)).meta["tracings"] == 0


def test_a_run_stops_when_it_is_told_to():
    heard = []

    def stop(stage, step, total):
        heard.append(stage)
        return stage != "running"

    with pytest.raises(Stopped):
        compute(Experiment.from_draft(draft()), on_progress=stop)
    assert heard[0] == "building"


class Impure(LoopModel):
    """Gives another state each time that it is asked."""

    def __init__(self, model: LoopModel) -> None:
        self.label, self.shapes, self.reads, self.key = model.label, model.shapes, model.reads, "impure"
        self._model = model

    def step(self, t, inputs, state, weights, offsets, stops):
        new = self._model.step(t, inputs, state, weights, offsets, stops)
        return {**new, "h": new["h"] + 1e-3 * tf.random.normal(new["h"].shape, dtype=t.dtype)}


def test_a_step_that_is_not_pure_is_refused_by_name():
    experiment = Experiment.from_draft(draft())
    chain = build_chain(experiment)
    with pytest.raises(RunError, match=r"^[hc] came out differently"):
        run_chain(experiment, with_layer(chain, Impure(chain.layers[0])), Progress())


def test_a_run_that_cannot_fit_is_refused_with_its_figures():
    from gradview.spec.problems import ExperimentError

    with pytest.raises(ExperimentError, match=r"run\.memory: this run needs about .* and 1 kB may be used"):
        run(draft(memory=1000))


def test_a_run_that_cannot_fit_is_refused_before_its_inputs_are_drawn(monkeypatch):
    from gradview.engine import compute
    from gradview.spec.problems import ExperimentError

    monkeypatch.setattr(compute, "build_chain", pytest.fail)
    with pytest.raises(ExperimentError, match=r"run\.memory"):
        run(draft(memory=1000))


def test_the_result_says_where_and_how_it_was_computed(tmp_path):
    result = run(draft(precision="float32"))
    assert result["total/h"].dtype == np.float32
    assert result.meta["device"] == "CPU"
    assert result.meta["offset"] == {"h": "computed", "c": "computed"}
    assert result.meta["path"] == "generic"
    assert {"tensorflow", "numpy"} <= set(result.meta["versions"])


def test_a_result_in_a_folder_is_the_same(tmp_path):
    in_memory, on_disk = run(draft()), run(draft(), folder=tmp_path / "r")
    for name in in_memory:
        np.testing.assert_array_equal(on_disk[name], in_memory[name])


def test_many_models_of_one_kind_warn_of_no_tracing():
    heard = []
    logger = tf.get_logger()
    handler = logging.Handler(logging.WARNING)
    handler.emit = heard.append
    logger.addHandler(handler)
    try:
        for units in range(1, 8):
            one = draft(steps=3)
            run({**one, "model": {**one["model"], "layers": [{"cell": "simple_rnn", "units": units}]}})
    finally:
        logger.removeHandler(handler)
    assert [record.getMessage() for record in heard] == []
