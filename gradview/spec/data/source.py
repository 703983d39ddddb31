"""Where inputs come from, up to arrays in the file's own order: numbers, or stand-ins with a shape only."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

from gradview.spec.data import npy, table
from gradview.spec.data.stamps import Stamp, stamp
from gradview.spec.examples import example, examples
from gradview.spec.files import read_draft
from gradview.spec.inputs import ExampleInputs, FileInputs, Inputs
from gradview.spec.problems import ExperimentError, Problem, did_you_mean, listed, shown

Array = NDArray[np.float64]
SUFFIXES = (".npz", ".npy", ".csv")


@dataclass(frozen=True)
class Found:
    """What a file gives: x and target as they lie in it, and what its columns are called."""

    x: Array
    target: Array | None = None
    target_field: str = "target_key"
    step_labels: tuple[str, ...] | None = None
    feature_names: tuple[str, ...] | None = None
    files: dict[str, Stamp] = field(default_factory=dict)


def stand_in(shape: tuple[int, ...]) -> Array:
    """An array that has a shape and takes no memory."""
    return np.broadcast_to(np.float64(0.0), shape)


def resolved(inputs: Inputs, folder: Path) -> tuple[Inputs, Path]:
    """An example's inputs for its name, what stands beside the name laid over them; others as they are."""
    if not isinstance(inputs, ExampleInputs):
        return inputs, folder
    entry = example(inputs.name)
    if entry is None:
        names = [one.name for one in examples()]
        hint = did_you_mean(inputs.name, names)
        message = f"no example is called {shown(inputs.name)}; there are {', '.join(names)}{hint}"
        raise ExperimentError(Problem(("inputs", "name"), message))
    draft = _example_inputs(entry.path)
    if draft is None:
        raise ExperimentError(Problem(("inputs", "name"), f"the example {inputs.name} has no inputs"))
    beside = {name: part for name, part in inputs.to_draft().items() if name not in ("from", "name")}
    found: Inputs = TypeAdapter(Inputs).validate_python({**draft, **beside})
    return found, entry.path.parent


@lru_cache(maxsize=32)
def _example_inputs(path: Path) -> dict[str, Any] | None:
    return read_draft(path).get("inputs")


def from_file(inputs: FileInputs, folder: Path, shapes_only: bool) -> Found:
    """Read a file, or only as much of it as its shapes need (ExperimentError at the field that is wrong)."""
    file = stamp(folder, inputs.path, ("inputs", "path"))
    suffix = file.path.suffix.lower()
    if suffix not in SUFFIXES:
        raise ExperimentError(
            Problem(("inputs", "path"), f"must end in {listed(SUFFIXES)} (is {shown(inputs.path)})")
        )
    _refuse_foreign_fields(inputs, suffix)
    if suffix == ".csv":
        return _from_csv(inputs, file)
    return _from_arrays(inputs, file, shapes_only)


def _refuse_foreign_fields(inputs: FileInputs, suffix: str) -> None:
    if suffix != ".csv":
        for name in ("columns", "target_columns"):
            if getattr(inputs, name) is not None:
                raise ExperimentError(Problem(("inputs", name), "only a .csv file has columns"))
        if isinstance(inputs.step_labels, str):
            message = f"must be a list: only a .csv file has a column {shown(inputs.step_labels)}"
            raise ExperimentError(Problem(("inputs", "step_labels"), message))
    if suffix != ".npz":
        for name in ("key", "target_key"):
            if getattr(inputs, name) is not None:
                raise ExperimentError(Problem(("inputs", name), "only an .npz file has keys"))


def _from_csv(inputs: FileInputs, file: Stamp) -> Found:
    where = ("inputs", "path")
    names = table.header(file, where)
    labels = None
    if isinstance(inputs.step_labels, str):
        if inputs.step_labels not in names:
            message = (
                f"no column is called {shown(inputs.step_labels)}{did_you_mean(inputs.step_labels, names)}"
            )
            raise ExperimentError(Problem(("inputs", "step_labels"), message))
        labels = table.texts(file, names.index(inputs.step_labels))
    chosen = inputs.columns or tuple(name for name in names if name != inputs.step_labels)
    x = table.columns(file, table.find_columns(names, chosen, ("inputs", "columns")), where)
    target, files = None, {inputs.path: file}
    if inputs.target_columns is not None:
        places = table.find_columns(names, inputs.target_columns, ("inputs", "target_columns"))
        target = table.columns(file, places, where)
    return Found(x, target, "target_columns", labels, chosen, files)


def _from_arrays(inputs: FileInputs, file: Stamp, shapes_only: bool) -> Found:
    where = ("inputs", "path")
    shapes = npy.shapes(file, where)

    def read(name: str) -> Array:
        return stand_in(shapes[name]) if shapes_only else npy.numbers(file, name, where)

    key = "" if file.path.suffix.lower() == ".npy" else _key(inputs, tuple(shapes))
    target = None
    if inputs.target_key is not None:
        if inputs.target_key not in shapes:
            raise ExperimentError(
                Problem(("inputs", "target_key"), _no_array(inputs.target_key, tuple(shapes)))
            )
        target = read(inputs.target_key)
    return Found(read(key), target, files={inputs.path: file})


def _key(inputs: FileInputs, names: tuple[str, ...]) -> str:
    """The array that is x: the one named, else `x`, else the only one."""
    if inputs.key is not None:
        if inputs.key not in names:
            raise ExperimentError(Problem(("inputs", "key"), _no_array(inputs.key, names)))
        return inputs.key
    others = [name for name in names if name != inputs.target_key]
    if "x" in names or len(others) == 1:
        return "x" if "x" in names else others[0]
    raise ExperimentError(
        Problem(("inputs", "key"), f"is missing: which array is x? There are {_some(names)}")
    )


def _no_array(name: str, names: tuple[str, ...]) -> str:
    return f"no array is called {shown(name)}; there are {_some(names)}{did_you_mean(name, names)}"


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names[:12]) or "none"
