"""Names in a loop: what is taken, what is used twice, and updates of states that are not there."""

from __future__ import annotations

from collections.abc import Iterator

from gradview.spec.expression.functions import FUNCTIONS
from gradview.spec.inputs import Inputs
from gradview.spec.models.loop import Let, Loop, Update
from gradview.spec.problems import Path, Problem, did_you_mean, listed
from gradview.spec.values import shape_of

Named = tuple[Path, str, str]


def name_problems(loop: Loop, inputs: Inputs | None) -> list[Problem]:
    """What is wrong with a loop's names and with the lengths of its per-step weights."""
    return [*_taken(loop, inputs), *_twice(loop), *_updates(loop), *_per_step(loop)]


def _named(loop: Loop) -> Iterator[Named]:
    """Path, kind and name of everything that has one."""
    for place, state in enumerate(loop.states):
        yield ("model", "states", place, "name"), "state", state.name
    for place, constant in enumerate(loop.constants):
        yield ("model", "constants", place, "name"), "constant", constant.name
    for place, weight in enumerate(loop.weights):
        yield ("model", "weights", place, "name"), "weight", weight.name
    for place, line in enumerate(loop.updates):
        if isinstance(line, Let):
            yield ("model", "updates", place, "let"), "let", line.let


def _taken(loop: Loop, inputs: Inputs | None) -> Iterator[Problem]:
    for path, _, name in _named(loop):
        if name == "t":
            yield Problem(path, "t is the step's number; choose another name")
        elif name in FUNCTIONS:
            yield Problem(path, f"{name} is a function; choose another name")
        elif name == "x" and inputs is not None:
            yield Problem(path, "x is the inputs; choose another name")
        elif name == "target" and inputs is not None and _gives_target(inputs):
            yield Problem(path, "target is given by the inputs; choose another name")


def _gives_target(inputs: Inputs) -> bool:
    """Whether the inputs have a target; an example may."""
    parts = (getattr(inputs, name, None) for name in ("target", "target_key", "target_columns", "window"))
    return inputs.source == "example" or any(part is not None for part in parts)


def _twice(loop: Loop) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    seen_of_kind: dict[tuple[str, str], str] = {}
    for path, kind, name in _named(loop):
        like = seen_of_kind.get((kind, name.lower()))
        if name in seen:
            yield Problem(path, f"{name} is there already, as a {seen[name]}")
        elif like is not None:
            yield Problem(path, f"{name} and {like} differ in case only; choose another name")
        seen.setdefault(name, kind)
        seen_of_kind.setdefault((kind, name.lower()), name)


def _updates(loop: Loop) -> Iterator[Problem]:
    states = [state.name for state in loop.states]
    updated: set[str] = set()
    for place, line in enumerate(loop.updates):
        if not isinstance(line, Update):
            continue
        path: Path = ("model", "updates", place, "state")
        if line.state not in states:
            hint = did_you_mean(line.state, states)
            yield Problem(
                path,
                f"{line.state} is no state; there is {listed(states)}{hint}",
            )
        elif line.state in updated:
            yield Problem(path, f"{line.state} has an update already; use let for what lies between")
        updated.add(line.state)


def _per_step(loop: Loop) -> Iterator[Problem]:
    for place, weight in enumerate(loop.weights):
        shape = shape_of(weight.value)
        if weight.per_step and (not shape or shape[0] != loop.steps):
            given = f"has {shape[0]}" if shape else "is one number"
            path: Path = ("model", "weights", place, "value")
            yield Problem(path, f"must have {loop.steps} entries, one for each step ({given})")
