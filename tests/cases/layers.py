"""The cases that ask more of a recurrent layer: its start, its inputs, or weights from elsewhere."""

from typing import Any

import numpy as np

from tests.cases.case import Case, Check, Draft, det, recurrent
from tests.cases.recurrent import EXACT, LSTM1

WEIGHTS = {"kernel": det((2, 8), 1), "recurrent_kernel": det((2, 8), 2), "bias": det((8,), 3, 0.2)}


def by_start(step: int, unit: int) -> Case:
    """A row of dh_t/dh_0 and of dh_t/dc_0."""
    draft = recurrent(
        {"cell": "lstm", "units": 2},
        det((4, 1, 2), 0.3),
        WEIGHTS,
        f"h[{step}, 0, {unit}]",
        initial={"h": det((1, 2), 4), "c": det((1, 2), 5)},
        measures=["states"],
    )
    checks = tuple(
        Check(f"initial/{state}", (f"dh_t_d{state}0", step, unit), at=0, **EXACT) for state in "hc"
    )
    return Case("H02", draft, checks, f"step {step}, unit {unit}")


def gru_of_four_steps() -> Draft:
    return recurrent(
        {"cell": "gru", "units": 2},
        det((4, 1, 2), 0.3),
        {
            "kernel": det((2, 6), 1, 0.9),
            "recurrent_kernel": det((2, 6), 2, 0.9),
            "bias": det((2, 6), 3, 0.2),
        },
        "sum(h[-1])",
        initial={"h": det((1, 2), 4)},
        measures=["states"],
    )


def two_chunks_as_one() -> Draft:
    return recurrent(
        {"cell": "simple_rnn", "units": 2},
        np.reshape(det((1, 4, 2), 0.3), (4, 1, 2)).tolist(),
        {"kernel": det((2, 2), 1), "recurrent_kernel": det((2, 2), 2, 0.9), "bias": det((2,), 3, 0.1)},
        "sum(h[-1])",
        measures=["states", "inputs"],
    )


def exploding_after_three_steps() -> Draft:
    return recurrent(
        {"cell": "simple_rnn", "units": 3, "activation": "exponential"},
        np.zeros((6, 1, 1)).tolist(),
        {"kernel": [[0.0] * 3], "recurrent_kernel": [[0.4] * 3] * 3, "bias": [0.5] * 3},
        "sum(h[2])",
    )


def one_pixel(scale: float) -> Draft:
    """A convolution of 1 x 1 with one filter is a layer of one unit for each pixel."""
    pixel = np.array([200, 200, 200, 200, 100, 20, 20]) / scale
    return recurrent(
        {"cell": "lstm", "units": 1},
        pixel.reshape(7, 1, 1).tolist(),
        {
            "kernel": det((1, 4), 1, 0.8),
            "recurrent_kernel": det((1, 4), 2, 0.8),
            "bias": [0, 1, 0, 0],
        },
        "sum(h[-1])",
        measures=["inputs"],
    )


def squares_of_every_output() -> Draft:
    x = np.swapaxes(det((2, 3, 2), 0.3), 0, 1)  # the case has samples first
    return recurrent(
        {"cell": "lstm", "units": 3},
        x.tolist(),
        {"kernel": det((2, 12), 1), "recurrent_kernel": det((3, 12), 2), "bias": det((12,), 3, 0.2)},
        "sum(y**2)",
        measures=["weights"],
    )


def from_a_file(weights: Draft, draft: Draft) -> Draft:
    return {**draft, "model": {**draft["model"], "weights": weights}}


def scalar(cell: Draft, weights: dict[str, Any], loss: str) -> Draft:
    return recurrent(cell, [[[1]], [[-0.5]], [[0.25]], [[2]]], weights, loss)


def forgetting(activation: str) -> Draft:
    """c_t = hard_sigmoid(1) c_{t-1}, whatever else the layer does."""
    return recurrent(
        {"cell": "lstm", "units": 1, "recurrent_activation": activation},
        np.zeros((20, 1, 1)).tolist(),
        {"kernel": [[0.0] * 4], "recurrent_kernel": [[0.0] * 4], "bias": [0, 1, 0, 0]},
        "sum(c[-1])",
        initial={"c": [[0.7]]},
        measures=["states"],
    )


TORCH = {
    "weight_ih_l0": [[0.5], [-0.3], [0.8]],
    "weight_hh_l0": [[0.4], [0.6], [-0.7]],
    "bias_ih_l0": [0.1, 0.2, -0.1],
    "bias_hh_l0": [0.05, -0.15, 0.3],
}

CASES = [
    *(by_start(step, unit) for step in (0, 3) for unit in (0, 1)),
    Case("H09", gru_of_four_steps(), (Check("initial/h", ("dL_dh0",), at=0, **EXACT),)),
    Case(
        "A08",
        two_chunks_as_one(),
        (
            Check("inputs/x", ("full_BPTT_dL_dx",), at=(..., 0, slice(None)), **EXACT),
            Check("total/h", ("dL_d_boundary_state",), at=(1, 0), **EXACT),
        ),
    ),
    Case(
        "N06",
        exploding_after_three_steps(),
        (
            Check("value/h", ("h_t",), at=(slice(3), 0, 0), rtol=2e-8, atol=0),
            Check("value/h", np.inf, at=(3, 0, 0)),
            Check("weights/recurrent_kernel", ("dL_dU00_if_loss_at_t2",), at=(0, 0), rtol=1e-7, atol=0),
            Check("total/h", np.zeros((3, 3)), at=(slice(3, None), 0), no_path=[3, 4, 5]),
        ),
        findings=("nan",),
    ),
    Case(
        "J05",
        one_pixel(1),
        (Check("inputs/x", ("dL_dx_raw",), at=(..., 0, 0), rtol=5e-5, atol=0),),
        "raw",
    ),
    Case("J05", one_pixel(200), (Check("inputs/x", ("dL_dx_scaled",), at=(..., 0, 0)),), "scaled"),
    Case(
        "J09",
        squares_of_every_output(),
        tuple(
            Check(f"weights/{name}", ("norms", key), of=np.linalg.norm, **EXACT)
            for name, key in (
                ("kernel", "kernel"),
                ("recurrent_kernel", "recurrent"),
                ("bias", "bias"),
            )
        ),
    ),
    Case(
        "X09",
        from_a_file(
            {"from": "file", "path": "gru.npz", "layout": "torch"},
            scalar({"cell": "gru", "units": 1}, {}, "sum(h[-1])"),
        ),
        (Check("value/h", ("h_4",), at=(-1, 0, 0)), Check("total/h", ("dh4_dht",), at=(..., 0, 0))),
        files={"gru.npz": TORCH},
    ),
    Case(
        "X11",
        scalar({"cell": "lstm", "units": 1}, LSTM1, "sum(c[-1])"),
        (Check("total/c", ("total_c",), at=(..., 0, 0)),),
    ),
    Case("X12", forgetting("hard_sigmoid"), (Check("initial/c", ("keras3",), at=(0, 0)),), "Keras 3"),
    Case("X12", forgetting("hard_sigmoid_keras2"), (Check("initial/c", ("keras2",), at=(0, 0)),), "Keras 2"),
]
