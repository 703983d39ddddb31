"""Sizes and shapes of an experiment, from what is written and from file headers: cheap at every keystroke."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gradview.spec.data.inputs import has_samples, input_shapes
from gradview.spec.loop_shapes import loop_shapes
from gradview.spec.models import Loop
from gradview.spec.problems import ExperimentError, Path, Problem, sized
from gradview.spec.values import shape_of

if TYPE_CHECKING:
    from gradview.spec.experiment import Experiment

Shape = tuple[int, ...]
GATES = {"simple_rnn": 1, "gru": 3, "lstm": 4}


@dataclass(frozen=True)
class Sizes:
    """How much there is of everything.

    Parameters
    ----------
    steps : int
        T.
    samples : int or None
        B; None where there is no sample axis.
    features : tuple of int or None
        Shape of x at one step of one sample; None without inputs.
    target : tuple of int or None
        The same for the target.
    """

    steps: int
    samples: int | None
    features: Shape | None
    target: Shape | None

    @property
    def sample_axis(self) -> Shape:
        """(B,), or () where there is no sample axis."""
        return () if self.samples is None else (self.samples,)


def sizes(experiment: Experiment) -> Sizes:
    """The sizes that model and inputs agree on (ExperimentError where they do not)."""
    x, target = input_shapes(experiment)
    model = experiment.model
    steps, samples = (
        _loop_sizes(model, x, experiment) if isinstance(model, Loop) else _recurrent_sizes(x, experiment)
    )
    lead = (steps,) if samples is None else (steps, samples)
    if target is not None and target[: len(lead)] != lead:
        axes = "[step, ...]" if samples is None else "[step, sample, ...]"
        message = f"target is {sized(target)}, must be {axes} as x is: [{', '.join(map(str, lead))}, ...]"
        raise ExperimentError(Problem(_target_field(experiment), message))
    beyond = len(lead)
    return Sizes(
        steps, samples, None if x is None else x[beyond:], None if target is None else target[beyond:]
    )


def state_shapes(experiment: Experiment, sizes: Sizes) -> dict[str, Shape]:
    """Shape of each state at one step, the sample axis first where there is one; in the model's order."""
    model = experiment.model
    if isinstance(model, Loop):
        found = loop_shapes(model, sizes.features, sizes.target)
        return {name: sizes.sample_axis + shape for name, shape in found.states.items()}
    shapes: dict[str, Shape] = {}
    for place, layer in enumerate(model.layers):
        for name in ("h", "c") if layer.cell == "lstm" else ("h",):
            shapes[model.prefix(place) + name] = (*sizes.sample_axis, layer.units)
    return shapes


def weight_shapes(experiment: Experiment, sizes: Sizes) -> dict[str, Shape]:
    """Shape of each weight by name, in the model's order; per-step weights with their leading step axis."""
    model = experiment.model
    if isinstance(model, Loop):
        return {weight.name: shape_of(weight.value) for weight in model.weights}
    shapes: dict[str, Shape] = {}
    width = 1 if not sizes.features else sizes.features[0]
    for place, layer in enumerate(model.layers):
        prefix, units = model.prefix(place), layer.units
        gates = GATES[layer.cell] * units
        shapes[f"{prefix}kernel"] = (width, gates)
        shapes[f"{prefix}recurrent_kernel"] = (units, gates)
        shapes[f"{prefix}bias"] = (2, gates) if layer.cell == "gru" and layer.reset_after else (gates,)
        width = units
    if model.readout is not None:
        shapes["readout_kernel"] = (width, model.readout.units)
        shapes["readout_bias"] = (model.readout.units,)
    return shapes


def _loop_sizes(loop: Loop, x: Shape | None, experiment: Experiment) -> tuple[int, int | None]:
    samples = loop.samples
    if x is None:
        if samples == "inputs":
            raise ExperimentError(Problem(("model", "samples"), "is 'inputs', but there are no inputs"))
        return loop.steps, samples
    needed = 1 if samples is None else 2
    if len(x) < needed:
        axes = "[step, ...]" if samples is None else "[step, sample, ...]"
        raise ExperimentError(Problem(_x_field(experiment), f"x is {sized(x)}, must be {axes}"))
    _refuse_idle_samples(experiment)
    if x[0] != loop.steps:
        where = _x_field(experiment, "steps")
        raise ExperimentError(
            Problem(where, f"x has {x[0]} steps, and the loop has {loop.steps} (model.steps)")
        )
    if isinstance(samples, int) and x[1] != samples:
        message = f"is {samples}, and the inputs have {x[1]} samples; write 'inputs' to take theirs"
        raise ExperimentError(Problem(("model", "samples"), message))
    return loop.steps, None if samples is None else x[1]


def _refuse_idle_samples(experiment: Experiment) -> None:
    """Samples of random inputs that the model would not use, or does not find."""
    inputs, model = experiment.inputs, experiment.model
    if inputs is None or inputs.source != "random":
        return
    if not has_samples(model) and inputs.samples is not None:
        message = "the model has no sample axis; leave samples out or set model.samples to 'inputs'"
        raise ExperimentError(Problem(("inputs", "samples"), message))
    if isinstance(model, Loop) and model.samples == "inputs" and inputs.samples is None:
        raise ExperimentError(Problem(("inputs", "samples"), "is missing: model.samples takes it from here"))


def _recurrent_sizes(x: Shape | None, experiment: Experiment) -> tuple[int, int]:
    if x is None:
        raise ExperimentError(Problem(("inputs",), "is missing: recurrent layers need inputs"))
    if len(x) != 3:
        if experiment.inputs is not None and experiment.inputs.source == "random":
            raise ExperimentError(Problem(("inputs", "features"), "is missing: recurrent layers need it"))
        message = f"x is {sized(x)}, must be [step, sample, feature]"
        if experiment.inputs is not None and experiment.inputs.source == "file":
            message += "; a layout such as step,feature says which axis is which"
        raise ExperimentError(Problem(_x_field(experiment), message))
    return x[0], x[1]


def _x_field(experiment: Experiment, random: str = "steps") -> Path:
    """The field that is to blame for x's shape."""
    source = "" if experiment.inputs is None else experiment.inputs.source
    return ("inputs", {"random": random, "values": "x", "file": "path"}.get(source, "name"))


def _target_field(experiment: Experiment) -> Path:
    inputs = experiment.inputs
    if inputs is None or inputs.target is not None:
        return ("inputs", "target")
    return ("inputs", {"file": "path"}.get(inputs.source, "name"))
