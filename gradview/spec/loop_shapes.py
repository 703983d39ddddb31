"""Shapes of a loop's states and part results, found by going through the updates until nothing changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from gradview.spec.expression.check import Scope, Shape, check
from gradview.spec.expression.grammar import parse
from gradview.spec.expression.nodes import ExpressionError, Node
from gradview.spec.models.loop import Let, Loop, Update
from gradview.spec.problems import ExperimentError, Path, Problem, sized
from gradview.spec.values import shape_of

Sizes = tuple[int, ...]


@dataclass(frozen=True)
class LoopShapes:
    """Shapes at one step of one sample: of states by name, of the output, of one step's own weights."""

    states: dict[str, Sizes]
    output: Sizes
    weights: dict[str, Sizes]


@dataclass
class _Round:
    """What one way through the updates found."""

    shapes: dict[str, Shape]
    problems: list[Problem] = field(default_factory=list)
    changed: bool = False


parsed = lru_cache(maxsize=512)(parse)
"""`parse`, remembered: the same texts are looked at again on every keystroke."""


def shape_in(text: str, scope: Scope) -> Shape:
    """Shape of an expression's value (ExpressionError)."""
    return check(parsed(text), scope)


def loop_shapes(loop: Loop, features: Sizes | None, target: Sizes | None) -> LoopShapes:
    """Find the shapes; `features` and `target` are those of x and the target at one step of one sample.

    Raises
    ------
    ExperimentError
        For every expression that cannot be read, names what is not there, or does not fit its state.
    """
    known = step_names(loop, features, target)
    initial, problems = _initial(loop)
    if problems:
        raise ExperimentError(problems + syntax_problems(loop))
    found = _Round(dict(initial), changed=True)
    while found.changed:
        found = _through(loop, found.shapes, initial, known)
    if not found.problems:
        output, problem = _output(loop, found.shapes, known)
        found.problems.extend([] if problem is None else [problem])
    if found.problems:
        raise ExperimentError(found.problems)
    states = {name: certain(shape) for name, shape in found.shapes.items()}
    weights = {weight.name: shape_of(weight.value)[int(weight.per_step) :] for weight in loop.weights}
    return LoopShapes(states, certain(output), weights)


def certain(shape: Shape) -> Sizes:
    """A shape whose sizes are all known."""
    return tuple(size or 0 for size in shape)


def step_names(loop: Loop, features: Sizes | None, target: Sizes | None) -> dict[str, Shape]:
    """What the updates may read beside states and lets, by name."""
    known: dict[str, Shape] = {"t": ()}
    known.update({constant.name: shape_of(constant.value) for constant in loop.constants})
    known.update({w.name: shape_of(w.value)[1:] if w.per_step else shape_of(w.value) for w in loop.weights})
    if features is not None:
        known["x"] = features
    if target is not None:
        known["target"] = target
    return known


def initial_scope(loop: Loop) -> Scope:
    """What an initial expression may read: constants and shared weights."""
    names: dict[str, Shape] = {constant.name: shape_of(constant.value) for constant in loop.constants}
    names.update({weight.name: shape_of(weight.value) for weight in loop.weights if not weight.per_step})
    absent = {
        weight.name: "each step has its own, and the loop has not begun"
        for weight in loop.weights
        if weight.per_step
    }
    absent.update({state.name: "is a state, and the loop has not begun" for state in loop.states})
    absent.update(
        {line.let: "is known only in the updates" for line in loop.updates if isinstance(line, Let)}
    )
    absent.update(
        dict.fromkeys(
            ("t", "x", "y", "target"), "the loop has not begun; constants and shared weights are known"
        )
    )
    return Scope(names, absent={name: why for name, why in absent.items() if name not in names})


def syntax_problems(loop: Loop) -> list[Problem]:
    """What cannot be read in the updates and the output, names and shapes apart."""
    texts: list[tuple[Path, str]] = [
        (("model", "updates", place, "expression"), line.expression)
        for place, line in enumerate(loop.updates)
    ]
    if loop.output is not None:
        texts.append((("model", "output"), loop.output))
    found = []
    for path, text in texts:
        if (problem := syntax_problem(path, text)) is not None:
            found.append(problem)
    return found


def syntax_problem(path: Path, text: str) -> Problem | None:
    """What cannot be read in one text, if anything."""
    try:
        parsed(text)
    except ExpressionError as error:
        return Problem(path, error.message, error.column)
    return None


def tree(text: str) -> Node:
    """The tree of a text that is known to be right."""
    return parsed(text)


def _initial(loop: Loop) -> tuple[dict[str, Shape], list[Problem]]:
    shapes: dict[str, Shape] = {}
    problems = []
    scope = initial_scope(loop)
    for place, state in enumerate(loop.states):
        if not isinstance(state.initial, str):
            shapes[state.name] = shape_of(state.initial)
            continue
        try:
            shapes[state.name] = shape_in(state.initial, scope)
        except ExpressionError as error:
            problems.append(Problem(("model", "states", place, "initial"), error.message, error.column))
    return shapes, problems


def _through(
    loop: Loop, states: dict[str, Shape], initial: dict[str, Shape], known: dict[str, Shape]
) -> _Round:
    """Go through the updates once; a state takes its update's shape where its initial value can be broadcast.

    A line that does not fit may fit once another state has its shape, so a problem counts only in a round
    that changes nothing.
    """
    found = _Round(dict(states))
    unknown: dict[str, str] = {}
    lets: dict[str, Shape] = {}
    for place, line in enumerate(loop.updates):
        path: Path = ("model", "updates", place, "expression")
        name = line.state if isinstance(line, Update) else line.let
        scope = Scope(
            {**known, **found.shapes, **lets}, frozenset(states), {**_absent(loop, known), **unknown}
        )
        try:
            shape = shape_in(line.expression, scope)
        except ExpressionError as error:
            found.problems.append(Problem(path, error.message, error.column))
            if isinstance(line, Let):
                unknown[name] = "its own line is wrong"
            continue
        if isinstance(line, Let):
            lets[name] = shape
        elif name in states and shape != found.shapes[name]:
            if found.shapes[name] == initial[name] and _becomes(initial[name], shape):
                found.shapes[name] = shape
                found.changed = True
            else:
                message = f"gives {sized(shape)}, but {name} is {sized(found.shapes[name])}"
                found.problems.append(Problem(path, message))
    return found


def _becomes(initial: Shape, shape: Shape) -> bool:
    """Whether numbers of one shape can be broadcast to the other."""
    ends = zip(reversed(initial), reversed(shape), strict=False)
    return len(initial) <= len(shape) and all(a in (1, b) for a, b in ends)


def _absent(loop: Loop, known: dict[str, Shape]) -> dict[str, str]:
    absent = {
        "x": "the experiment has no inputs",
        "target": "the inputs give no target",
        "y": "only the loss sees it",
    }
    absent.update({line.let: "is named only further down" for line in loop.updates if isinstance(line, Let)})
    return {name: why for name, why in absent.items() if name not in known}


def _output(loop: Loop, states: dict[str, Shape], known: dict[str, Shape]) -> tuple[Shape, Problem | None]:
    if loop.output is None:
        return states[loop.states[0].name], None
    try:
        return shape_in(loop.output, output_scope(loop, states, known)), None
    except ExpressionError as error:
        return (), Problem(("model", "output"), error.message, error.column)


def output_scope(loop: Loop, states: dict[str, Shape], known: dict[str, Shape]) -> Scope:
    """What the output may read: the step's new states, x, t, weights and constants."""
    absent = {
        line.let: "a let is known only in the updates" for line in loop.updates if isinstance(line, Let)
    }
    return Scope({**known, **states}, absent={**_absent(loop, known), **absent})
