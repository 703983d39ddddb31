"""Every array name of a result: its meaning in words and its dims. Views ask here, and never parse a name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_@]*(/[A-Za-z0-9_@]+)*")
"""What an array may be called: it becomes a key of the .npz and a path inside a folder."""


@dataclass(frozen=True)
class Kind:
    """One row of the table: what all arrays of a kind have in common.

    Attributes
    ----------
    words
        The description, with {state} and {other} to be filled in.
    leading
        Dims before the array's own axes; "sample" goes where there are no samples.
    own
        Whose axes follow: "unit", "feature", "weight" or "" for none.
    """

    words: str
    leading: tuple[str, ...] = ()
    own: str = ""


_STEPS = ("step", "sample")
_PAIR = ("step", "from_step")

KINDS: Mapping[str, Kind] = {
    "value": Kind("Value of {state}, {state}_t", _STEPS, "unit"),
    "total": Kind("Total gradient of the loss by {state}, dL/d{state}_t", _STEPS, "unit"),
    "direct": Kind(
        "Direct gradient of the loss by {state}: what the loss reads off {state}_t itself", _STEPS, "unit"
    ),
    "through_time": Kind("Gradient that reaches {state}_t from the next step", _STEPS, "unit"),
    "same_step": Kind("Gradient that reaches {state}_t through later states of its own step", _STEPS, "unit"),
    "initial": Kind("Gradient of the loss by the initial state, dL/d{state}_0", ("sample",), "unit"),
    "inputs": Kind("Gradient of the loss by the input, dL/d{state}_t", _STEPS, "feature"),
    "weights": Kind("Gradient of the loss by the weight {state}, dL/d{state}", (), "weight"),
    "weights_by_step": Kind("Part of dL/d{state} due to each step's use of it", ("step",), "weight"),
    "weights_outside_steps": Kind("Part of dL/d{state} due to its use outside the steps", (), "weight"),
    "outputs_by_weights": Kind(
        "Derivative of each step's output by {state}, d(sum of y_t)/d{state}", ("step",), "weight"
    ),
    "losses_by_weights": Kind("Gradient of each step's loss by {state}, dL_t/d{state}", ("step",), "weight"),
    "weights_by_lag": Kind("Part of dL/d{state} that comes from each lag", ("lag",), "weight"),
    "losses_by_states": Kind("Norm of each loss's gradient by each step's {state}, |dL_t/d{state}_r|", _PAIR),
    "states_by_states": Kind("Norm of {state} by earlier {other}, |d{state}_t/d{other}_r|", _PAIR),
    "spectral_states_by_states": Kind("Largest singular value of d{state}_t/d{other}_r", _PAIR),
    "states_by_inputs": Kind("Norm of {state} by the inputs, |d{state}_t/d{other}_r|", _PAIR),
    "states_by_initial": Kind(
        "Jacobian of {state} by the initial {other}, d{state}_t/d{other}_0", _STEPS, "unit"
    ),
    "gain": Kind("What each step of {state} passes back over what it was handed", _STEPS),
    "gates": Kind("Value of gate {other} of {state}", _STEPS, "unit"),
    "gate_gradients": Kind(
        "Gradient of the loss before the activation of gate {other} of {state}", _STEPS, "unit"
    ),
    "c_path": Kind("Gradient that reaches {state}_t through the next step's {state}", _STEPS, "unit"),
    "h_path": Kind("Gradient that reaches {state}_t through its own step's h", _STEPS, "unit"),
    "eigenvalues_real": Kind("Eigenvalues of the step Jacobian of {state}, real part", _STEPS, "unit"),
    "eigenvalues_imag": Kind("Eigenvalues of the step Jacobian of {state}, imaginary part", _STEPS, "unit"),
    "spectral_radius": Kind("Spectral radius of the step Jacobian of {state}", _STEPS),
    "lyapunov": Kind("Lyapunov exponents of {state}", ("sample",), "unit"),
    "condition": Kind("Condition number of the accumulated Jacobian of {state}", _STEPS),
    "clipped": Kind(
        "Total gradient of the loss by {state} with what steps pass back clipped", _STEPS, "unit"
    ),
    "cut": Kind("Total gradient of the loss by {state} with some states cut between steps", _STEPS, "unit"),
    "loss": Kind("Loss, L"),
    "loss_by_step": Kind("Each step's part of the loss", ("step",)),
    "steps": Kind("Steps that were taken, counted from 0", ("step",)),
    "mask": Kind("Steps that count: 1, masked ones 0", _STEPS),
    "structure": Kind("Where {state} has a path: 0 a path, 1 no path, 2 masked"),
}


@dataclass(frozen=True)
class ArrayInfo:
    """What an array of a result is.

    Attributes
    ----------
    name : such as "total/h"
    kind : a key of KINDS, or one that a newer version wrote
    state : the state, input, weight or layer it belongs to; of structure/NAME it is NAME
    other : the second one, of arrays that go from one to another
    dims : one name an axis
    words : "Total gradient of the loss by h, dL/dh_t"
    """

    name: str
    kind: str
    state: str | None
    other: str | None
    dims: tuple[str, ...]
    words: str

    def to_meta(self) -> dict[str, Any]:
        """The entry in meta["arrays"]."""
        return {
            "kind": self.kind,
            "state": self.state,
            "other": self.other,
            "dims": list(self.dims),
            "words": self.words,
        }

    @classmethod
    def from_meta(cls, name: str, entry: Mapping[str, Any]) -> ArrayInfo:
        """Read an entry of meta["arrays"]; KeyError or TypeError if it is not one."""
        return cls(
            name,
            str(entry["kind"]),
            _text(entry["state"]),
            _text(entry["other"]),
            tuple(str(dim) for dim in entry["dims"]),
            str(entry["words"]),
        )


def array_info(
    kind: str, state: str | None = None, other: str | None = None, dims: tuple[str, ...] = ()
) -> ArrayInfo:
    """Name an array and describe it in words.

    Raises
    ------
    KeyError
        No such kind is known.
    """
    name = "/".join(part for part in (kind, state, other) if part is not None)
    return ArrayInfo(
        name, kind, state, other, tuple(dims), KINDS[kind].words.format(state=state, other=other)
    )


def array_dims(
    kind: str, state: str | None, ndim: int, *, samples: bool, per_step: bool = False
) -> tuple[str, ...]:
    """The dims of an array, so that each has one size in a file.

    Parameters
    ----------
    state : whose axes come last: unit:h, or unit:h:0, unit:h:1 if it has several; of weights kernel:0, ...
    ndim : how many axes the array has
    samples : whether the model has a sample axis
    per_step : of a weight: each step has its own copy, so its first axis counts steps

    >>> array_dims("total", "h", 3, samples=True)
    ('step', 'sample', 'unit:h')
    >>> array_dims("outputs_by_weights", "w", 2, samples=False, per_step=True)
    ('step', 'from_step')
    """
    row = KINDS[kind]
    leading = [dim for dim in row.leading if dim != "sample" or samples]
    if per_step and row.own == "weight":
        leading.append("from_step" if "step" in leading else "step")
    count = ndim - len(leading)
    if count < 0 or (count and not row.own):
        raise ValueError(f"{kind}/{state} has {ndim} axes and needs {len(leading)}")
    return (*leading, *_own_axes(row.own, state, count))


def is_step_axis(dim: str) -> bool:
    """Whether a dim counts steps: structure/NAME has these axes of NAME and no other."""
    return dim.partition(":")[0] in ("step", "from_step", "input_step", "from_input_step")


def _own_axes(own: str, state: str | None, count: int) -> list[str]:
    if own == "weight":
        return [f"{state}:{axis}" for axis in range(count)]
    if count == 1:
        return [f"{own}:{state}"]
    return [f"{own}:{state}:{axis}" for axis in range(count)]


def _text(entry: object) -> str | None:
    return None if entry is None else str(entry)
