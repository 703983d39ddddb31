"""The cases that are one recurrent layer with given weights."""

from typing import Any

import numpy as np

from tests.cases.case import Case, Check, Draft, det, recurrent

LSTM1 = {
    "kernel": [[0.5, -0.3, 0.8, 0.2]],
    "recurrent_kernel": [[0.4, 0.6, -0.7, 0.9]],
    "bias": [0.1, 1, 0, -0.2],
}
EXACT = {"rtol": 1e-9, "atol": 0}  # ten digits are given, and a zero is a zero


def lstm_of_four_steps(loss: str) -> Draft:
    """T = 4, B = 1, D = 2, H = 2, with a start of its own: the layer of H07, H08 and H13."""
    return recurrent(
        {"cell": "lstm", "units": 2},
        det((4, 1, 2), 0.3),
        {"kernel": det((2, 8), 1), "recurrent_kernel": det((2, 8), 2), "bias": det((8,), 3, 0.2)},
        loss,
        initial={"h": det((1, 2), 4), "c": det((1, 2), 5)},
    )


def linear_rnn(w: float) -> Case:
    draft = recurrent(
        {"cell": "simple_rnn", "units": 1, "activation": "linear"},
        np.zeros((50, 1, 1)).tolist(),
        {"kernel": [[1.0]], "recurrent_kernel": [[w]], "bias": [0.0]},
        "sum(h[-1])",
        measures=["states"],
    )
    name = {0.9: "w09_T50_k1", 1.1: "w11_T50_k1"}[w]
    straight_line = [w ** (50 - t) for t in range(1, 51)]
    checks = (Check("total/h", (name,), at=(0, 0, 0)), Check("total/h", straight_line, at=(..., 0, 0)))
    return Case("H11", draft, checks, f"w {w}")


def classifier_over_120_steps() -> Draft:
    return recurrent(
        {"cell": "lstm", "units": 4},
        det((120, 1, 3), 0.4, 1),
        {
            "kernel": det((3, 16), 1, 0.6),
            "recurrent_kernel": det((4, 16), 2, 0.3),
            "bias": [0.0] * 16,
            "readout_kernel": det((4, 5), 4, 1),
            "readout_bias": [0.0] * 5,
        },
        "max(y[-1])",
        measures=["states", "inputs"],
        readout={"units": 5, "activation": "softmax"},
    )


def scalar_lstm(activation: str, steps: int) -> Draft:
    return recurrent(
        {"cell": "lstm", "units": 1, "activation": activation},
        np.ones((steps, 1, 1)).tolist(),
        {"kernel": [[0.3] * 4], "recurrent_kernel": [[0.9] * 4], "bias": [1, 1, 0.5, 1]},
        "sum(h[-1])",
        measures=["states"],
    )


def lstm_of_two_samples() -> Draft:
    return recurrent(
        {"cell": "lstm", "units": 4},
        det((6, 2, 3), 0.3),
        {"kernel": det((3, 16), 1), "recurrent_kernel": det((4, 16), 2), "bias": det((16,), 3, 0.2)},
        "sum(h[-1]**2)",
    )


def gru(reset_after: bool) -> Case:
    bias: Any = det((2, 6), 3, 0.3) if reset_after else det((6,), 3, 0.3)
    draft = recurrent(
        {"cell": "gru", "units": 2, "reset_after": reset_after},
        det((4, 1, 2), 0.3),
        {"kernel": det((2, 6), 1, 0.9), "recurrent_kernel": det((2, 6), 2, 0.9), "bias": bias},
        "sum(h[-1]**2)",
    )
    variant = "reset_after" if reset_after else "reset_before"
    checks = (
        Check("loss", (variant, "loss"), **EXACT),
        Check("weights/recurrent_kernel", (variant, "norm_dU"), of=np.linalg.norm, **EXACT),
        Check("weights/recurrent_kernel", (variant, "dU_row0"), at=0, **EXACT),
    )
    return Case("N09", draft, checks, variant)


def largest(step: int) -> dict[str, Any]:
    return {"at": (step, 0), "of": lambda gradient: np.abs(gradient).max()}


FEW = {"rtol": 3e-4, "atol": 0}  # four digits are given
SIX = {"rtol": 5e-6, "atol": 0}

CASES = [
    Case(
        "H07",
        lstm_of_four_steps("sum(h[1]**2)"),
        (
            Check("direct/h", ("direct",), at=(..., 0, slice(None)), no_path=[0, 2, 3], **EXACT),
            Check("total/h", ("total",), at=(..., 0, slice(None)), no_path=[2, 3], **EXACT),
            Check("total/c", [[0, 0], [0, 0]], at=(slice(2, None), 0), no_path=[2, 3], **EXACT),
        ),
    ),
    Case(
        "H08",
        lstm_of_four_steps("sum(h[-1])"),
        (
            Check("value/h", ("h",), at=(..., 0, slice(None))),
            Check("value/c", ("c",), at=(..., 0, slice(None))),
        ),
    ),
    linear_rnn(0.9),
    linear_rnn(1.1),
    Case(
        "H12",
        classifier_over_120_steps(),
        (
            Check("inputs/x", ("max_abs_dL_dx_t0",), **largest(0), **FEW),
            Check("inputs/x", ("max_abs_dL_dx_t60",), **largest(60), **FEW),
            Check("inputs/x", ("max_abs_dL_dx_t_last",), **largest(-1), rtol=3e-8, atol=0),
        ),
    ),
    Case(
        "H13",
        lstm_of_four_steps("sum(h) + 3 * sum(c[-1])"),
        (Check("total/c", ("dL_dc_t",), at=(..., 0, slice(None)), **EXACT),),
    ),
    Case(
        "H13",
        lstm_of_four_steps("sum(h)"),
        (Check("total/c", ("if_cell_term_dropped",), at=(..., 0, slice(None)), **EXACT),),
        "without the cell term",
    ),
    Case(
        "N05",
        scalar_lstm("relu", 60),
        (
            Check("value/h", ("relu_h_T",), at=(-1, 0, 0), **SIX),
            Check("total/h", ("relu_total_h_index0",), at=(0, 0, 0), **SIX),
        ),
        "relu",
    ),
    Case(
        "N05",
        scalar_lstm("relu", 20),
        (Check("total/h", ("relu_total_h_index0_T20",), at=(0, 0, 0), rtol=6e-8),),
        "relu, 20 steps",
    ),
    Case(
        "N05",
        scalar_lstm("tanh", 60),
        (
            Check("value/h", ("tanh_h_T",), at=(-1, 0, 0), rtol=6e-7),
            Check("total/h", ("tanh_total_h_index0",), at=(0, 0, 0), **SIX),
        ),
        "tanh",
    ),
    Case(
        "N08",
        lstm_of_two_samples(),
        (
            Check("weights/recurrent_kernel", ("norm_dU",), of=np.linalg.norm, **EXACT),
            Check("weights/recurrent_kernel", ("dU00",), at=(0, 0), rtol=2e-9, atol=0),
        ),
    ),
    gru(reset_after=True),
    gru(reset_after=False),
    Case(
        "X11b",
        recurrent({"cell": "lstm", "units": 1}, [[[1]], [[-0.5]], [[0.25]], [[2]]], LSTM1, "sum(h[-1])"),
        (
            Check("weights/kernel", ("d_kernel",), at=0),
            Check("weights/recurrent_kernel", ("d_recurrent",), at=0),
            Check("value/h", [0.3730750], at=(-1, 0), rtol=2e-7),
        ),
    ),
]
