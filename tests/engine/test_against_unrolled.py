"""Every number of the sweep against an eager, unrolled reference, over drawn experiments."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("tensorflow", reason="the engine needs TensorFlow")

from hypothesis import HealthCheck, Phase, given, settings

from gradview.engine.compute import compute
from gradview.spec.experiment import Experiment
from tests import strategies
from tests.reference.unrolled import Unrolled

KINDS = ("value", "total", "direct", "through_time", "same_step")
# A stack traces some fifteen functions, so few are drawn, and none is shrunk: they are small already.
BY_STEP = {
    *(*KINDS, "inputs", "weights_by_step", "outputs_by_weights", "losses_by_weights", "losses_by_states"),
}
DRAWN = settings(
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
SOME = settings(DRAWN, max_examples=DRAWN.max_examples * 4 // 5)
FEW = settings(DRAWN, max_examples=DRAWN.max_examples * 2 // 5)


def assert_close_by_step(ours: np.ndarray, theirs: np.ndarray, name: str) -> None:
    """Compare at each step's own size, to 1e-9."""
    by_step = name.split("/")[0] in BY_STEP
    ours, theirs = (a if by_step else a[None] for a in (np.asarray(ours), np.asarray(theirs)))
    assert ours.shape == theirs.shape, name
    for step, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        size = np.linalg.norm(b)
        assert np.linalg.norm(a - b) <= 1e-9 * size + 1e-14, f"{name} at step {step}: {a} where {b} is right"


def compare(draft: dict) -> None:
    experiment = Experiment.from_draft(draft)
    result = compute(experiment)
    reference = Unrolled(experiment).arrays(outputs=True)
    compared = 0
    for name in result:
        if name in reference:
            assert_close_by_step(result[name], reference[name], name)
            compared += 1
    for name in set(reference) - set(result):
        assert not np.any(reference[name]), f"{name} is not zero and was not written"
    assert compared >= 7
    for name in [n for n in result if n.startswith("structure/")]:
        no_path = np.asarray(result[name]) == 1
        assert not np.any(np.asarray(reference[name.removeprefix("structure/")])[no_path]), name


@FEW
@given(strategies.recurrent())
def test_recurrent_agrees_with_unrolled(draft):
    compare(draft)


@SOME
@given(strategies.loop())
def test_loop_agrees_with_unrolled(draft):
    compare(draft)
