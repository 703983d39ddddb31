"""The experiment that a command line names, with what its options change."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gradview.cli.arguments import UsageError
from gradview.spec.examples import example, examples
from gradview.spec.experiment import Experiment
from gradview.spec.files import read_draft
from gradview.spec.problems import did_you_mean

EXAMPLE = "example:"


def experiment_of(arguments: argparse.Namespace, **run: Any) -> Experiment:
    """The experiment of `run` and `check`; `run` sets fields of the experiment's run.

    Raises
    ------
    UsageError
        There is no such example, or --set cannot be followed.
    ExperimentError
        The file cannot be read, or the experiment is wrong.
    """
    path = path_of(arguments.experiment)
    draft = read_draft(path)
    for assignment in arguments.set:
        set_field(draft, assignment)
    if arguments.measures is not None:
        draft["measures"] = [name.strip() for name in arguments.measures.split(",") if name.strip()]
    for name in ("device", "precision"):
        if getattr(arguments, name) is not None:
            run[name] = getattr(arguments, name)
    for name, value in run.items():
        _put(draft, ["run", name], value, f"run.{name}")
    return Experiment.from_draft(draft, path.resolve().parent)


def path_of(name: str) -> Path:
    """The file that EXPERIMENT names: itself, or an example's."""
    if not name.startswith(EXAMPLE):
        return Path(name)
    found = example(name.removeprefix(EXAMPLE))
    if found is None:
        raise UsageError(unknown_example(name.removeprefix(EXAMPLE)))
    return found.path


def unknown_example(name: str) -> str:
    """The sentence about an example that is not there."""
    names = [one.name for one in examples()]
    return f"there is no example {name!r}{did_you_mean(name, names) or '; there are ' + ', '.join(names)}"


def set_field(draft: dict[str, Any], assignment: str) -> None:
    """Follow one --set FIELD=VALUE. Objects that are missing on the way are made, places of lists are not.

    Raises
    ------
    UsageError
        There is no `=`, or no such place.
    """
    field, equals, text = assignment.partition("=")
    if not equals or not field.strip():
        raise UsageError(f"--set {assignment}: write FIELD=VALUE, as in model.layers.0.units=64")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = text
    _put(draft, field.strip().split("."), value, f"--set {field.strip()}")


def _put(draft: dict[str, Any], path: Sequence[str], value: Any, what: str) -> None:
    place: Any = draft
    for depth, key in enumerate(path):
        last = depth == len(path) - 1
        if isinstance(place, list):
            index = _index(place, key, what)
            if last:
                place[index] = value
            place = place[index]
        elif isinstance(place, dict):
            if last:
                place[key] = value
            elif place.get(key) is None:
                place[key] = {}
            place = place[key]
        else:
            raise UsageError(f"{what}: {'.'.join(path[:depth])} has no fields")


def _index(place: list[Any], key: str, what: str) -> int:
    if not key.isascii() or not key.isdigit():
        raise UsageError(f"{what}: {key!r} must be a place in a list, counted from 0")
    if int(key) >= len(place):
        raise UsageError(f"{what}: there is no place {key} in a list of {len(place)}, counted from 0")
    return int(key)
