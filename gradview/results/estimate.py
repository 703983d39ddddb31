"""Bytes and time of a run, before it: one pure function of the experiment and its sizes.

The memory is counted; the time follows rough constants, measured on two cores, and is meant to be right
within a factor of three.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from gradview.spec.experiment import Experiment
from gradview.spec.models import Loop, Recurrent
from gradview.spec.shapes import Sizes, state_shapes, weight_shapes

TENSOR_BYTES = 110
"""What a tensor in a TensorArray costs beside its numbers."""
SEGMENT_STEPS = 1000
"""Steps of a segment, at most: so many tensors are in TensorArrays at once."""
STEP_SECONDS = 0.25e-3
"""One step of one layer, forward and back, however small."""
FORWARD_SECONDS = 0.08e-3
"""One step of one layer, forward only: what the check repeats."""
FLOPS = {"float32": 20e9, "float64": 10e9}
"""Multiplications and additions a second in products of the usual sizes."""
TRACING_SECONDS = 0.35
"""A layer's functions, built for its first run in a process: 0.2-0.6 s."""
CHECK_TRACING_SECONDS = 1.5
"""Those of its check, in float64 and forward only: 0.5-2.2 s."""
CHEAP_CHECK_SECONDS = 5.0
"""A check that is left to us (`auto`) is done up to here."""
LATE_STEPS = 6
"""Steps that the check compares end to end, beside each weight and initial state."""
FORWARDS = 4
"""Forward runs of one such comparison: two distances, both ways."""


@dataclass(frozen=True)
class Estimate:
    """What a run will need.

    Attributes
    ----------
    states_bytes : the states that the forward loop keeps
    sweep_bytes : what the reverse sweep carries, for all its cotangents
    check_bytes : the check's forward runs in float64; 0 without a check
    result_bytes : all arrays of the result
    total_bytes : what the run holds at its peak
    seconds : of a run that is not the first of its sort, its check included
    first_seconds : what the first one takes longer
    check_seconds : the check's part, whether it is done or not
    cotangents : M, how many the sweep carries at once
    weights, steps, samples : how many numbers the weights hold; samples None if there is no sample axis
    """

    states_bytes: int
    sweep_bytes: int
    check_bytes: int
    result_bytes: int
    total_bytes: int
    seconds: float
    first_seconds: float
    check_seconds: float
    cotangents: int
    weights: int
    steps: int
    samples: int | None

    def fits(self, available: int) -> bool:
        """Whether the run needs no more than these bytes."""
        return self.total_bytes <= available

    @property
    def size_words(self) -> str:
        """'5,248 weights, 40 steps x 16 samples'."""
        samples = "" if self.samples is None else f" x {counted(self.samples, 'sample')}"
        return f"{counted(self.weights, 'weight')}, {counted(self.steps, 'step')}{samples}"

    @property
    def cost_words(self) -> str:
        """'about 0.1 s, 3 MB'."""
        return f"about {seconds_words(self.seconds)}, {bytes_words(self.total_bytes)}"


@dataclass(frozen=True)
class _Counts:
    """Numbers, not bytes, of one step or of a whole weight."""

    states: Mapping[str, int]
    shared: int
    per_step: int
    inputs: int
    layers: int
    outputs: int

    @property
    def state(self) -> int:
        return sum(self.states.values())


def estimate(experiment: Experiment, sizes: Sizes) -> Estimate:
    """Predict a run's memory and time."""
    counts = _counts(experiment, sizes)
    steps, measures = sizes.steps, frozenset(experiment.measures)
    itemsize = 8 if experiment.run.precision == "float64" else 4
    many = measures & {"outputs_by_weights", "losses_by_weights", "losses_by_states"}
    cotangents = steps if many else 1
    tensors = TENSOR_BYTES * min(steps, SEGMENT_STEPS) * len(counts.states)
    states = itemsize * steps * counts.state + tensors
    # The carry, the sums of weights, and in one step's product about three times its states beside them.
    carried = 4 * counts.state + counts.shared + counts.inputs + counts.per_step // max(1, steps)
    sweep = itemsize * cotangents * carried + tensors
    result = itemsize * _result_numbers(counts, measures, steps)
    flops = _flops(counts, sizes)
    rate = FLOPS[experiment.run.precision]
    run = counts.layers * steps * STEP_SECONDS + 4 * flops / rate
    if cotangents > 1:
        run += counts.layers * steps * STEP_SECONDS + 3 * cotangents * flops / rate
    directions = LATE_STEPS + _differentiated(experiment, sizes)
    check = FORWARDS * directions * (counts.layers * steps * FORWARD_SECONDS + flops / FLOPS["float64"])
    asked = experiment.run.check
    checked = asked is True or (asked == "auto" and check <= CHEAP_CHECK_SECONDS)
    # Forward runs in float64, one each way, and the states they start from.
    check_bytes = 3 * 8 * steps * counts.state if checked else 0
    # What is kept for the sweep is value/ in the result: it is there once.
    kept_twice = itemsize * steps * counts.state if "states" in measures else 0
    return Estimate(
        states_bytes=states,
        sweep_bytes=sweep,
        check_bytes=check_bytes,
        result_bytes=result,
        total_bytes=states + max(sweep, check_bytes) + result - kept_twice + itemsize * steps * counts.inputs,
        seconds=run + (check if checked else 0.0),
        first_seconds=(TRACING_SECONDS + (CHECK_TRACING_SECONDS if checked else 0.0)) * counts.layers,
        check_seconds=check,
        cotangents=cotangents,
        weights=counts.shared + counts.per_step,
        steps=steps,
        samples=sizes.samples,
    )


def bytes_words(count: int) -> str:
    """'3 MB', two digits at most below 10: '1.5 GB'."""
    size, unit = float(count), "bytes"
    for larger in ("kB", "MB", "GB", "TB", "PB"):
        if size < 999.5:
            break
        size, unit = size / 1000, larger
    return f"{size:.1f} {unit}".replace(".0 ", " ") if size < 9.95 else f"{size:.0f} {unit}"


def seconds_words(seconds: float) -> str:
    """'0.1 s', '12 s', '3 min', '2.5 h'; nothing below a tenth of a second is promised."""
    if seconds < 9.95:
        return f"{max(seconds, 0.1):.1f} s".replace(".0 ", " ")
    if seconds < 119.5:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7170 else f"{seconds / 3600:.1f} h".replace(".0 ", " ")


def counted(count: int, noun: str) -> str:
    """'5,248 weights', '1 step'."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def _counts(experiment: Experiment, sizes: Sizes) -> _Counts:
    model = experiment.model
    states = {name: prod(shape) for name, shape in state_shapes(experiment, sizes).items()}
    per_step_names = (
        {weight.name for weight in model.weights if weight.per_step} if isinstance(model, Loop) else set()
    )
    shared = per_step = 0
    for name, shape in weight_shapes(experiment, sizes).items():
        if name in per_step_names:
            per_step += prod(shape)
        else:
            shared += prod(shape)
    batch = 1 if sizes.samples is None else sizes.samples
    layers, outputs = 1, max(states.values(), default=1)
    if isinstance(model, Recurrent):
        layers = len(model.layers) + (model.readout is not None)
        outputs = batch * (model.readout or model.layers[-1]).units
    inputs = 0 if sizes.features is None else batch * prod(sizes.features)
    return _Counts(states, shared, per_step, inputs, layers, outputs)


def _result_numbers(counts: _Counts, measures: frozenset[str], steps: int) -> int:
    numbers = 0
    if "states" in measures:
        # value, total, direct, through_time; same_step of all but the one that is computed last; initial.
        last = list(counts.states.values())[-1] if counts.states else 0
        numbers += steps * (4 * counts.state + counts.state - last) + counts.state
    if "inputs" in measures:
        numbers += steps * counts.inputs
    if "weights" in measures:
        numbers += counts.shared + counts.per_step
    if "weights_by_step" in measures:
        numbers += steps * counts.shared
    by_weights = len(measures & {"outputs_by_weights", "losses_by_weights"})
    numbers += by_weights * steps * (counts.shared + counts.per_step)
    if "losses_by_states" in measures:
        numbers += steps * steps * len(counts.states)
    return numbers


def _flops(counts: _Counts, sizes: Sizes) -> float:
    """Of one forward run: each weight is used once a sample, each number of a state in some ten functions."""
    batch = 1 if sizes.samples is None else sizes.samples
    return sizes.steps * (2.0 * counts.shared * batch + 10.0 * counts.state) + 2.0 * counts.per_step * batch


def _differentiated(experiment: Experiment, sizes: Sizes) -> int:
    return len(weight_shapes(experiment, sizes)) + len(state_shapes(experiment, sizes))
