"""What must agree between the parts of an experiment: names, sizes, expressions, loss, measures, weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradview.spec.data.source import resolved
from gradview.spec.data.weights import model_weights, value_problems
from gradview.spec.expression.check import Scope
from gradview.spec.expression.nodes import ExpressionError
from gradview.spec.inputs import FileInputs
from gradview.spec.loop_names import name_problems
from gradview.spec.loop_shapes import shape_in, syntax_problem, syntax_problems
from gradview.spec.loss import ExpressionLoss
from gradview.spec.loss_scope import one_step_scope, stacked_scope
from gradview.spec.measures import PER_STEP_LOSS, WITHOUT_LOSS
from gradview.spec.models import Loop, Recurrent
from gradview.spec.models.recurrent import FileWeights, ValueWeights
from gradview.spec.problems import ExperimentError, Path, Problem, did_you_mean, sized
from gradview.spec.shapes import Sizes, sizes, state_shapes, weight_shapes
from gradview.spec.values import shape_of

if TYPE_CHECKING:
    from gradview.spec.experiment import Experiment

MAX_WEIGHT_FILE = 64 << 20
"""Bytes of a weight file up to which it is compared with the model while typing."""


def disagreements(experiment: Experiment) -> list[Problem]:
    """Everything wrong with an experiment whose parts are each well formed."""
    model = experiment.model
    found = (
        _layer_problems(model) if isinstance(model, Recurrent) else name_problems(model, experiment.inputs)
    )
    found += _measure_problems(experiment)
    try:
        agreed = sizes(experiment)
    except ExperimentError as error:
        return [*found, *error.problems, *_syntax(experiment)]
    found += _input_problems(experiment, agreed)
    if any(problem.path[:1] == ("model",) for problem in found):
        return [*found, *_syntax(experiment)]
    try:
        states = state_shapes(experiment, agreed)
    except ExperimentError as error:
        return [*found, *error.problems, *_loss_syntax(experiment)]
    found += _initial_problems(experiment, agreed, states)
    found += _weight_problems(experiment, agreed)
    return found + _loss_problems(experiment, agreed)


def _layer_problems(model: Recurrent) -> list[Problem]:
    found = []
    for place, layer in enumerate(model.layers):
        where: Path = ("model", "layers", place)
        if (
            layer.forget_bias is not None
            and "unit_forget_bias" in layer.model_fields_set
            and layer.cell == "lstm"
        ):
            message = "unit_forget_bias is given too; leave one of the two out"
            found.append(Problem((*where, "forget_bias"), message))
        two_axes = layer.cell == "gru" and layer.reset_after
        if layer.bias_initializer in ("orthogonal", "identity") and not two_axes:
            message = (
                f"{layer.bias_initializer} needs a matrix, and this {layer.cell} layer's bias is a vector"
            )
            found.append(Problem((*where, "bias_initializer"), message))
    return found


def _measure_problems(experiment: Experiment) -> list[Problem]:
    found = []
    if isinstance(experiment.loss, ExpressionLoss):
        for place, name in enumerate(experiment.measures):
            if name in PER_STEP_LOSS:
                message = f"{name} needs a loss by step: write per_step in place of expression"
                found.append(Problem(("measures", place), message))
    needing = [name for name in experiment.measures if name not in WITHOUT_LOSS]
    if experiment.loss is None and needing:
        others = ", ".join(sorted(WITHOUT_LOSS))
        found.append(
            Problem(("loss",), f"is missing: {', '.join(needing)} need a loss; only {others} does not")
        )
    if experiment.inputs is None and "inputs" in experiment.measures:
        place = experiment.measures.index("inputs")
        found.append(Problem(("measures", place), "the experiment has no inputs to measure"))
    return found


def _input_problems(experiment: Experiment, agreed: Sizes) -> list[Problem]:
    """Labels and names that do not match the sizes; targets given twice; windows where they cannot be."""
    if experiment.inputs is None:
        return []
    inputs, _ = resolved(experiment.inputs, experiment.folder)
    found = []
    if isinstance(inputs.step_labels, str) and (
        not isinstance(inputs, FileInputs) or inputs.window is not None
    ):
        reason = (
            "each window starts at another row"
            if isinstance(inputs, FileInputs)
            else "only a .csv file has columns"
        )
        found.append(Problem(("inputs", "step_labels"), f"must be a list: {reason}"))
    if isinstance(inputs.step_labels, tuple) and len(inputs.step_labels) != agreed.steps:
        message = f"must have {agreed.steps} entries, one a step (has {len(inputs.step_labels)})"
        found.append(Problem(("inputs", "step_labels"), message))
    names = inputs.feature_names
    if names is not None and (not agreed.features or len(names) != agreed.features[-1]):
        there = agreed.features[-1] if agreed.features else 0
        message = f"must have {there} entries, one a feature (has {len(names)})"
        found.append(Problem(("inputs", "feature_names"), message))
    if isinstance(inputs, FileInputs) and inputs.target is not None:
        for other in ("target_key", "target_columns", "window"):
            if getattr(inputs, other) is not None:
                found.append(
                    Problem(("inputs", "target"), f"{other} gives a target too; leave one of the two out")
                )
    if isinstance(inputs, FileInputs) and inputs.window is not None and agreed.samples is None:
        message = "each window is a sample, and the model has no sample axis; set model.samples to 'inputs'"
        found.append(Problem(("inputs", "window"), message))
    return found


def _initial_problems(
    experiment: Experiment, agreed: Sizes, states: dict[str, tuple[int, ...]]
) -> list[Problem]:
    if experiment.inputs is None:
        return []
    inputs, _ = resolved(experiment.inputs, experiment.folder)
    found = []
    for name, value in inputs.initial.items():
        where: Path = ("inputs", "initial", name)
        if name not in states:
            there = f"; there are {', '.join(states)}"
            found.append(Problem(where, f"the model has no such state{there}{did_you_mean(name, states)}"))
        elif shape_of(value) != states[name]:
            axes = "" if agreed.samples is None else " (the samples first)"
            found.append(Problem(where, f"is {sized(shape_of(value))}, must be {sized(states[name])}{axes}"))
    return found


def _weight_problems(experiment: Experiment, agreed: Sizes) -> list[Problem]:
    """Weights written out, or in a file small enough to look into."""
    model = experiment.model
    if isinstance(model, Loop):
        return []
    if isinstance(model.weights, ValueWeights):
        return value_problems(model.weights, weight_shapes(experiment, agreed))
    if isinstance(model.weights, FileWeights):
        path = experiment.folder / model.weights.path
        try:
            if not path.is_file() or path.stat().st_size <= MAX_WEIGHT_FILE:
                model_weights(experiment, agreed)
        except ExperimentError as error:
            return list(error.problems)
        except (OSError, ValueError) as error:
            return [Problem(("model", "weights", "path"), f"cannot be read: {error}")]
    return []


def _loss_problems(experiment: Experiment, agreed: Sizes) -> list[Problem]:
    loss = experiment.loss
    if loss is None:
        return []
    if isinstance(loss, ExpressionLoss):
        scope = stacked_scope(experiment, agreed)
        return _number_problems(("loss", "expression"), loss.expression, scope, "mean", "the loss")
    scope = one_step_scope(experiment, agreed)
    found = _number_problems(("loss", "per_step"), loss.per_step, scope, "sum", "one step of one sample")
    for place, step in enumerate(loss.steps if isinstance(loss.steps, tuple) else ()):
        if step >= agreed.steps:
            message = (
                f"must be {agreed.steps - 1} or less (is {step}): there are {agreed.steps} steps, from 0"
            )
            found.append(Problem(("loss", "steps", place), message))
    return found


def _number_problems(path: Path, text: str, scope: Scope, function: str, what: str) -> list[Problem]:
    """What is wrong with an expression that must give one number."""
    try:
        shape = shape_in(text, scope)
    except ExpressionError as error:
        return [Problem(path, error.message, error.column)]
    if shape == ():
        return []
    offer = f"; write {function}({text.strip()})" if len(text) <= 60 else f"; put it into {function}(...)"
    return [Problem(path, f"gives {sized(shape)} for {what}, must be one number{offer}")]


def _syntax(experiment: Experiment) -> list[Problem]:
    """What cannot be read, where shapes are not known yet."""
    model = experiment.model
    found = []
    if isinstance(model, Loop):
        for place, state in enumerate(model.states):
            if isinstance(state.initial, str):
                found.append(syntax_problem(("model", "states", place, "initial"), state.initial))
        found += syntax_problems(model)
    return [*(problem for problem in found if problem is not None), *_loss_syntax(experiment)]


def _loss_syntax(experiment: Experiment) -> list[Problem]:
    loss = experiment.loss
    if loss is None:
        return []
    if isinstance(loss, ExpressionLoss):
        problem = syntax_problem(("loss", "expression"), loss.expression)
    else:
        problem = syntax_problem(("loss", "per_step"), loss.per_step)
    return [] if problem is None else [problem]
