"""`gradview bench`: the line that stands beside other programs' figures."""

from __future__ import annotations

import json
from types import ModuleType

import numpy as np
import pytest

from gradview.bench import WORKS
from gradview.cli.command import main


@pytest.mark.parametrize("work", WORKS)
def test_line_has_the_fields_that_others_print(
    tensorflow: ModuleType, capsys: pytest.CaptureFixture[str], work: str
) -> None:
    assert main(["bench", work, "6", "3", "2", "4", "--repeat", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {
        "work", "peer", "size", "import_s", "first_s", "best_s", "median_s", "checksum",
    }  # fmt: skip
    assert (found["work"], found["peer"], found["size"]) == (work, "gradview", [6, 3, 2, 4])
    assert 0 < found["best_s"] <= found["median_s"]


def test_checksum_is_that_of_the_same_work_under_a_tape(
    tensorflow: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "states", "6", "3", "2", "4", "--repeat", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["checksum"] == pytest.approx(tape(tensorflow, 6, 3, 2, 4), rel=1e-6)


def tape(tf: ModuleType, T: int, B: int, D: int, H: int) -> float:
    """Sum of |dL/dh_t| and |dL/dc_t| by one tape over the unrolled loop, on the numbers that all draw."""
    draw = np.random.RandomState(0)
    kernel = tf.constant((draw.randn(D, 4 * H) / np.sqrt(D)).astype("f"))
    recurrent = tf.constant((draw.randn(H, 4 * H) / np.sqrt(H)).astype("f"))
    x = tf.constant(draw.randn(T, B, D).astype("f"))
    h = c = tf.zeros([B, H])
    offsets = tf.zeros([T, 2, B, H])
    with tf.GradientTape() as record:
        record.watch(offsets)
        for t in range(T):
            i, f, g, o = tf.split(x[t] @ kernel + h @ recurrent, 4, -1)
            c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g) + offsets[t, 1]
            h = tf.sigmoid(o) * tf.tanh(c) + offsets[t, 0]
        loss = tf.reduce_mean(h**2)
    return float(np.abs(record.gradient(loss, offsets).numpy()).sum(dtype=np.float64))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["grid", "3", "3", "3", "3"], "WORK must be states or outputs (is 'grid')"),
        (["states", "3", "0", "3", "3"], "T, B, D, H and --repeat must be 1 or more"),
    ],
    ids=["another work", "no samples"],
)
def test_what_cannot_be_timed_is_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["bench", *words]) == 2
    assert capsys.readouterr().err == f"gradview: bench: {said}\n"
