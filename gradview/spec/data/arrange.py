"""Arrays of a file's order as time-major ones, [step, sample, feature], and windows of one long series."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gradview.spec.inputs import FileInputs, Window
from gradview.spec.problems import ExperimentError, Path, Problem, did_you_mean, shown, sized

Array = NDArray[np.float64]
AXES = ("step", "sample", "feature")


def layout_of(text: str, samples: bool) -> tuple[str, ...]:
    """The axes that a layout names, each once (ExperimentError)."""
    axes = tuple(part.strip() for part in text.split(","))
    where: Path = ("inputs", "layout")
    for axis in axes:
        if axis not in AXES:
            message = f"must name step, sample and feature in the file's order (has {shown(axis)})"
            raise ExperimentError(Problem(where, message + did_you_mean(axis, AXES)))
        if axes.count(axis) > 1:
            raise ExperimentError(Problem(where, f"names {axis} twice"))
    if "step" not in axes:
        raise ExperimentError(Problem(where, "must name step"))
    if "sample" in axes and not samples:
        raise ExperimentError(
            Problem(where, "names sample, but the model has no sample axis; set model.samples")
        )
    return axes


def arrange(
    array: Array, axes: tuple[str, ...], samples: bool, features: bool, what: str, where: Path
) -> Array:
    """Bring axes into the order step, sample, feature; one that must be there and is not gets length 1."""
    if array.ndim == len(axes) + 1 and axes[-1] != "feature" and array.shape[-1] == 1:
        array = array[..., 0]  # one column of a table, laid out by step alone
    if array.ndim != len(axes):
        message = f"{what} is {sized(array.shape)}, and the layout {','.join(axes)} has {len(axes)} axes"
        raise ExperimentError(Problem(where, message))
    array = array.transpose([axes.index(axis) for axis in AXES if axis in axes])
    if samples and "sample" not in axes:
        array = array[:, None]
    if features and "feature" not in axes:
        array = array[..., None]
    return array


def windows(series: Array, target: Array, window: Window) -> tuple[Array, Array]:
    """Cut a series into samples.

    Parameters
    ----------
    series, target : [row, feature]

    Returns
    -------
    x, target : [step, sample, feature]
        Step i of sample k is row k * stride + i; of target, `ahead` rows later.
    """
    last = len(series) - window.ahead
    if window.length > last:
        said = f"must be {max(last, 0)} or less (is {window.length}): the series has {len(series)} rows"
        raise ExperimentError(
            Problem(("inputs", "window", "length"), f"{said}, targets lie {window.ahead} later")
        )

    def cut(rows: Array) -> Array:
        every = np.lib.stride_tricks.sliding_window_view(
            rows, window.length, axis=0
        )  # [start, feature, step]
        return np.asarray(every[:: window.stride].transpose(2, 0, 1))

    return cut(series[:last]), cut(target[window.ahead :])


def series_of(array: Array, inputs: FileInputs, what: str) -> Array:
    """A series [row, feature] to cut windows from."""
    if array.ndim == 1:
        return array[:, None]
    if array.ndim != 2:
        message = f"windows are cut from one series [step, feature], and {what} is {sized(array.shape)}"
        raise ExperimentError(Problem(("inputs", "window"), message))
    if inputs.layout is not None and layout_of(inputs.layout, True) == ("feature", "step"):
        return np.asarray(array.T)
    return array
