"""What a step computes, in the field's letters: one line for each equation. No Qt here."""

from __future__ import annotations

from gradview.spec.experiment import Experiment
from gradview.spec.loss import ExpressionLoss, Loss
from gradview.spec.models import Loop, Recurrent
from gradview.spec.models.loop import Let, Update
from gradview.spec.models.recurrent import Layer

CELLS = {
    "simple_rnn": ("h_t = {act}(W x_t + U h_{t-1} + b)",),
    "gru": (
        "z_t, r_t = {rec}(W x_t + U h_{t-1} + b)",
        "h_t = z_t h_{t-1} + (1 - z_t) {act}(W x_t + {reset} + b)",
    ),
    "lstm": (
        "i_t, f_t, o_t = {rec}(W x_t + U h_{t-1} + b)",
        "c_t = f_t c_{t-1} + i_t {act}(W x_t + U h_{t-1} + b)",
        "h_t = o_t {act}(c_t)",
    ),
}


def equations(experiment: Experiment) -> tuple[str, ...]:
    """The step's equations in the order in which they are computed, then the loss."""
    model = experiment.model
    lines = _loop(model) if isinstance(model, Loop) else _recurrent(model)
    return (*lines, *_loss(experiment.loss))


def _loop(loop: Loop) -> list[str]:
    lines = []
    for state in loop.states:
        if isinstance(state.initial, str):
            lines.append(f"{state.name}_0 = {state.initial}")
    for line in loop.updates:
        if isinstance(line, Let):
            lines.append(f"{line.let} = {line.expression}")
        elif isinstance(line, Update):
            lines.append(f"{line.state}_t = {line.expression}")
    return lines


def _recurrent(model: Recurrent) -> list[str]:
    lines: list[str] = []
    said: list[tuple[str, ...]] = []
    for place, layer in enumerate(model.layers):
        own = _cell(layer)
        head = f"{layer.cell}, {layer.units} units"
        if len(model.layers) > 1:
            head = f"layer {place}: {head}"
        if own in said:
            lines.append(f"{head}, as layer {said.index(own)}")
        else:
            lines += [head, *own]
        said.append(own)
    if model.readout is not None:
        activation = model.readout.activation
        inner = "W h_t + b"
        lines.append(f"y_t = {inner if activation == 'linear' else f'{activation}({inner})'}")
    return lines


def _cell(layer: Layer) -> tuple[str, ...]:
    reset = "r_t (U h_{t-1} + b)" if layer.reset_after else "U (r_t h_{t-1})"
    words = {"{act}": layer.activation, "{rec}": layer.recurrent_activation, "{reset}": reset}
    lines = []
    for line in CELLS[layer.cell]:
        for sign, meant in words.items():
            line = line.replace(sign, str(meant))
        lines.append(line)
    return tuple(lines)


def _loss(loss: Loss | None) -> list[str]:
    if loss is None:
        return []
    if isinstance(loss, ExpressionLoss):
        return [f"L = {loss.expression}"]
    steps = {"all": "all steps", "last": "each sample's last step"}.get(str(loss.steps), "the chosen steps")
    return [f"L_t = {loss.per_step}", f"L = {loss.reduce} of L_t over {steps}"]
