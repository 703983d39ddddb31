"""The inputs as arrays, time-major: drawn, written or read, and laid out as the model needs them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gradview.spec.data.arrange import arrange, layout_of, series_of, windows
from gradview.spec.data.source import Found, from_file, resolved, stand_in
from gradview.spec.data.stamps import sha256, stamp
from gradview.spec.data.streams import stream
from gradview.spec.data.values import array_of
from gradview.spec.inputs import FileInputs, Inputs, RandomInputs, ValueInputs
from gradview.spec.models import Loop, Model, Recurrent
from gradview.spec.models.recurrent import FileWeights
from gradview.spec.problems import ExperimentError, Path, Problem
from gradview.spec.values import shape_of

if TYPE_CHECKING:
    from gradview.spec.experiment import Experiment

Array = NDArray[np.float64]


@dataclass(frozen=True)
class InputData:
    """The numbers a loop is fed with, float64.

    Parameters
    ----------
    x : [step, sample, feature], or [step, ...] without samples; None without inputs
    target : [step, sample, ...] or None
    initial : by state name, [sample, unit]; states not in it start as the model says, or at zero
    files : SHA-256 of every file that the experiment reads, by the path as it is written there
    """

    x: Array | None = None
    target: Array | None = None
    initial: dict[str, Array] = field(default_factory=dict)
    step_labels: tuple[str, ...] | None = None
    feature_names: tuple[str, ...] | None = None
    files: dict[str, str] = field(default_factory=dict)


def has_samples(model: Model) -> bool:
    """Whether there is a sample axis."""
    return isinstance(model, Recurrent) or model.samples is not None


def load_inputs(experiment: Experiment) -> InputData:
    """All numbers of the inputs.

    Raises
    ------
    ExperimentError
        A file is missing, damaged, or has NaN or the wrong shape.
    """
    inputs = experiment.inputs
    files = _weight_files(experiment)
    if inputs is None:
        return InputData(files=files)
    inner, _ = resolved(inputs, experiment.folder)
    found = _read(experiment, False)
    initial = {name: array_of(value, name) for name, value in inner.initial.items()}
    files = {**{path: sha256(one) for path, one in found.files.items()}, **files}
    x = np.ascontiguousarray(found.x)
    target = None if found.target is None else np.ascontiguousarray(found.target)
    return InputData(x, target, initial, found.step_labels, found.feature_names, files)


def input_shapes(experiment: Experiment) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
    """Shapes of x and target, time-major, from headers alone (but a table is read, and kept)."""
    if experiment.inputs is None:
        return None, None
    found = _read(experiment, True)
    return found.x.shape, None if found.target is None else found.target.shape


def _weight_files(experiment: Experiment) -> dict[str, str]:
    model = experiment.model
    if not isinstance(model, Recurrent) or not isinstance(model.weights, FileWeights):
        return {}
    path = model.weights.path
    return {path: sha256(stamp(experiment.folder, path, ("model", "weights", "path")))}


def _read(experiment: Experiment, shapes_only: bool) -> Found:
    assert experiment.inputs is not None
    inputs, folder = resolved(experiment.inputs, experiment.folder)
    model = experiment.model
    if isinstance(inputs, FileInputs):
        found = _laid_out(from_file(inputs, folder, shapes_only), inputs, model)
    elif isinstance(inputs, ValueInputs):
        found = Found(array_of(inputs.x, "x"))
    else:
        assert isinstance(inputs, RandomInputs)
        found = Found(_random(inputs, model, shapes_only))
    target = found.target if inputs.target is None else _target(inputs, shapes_only)
    labels = found.step_labels
    if isinstance(inputs.step_labels, tuple):
        labels = tuple(str(label) for label in inputs.step_labels)
    names = inputs.feature_names or found.feature_names
    return Found(found.x, target, step_labels=labels, feature_names=names, files=found.files)


def _target(inputs: Inputs, shapes_only: bool) -> Array:
    if shapes_only:
        return stand_in(shape_of(inputs.target))
    return array_of(inputs.target, "target")


def _random(inputs: RandomInputs, model: Model, shapes_only: bool) -> Array:
    shape = random_shape(inputs, model)
    if shapes_only:
        return stand_in(shape)
    return np.asarray(stream(inputs.seed, "x").standard_normal(shape) * inputs.scale)


def random_shape(inputs: RandomInputs, model: Model) -> tuple[int, ...]:
    """Shape of random x: a loop's own steps and samples hold where the inputs do not say."""
    steps, samples = inputs.steps, inputs.samples
    if isinstance(model, Loop):
        if "steps" not in inputs.model_fields_set:
            steps = model.steps
        if samples is None and isinstance(model.samples, int):
            samples = model.samples
    axes = (samples or 1,) if has_samples(model) else ()
    features = () if inputs.features is None else (inputs.features,)
    return (steps, *axes, *features)


def _laid_out(found: Found, inputs: FileInputs, model: Model) -> Found:
    samples, recurrent = has_samples(model), isinstance(model, Recurrent)
    if inputs.window is not None:
        x = series_of(found.x, inputs, "x")
        later = x if found.target is None else series_of(found.target, inputs, "target")
        if len(later) != len(x):
            message = f"has {len(later)} rows, and x has {len(x)}"
            raise ExperimentError(Problem(("inputs", found.target_field), message))
        x, later = windows(x, later, inputs.window)
        return Found(
            x, later, step_labels=found.step_labels, feature_names=found.feature_names, files=found.files
        )
    table = found.feature_names is not None
    text = inputs.layout or ("step,feature" if table else None)
    if text is None:
        return found
    axes = layout_of(text, samples)
    where: Path = ("inputs", "layout" if inputs.layout else "path")
    x = arrange(found.x, axes, samples, recurrent, "x", where)
    target: Array | None = found.target
    if target is not None:
        own = axes if target.ndim == len(axes) or table else tuple(axis for axis in axes if axis != "feature")
        target = arrange(target, own, samples, False, "target", ("inputs", found.target_field))
    names = found.feature_names if "feature" in axes else None
    return Found(x, target, step_labels=found.step_labels, feature_names=names, files=found.files)
