"""Made-up results of each sort, for tests of what reads them. No number here was computed by anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradview.results.check import summary
from gradview.results.names import array_dims, array_info
from gradview.results.result import Result

Array = NDArray[Any]

LSTM: dict[str, Any] = {
    "format": "gradview-experiment",
    "version": 1,
    "name": "made-up lstm",
    "model": {
        "kind": "recurrent",
        "layers": [{"cell": "lstm", "units": 3}],
        "weights": {"from": "random", "seed": 0},
    },
    "inputs": {"from": "random", "seed": 0, "steps": 10, "samples": 4, "features": 2},
    "loss": {"expression": "mean(h)"},
    "measures": ["states", "inputs", "weights", "weights_by_step"],
}
LOOP: dict[str, Any] = {
    "format": "gradview-experiment",
    "version": 1,
    "name": "made-up loop",
    "model": {
        "kind": "loop",
        "steps": 5,
        "states": [{"name": "x", "initial": 2.0}],
        "weights": [{"name": "w", "per_step": True, "value": [0.5, 2, -1, 0.8, 1.2]}],
        "updates": [{"state": "x", "expression": "x * w"}],
    },
    "loss": {"expression": "x[-1]"},
    "measures": ["states", "weights", "outputs_by_weights"],
}


def lstm_result(
    steps: int = 10, samples: int | None = 4, units: int = 3, dtype: str = "float32", layers: int = 1
) -> Result:
    """An LSTM's result: states h and c (layer0_h, ... in a stack), inputs, weights, loss on all steps."""
    draw = np.random.default_rng(0)
    batch = () if samples is None else (samples,)
    arrays: dict[str, Array] = {"loss": np.array(0.25, dtype), "steps": np.arange(steps)}
    for layer in range(layers):
        prefix = "" if layers == 1 else f"layer{layer}_"
        fade = (0.7 ** np.arange(steps)[::-1]).reshape((-1,) + (1,) * (len(batch) + 1))
        for state in (f"{prefix}h", f"{prefix}c"):
            for kind in ("value", "direct", "total"):
                arrays[f"{kind}/{state}"] = fade * draw.standard_normal((steps, *batch, units))
            through = arrays[f"total/{state}"] - arrays[f"direct/{state}"]
            through[-1] = 0
            arrays[f"through_time/{state}"] = through
            arrays[f"initial/{state}"] = draw.standard_normal((*batch, units))
        arrays[f"direct/{prefix}c"] = np.zeros((steps, *batch, units))
        arrays[f"structure/direct/{prefix}c"] = np.ones(steps, np.uint8)
        for weight, shape in (("kernel", (2, 4 * units)), ("bias", (4 * units,))):
            by_step = draw.standard_normal((steps, *shape))
            arrays[f"weights_by_step/{prefix}{weight}"] = by_step
            arrays[f"weights/{prefix}{weight}"] = by_step.sum(axis=0)
    arrays["inputs/x"] = draw.standard_normal((steps, *batch, 2))
    arrays = {name: cast_floats(array, dtype) for name, array in arrays.items()}
    return made(arrays, LSTM, samples=samples is not None, checked=range(steps), precision=dtype)


def loop_result(steps: int = 5) -> Result:
    """A scalar loop without samples: per-step weights w, outputs_by_weights/w [T, T] lower-triangular."""
    draw = np.random.default_rng(1)
    table = np.tril(draw.standard_normal((steps, steps)))
    arrays: dict[str, Array] = {
        "loss": np.array(-1.92),
        "steps": np.arange(steps),
        "value/x": draw.standard_normal(steps),
        "total/x": draw.standard_normal(steps),
        "direct/x": np.eye(steps)[-1],
        "initial/x": np.array(0.5),
        "weights/w": table.sum(axis=0),
        "outputs_by_weights/w": table,
        "structure/direct/x": (np.arange(steps) < steps - 1).astype(np.uint8),
        "structure/outputs_by_weights/w": np.triu(np.ones((steps, steps), np.uint8), 1),
    }
    arrays["through_time/x"] = arrays["total/x"] - arrays["direct/x"]
    return made(arrays, LOOP, samples=False, checked=range(steps), precision="float64", per_step=("w",))


def not_a_number_result() -> Result:
    """The LSTM's result with NaN, both infinities, an exact zero, an underflow and no path in total/h."""
    made_up = lstm_result()
    arrays = {name: array.copy() for name, array in made_up.items()}
    total = arrays["total/h"]
    total[2, 0, 0], total[2, 1, 1], total[2, 2, 2] = np.nan, np.inf, -np.inf
    total[3, 0, 0] = 0.0
    total[0], total[9] = 0.0, 0.0
    arrays["structure/total/h"] = (np.arange(10) == 9).astype(np.uint8)
    meta = {**made_up.meta, "arrays": {**made_up.meta["arrays"]}, "underflow": {"total/h": [0]}}
    meta["arrays"]["structure/total/h"] = array_info("structure", "total/h", dims=("step",)).to_meta()
    meta["findings"] = [
        {
            "level": "error",
            "kind": "nan",
            "sentence": "total/h is not finite at step 2.",
            "array": "total/h",
            "step": 2,
            "numbers": {"count": 3},
        }
    ]
    return Result(arrays, meta)


def one_step_result() -> Result:
    """A loop of a single step."""
    return loop_result(1)


def every_result() -> dict[str, Result]:
    """One result of each sort, named in words."""
    return {
        "an lstm": lstm_result(),
        "a stack of two lstms": lstm_result(layers=2),
        "an lstm without samples": lstm_result(samples=None),
        "a scalar loop": loop_result(),
        "one step": one_step_result(),
        "not a number inside": not_a_number_result(),
    }


def made(
    arrays: Mapping[str, Array],
    experiment: Mapping[str, Any],
    *,
    samples: bool,
    checked: Iterable[int] = (),
    precision: str = "float64",
    per_step: tuple[str, ...] = (),
) -> Result:
    """Give arrays the meta that a run would give them; `checked` steps all pass the local check."""
    described = {}
    for name, array in arrays.items():
        kind, _, state = name.partition("/")
        if kind == "structure":
            dims = ("step", "from_step")[: array.ndim]
        else:
            dims = array_dims(kind, state or None, array.ndim, samples=samples, per_step=state in per_step)
        described[name] = array_info(kind, state or None, dims=dims).to_meta()
    comparisons = [comparison(step) for step in checked]
    meta = {
        "experiment": dict(experiment),
        "arrays": described,
        "device": "CPU",
        "precision": precision,
        "versions": {"gradview": "0.1.0", "numpy": "2.0.0", "tensorflow": "2.21.0"},
        "path": "generic",
        "timings": {"building": 0.5, "running": 0.1, "checking": 0.2, "writing": 0.0},
        "offset": {},
        "structure_codes": {"0": "path", "1": "no path", "2": "masked"},
        "files": {},
        "findings": [],
        "check": {
            "asked": "auto",
            "ran": bool(comparisons),
            "why_not": None if comparisons else "nothing to compare",
            "comparisons": comparisons,
            "summary": summary(comparisons),
        },
        "tracings": 2,
    }
    return Result(arrays, meta)


def comparison(
    step: int | None, verdict: str = "passed", part: str = "local", array: str = "total/h"
) -> dict[str, Any]:
    """One comparison of the check."""
    return {
        "part": part,
        "array": array,
        "by": "previous state",
        "step": step,
        "verdict": verdict,
        "sweep": 0.25,
        "difference": 0.25 if verdict == "passed" else 0.5,
        "floor": 1e-9,
    }


def cast_floats(array: Array, dtype: str) -> Array:
    """Floating numbers in the run's precision, others as they are."""
    return array.astype(dtype) if array.dtype.kind == "f" else array
