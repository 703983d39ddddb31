"""Bytes and time before a run: counted from the experiment alone."""

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from gradview.results.estimate import Estimate, bytes_words, counted, estimate, seconds_words
from gradview.spec.experiment import Experiment
from gradview.spec.shapes import sizes


def lstm(steps: int = 40, samples: int = 16, measures: tuple[str, ...] = ("states",), **run: Any) -> Estimate:
    draft = {
        "format": "gradview-experiment",
        "version": 1,
        "model": {"kind": "recurrent", "layers": [{"cell": "lstm", "units": 32}]},
        "inputs": {"from": "random", "steps": steps, "samples": samples, "features": 8},
        "loss": {"expression": "mean(h)"},
        "measures": list(measures),
        "run": {"check": False, **run},
    }
    experiment = Experiment.from_draft(draft)
    return estimate(experiment, sizes(experiment))


def loop(steps: int, measures: tuple[str, ...]) -> Estimate:
    draft = {
        "format": "gradview-experiment",
        "version": 1,
        "model": {
            "kind": "loop",
            "steps": steps,
            "states": [{"name": "x", "initial": 1.0}],
            "weights": [{"name": "w", "per_step": True, "value": {"from": "random", "shape": [steps]}}],
            "updates": [{"state": "x", "expression": "x * w"}],
        },
        "loss": {"expression": "x[-1]"},
        "measures": list(measures),
        "run": {"check": False},
    }
    experiment = Experiment.from_draft(draft)
    return estimate(experiment, sizes(experiment))


def test_size_is_said_in_words() -> None:
    found = lstm()
    assert found.size_words == "5,248 weights, 40 steps x 16 samples"
    assert loop(1, ("states",)).size_words == "1 weight, 1 step"


def test_cost_is_said_in_words() -> None:
    assert lstm().cost_words == "about 0.1 s, 817 kB"


def test_result_bytes_are_the_bytes_of_its_arrays() -> None:
    state = 16 * 32
    found = lstm(measures=("states", "inputs", "weights", "weights_by_step"))
    expected = 40 * (2 * 4 + 1) * state + 2 * state + 40 * 16 * 8 + 5248 + 40 * 5248
    assert found.result_bytes == 4 * expected


def test_table_of_a_weight_by_step_grows_with_the_square() -> None:
    assert loop(1000, ("outputs_by_weights",)).result_bytes == 4 * 1000**2


def test_outputs_by_weights_carries_a_cotangent_for_each_step() -> None:
    assert lstm(measures=("outputs_by_weights",)).cotangents == 40
    assert lstm().cotangents == 1
    assert lstm(measures=("outputs_by_weights",)).sweep_bytes > 10 * lstm().sweep_bytes


def test_float64_takes_twice_the_room() -> None:
    assert lstm(precision="float64").result_bytes == 2 * lstm(precision="float32").result_bytes


def test_the_check_needs_room_and_time() -> None:
    without, checked = lstm(check=False), lstm(check=True)
    assert without.check_bytes == 0 < checked.check_bytes
    assert checked.seconds == pytest.approx(without.seconds + without.check_seconds)


def test_a_dear_check_is_left_out_unless_asked_for() -> None:
    assert lstm(steps=20_000, check="auto").check_bytes == 0
    assert lstm(steps=20_000, check=True).check_bytes > 0
    assert lstm(steps=40, check="auto").check_bytes > 0


@given(st.integers(1, 2000), st.integers(1, 64))
def test_more_steps_and_samples_never_cost_less(steps: int, samples: int) -> None:
    one, longer, wider = lstm(steps, samples), lstm(steps + 100, samples), lstm(steps, samples + 10)
    for other in (longer, wider):
        assert other.total_bytes > one.total_bytes and other.seconds >= one.seconds


def test_time_grows_in_proportion_to_steps() -> None:
    assert lstm(10_000).seconds == pytest.approx(10 * lstm(1000).seconds, rel=0.01)


def test_fits_compares_with_what_there_is() -> None:
    found = lstm()
    assert found.fits(found.total_bytes) and not found.fits(found.total_bytes - 1)


BYTES = [
    (0, "0 bytes"),
    (999, "999 bytes"),
    (1000, "1 kB"),
    (1234, "1.2 kB"),
    (9_960, "10 kB"),
    (2_980_000, "3 MB"),
    (999_600, "1 MB"),
    (12_300_000_000, "12 GB"),
]


@pytest.mark.parametrize(("count", "words"), BYTES)
def test_bytes_in_words(count: int, words: str) -> None:
    assert bytes_words(count) == words


SECONDS = [
    (0.0, "0.1 s"),
    (1.04, "1 s"),
    (1.06, "1.1 s"),
    (9.96, "10 s"),
    (119, "119 s"),
    (150, "2 min"),
    (7200, "2 h"),
]


@pytest.mark.parametrize(("seconds", "words"), SECONDS)
def test_seconds_in_words(seconds: float, words: str) -> None:
    assert seconds_words(seconds) == words


def test_one_thing_is_not_many() -> None:
    assert counted(1, "step") == "1 step" and counted(0, "step") == "0 steps"
