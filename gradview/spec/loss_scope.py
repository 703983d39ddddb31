"""What the loss may read, with its shapes: whole stacks, or one step of one sample."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradview.spec.expression.check import Scope, Shape
from gradview.spec.loop_shapes import loop_shapes
from gradview.spec.models import Loop, Recurrent
from gradview.spec.models.loop import Let
from gradview.spec.shapes import Sizes, state_shapes, weight_shapes
from gradview.spec.values import shape_of

if TYPE_CHECKING:
    from gradview.spec.experiment import Experiment


def output_shape(experiment: Experiment, sizes: Sizes) -> tuple[int, ...]:
    """Shape of the output y at one step of one sample."""
    model = experiment.model
    if isinstance(model, Loop):
        return loop_shapes(model, sizes.features, sizes.target).output
    return (model.readout.units if model.readout is not None else model.layers[-1].units,)


def stacked_scope(experiment: Experiment, sizes: Sizes) -> Scope:
    """For a loss over all steps: everything that has steps is [step, sample, ...]."""
    names: dict[str, Shape] = dict(weight_shapes(experiment, sizes))
    lead = (sizes.steps, *sizes.sample_axis)
    for name, shape in _step_shapes(experiment, sizes).items():
        names[name] = lead + shape
    return Scope(names, absent=_absent(experiment, names))


def one_step_scope(experiment: Experiment, sizes: Sizes) -> Scope:
    """For a loss by step: one step of one sample; of a per-step weight, the step's own."""
    names: dict[str, Shape] = dict(weight_shapes(experiment, sizes))
    if isinstance(experiment.model, Loop):
        names.update(loop_shapes(experiment.model, sizes.features, sizes.target).weights)
    names.update(_step_shapes(experiment, sizes))
    names["t"] = ()
    return Scope(names, absent=_absent(experiment, names))


def state_aliases(experiment: Experiment) -> dict[str, str]:
    """The short names that the last layer's states have beside their own: {"h": "layer1_h"}."""
    model = experiment.model
    if not isinstance(model, Recurrent) or len(model.layers) == 1:
        return {}
    last = len(model.layers) - 1
    states = ("h", "c") if model.layers[last].cell == "lstm" else ("h",)
    return {name: model.prefix(last) + name for name in states}


def _step_shapes(experiment: Experiment, sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """Shape at one step of one sample of all that has steps."""
    axes = len(sizes.sample_axis)
    shapes = {"y": output_shape(experiment, sizes)}
    if isinstance(experiment.model, Loop):
        constants = [constant.name for constant in experiment.model.constants]
        if "y" in (*constants, *weight_shapes(experiment, sizes)):
            del shapes["y"]  # y is the output unless something else is called y
    shapes.update({name: shape[axes:] for name, shape in state_shapes(experiment, sizes).items()})
    shapes.update({short: shapes[name] for short, name in state_aliases(experiment).items()})
    if sizes.features is not None:
        shapes["x"] = sizes.features
    if sizes.target is not None:
        shapes["target"] = sizes.target
    return shapes


def _absent(experiment: Experiment, names: dict[str, Shape]) -> dict[str, str]:
    """Fill `names` with constants, and say why what could be expected is not there."""
    absent = {
        "target": "the inputs give no target",
        "x": "the experiment has no inputs",
        "t": "a loss over all steps has no step of its own",
    }
    model = experiment.model
    if isinstance(model, Loop):
        names.update({constant.name: shape_of(constant.value) for constant in model.constants})
        absent.update(
            {
                line.let: "a let is known only in the updates"
                for line in model.updates
                if isinstance(line, Let)
            }
        )
    else:
        absent["c"] = f"a {model.layers[-1].cell} layer has no c"
    return {name: why for name, why in absent.items() if name not in names}
