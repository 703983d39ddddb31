"""An eager, unrolled reference in float64: one tape over every step, zero offsets on what each reader reads.

A state that is computed at step t has four readers: later states of its step, the next step, the loss
(through y too), and all of them. Each gets its own zero offset, and the derivative by it is the array of that
name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import tensorflow as tf

from gradview.spec.data.inputs import load_inputs
from gradview.spec.data.values import constants, initial_numbers
from gradview.spec.data.weights import model_weights
from gradview.spec.experiment import Experiment
from gradview.spec.loss import ExpressionLoss
from gradview.spec.models import Loop
from gradview.spec.models.loop import Let
from gradview.spec.shapes import sizes, state_shapes
from tests.reference.eager_expressions import eager

READERS = {"total": "all", "same_step": "step", "through_time": "next", "direct": "loss"}


def pick(value: Any, sample: int | None) -> Any:
    """One sample's part; the whole where there are none."""
    return value if sample is None else value[sample]


class Unrolled:
    """Runs an experiment step by step in Python and answers for its arrays by name."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.size = sizes(experiment)
        self.data = load_inputs(experiment)
        self.numbers = model_weights(experiment, self.size)
        self.shapes = state_shapes(experiment, self.size)
        self.T, self.samples = self.size.steps, self.size.samples
        loop = isinstance(experiment.model, Loop)
        self.per_step = {w.name for w in experiment.model.weights if w.per_step} if loop else set()
        self.constants = {n: tf.constant(a) for n, a in constants(experiment.model).items()} if loop else {}

        def zeros(shape: Any) -> Any:
            return tf.Variable(tf.zeros(shape, tf.float64))

        self.offsets = {
            reader: {n: [zeros(s) for _ in range(self.T)] for n, s in self.shapes.items()}
            for reader in READERS.values()
        }
        self.start = {n: zeros(s) for n, s in self.shapes.items()}
        self.x = None if self.data.x is None else tf.Variable(self.data.x)
        self.target = None if self.data.target is None else tf.constant(self.data.target)
        self.W = {n: tf.Variable(a) for n, a in self.numbers.items()}
        self.by_step = {
            n: [zeros(a.shape) for _ in range(self.T)]
            for n, a in self.numbers.items()
            if n not in self.per_step
        }
        self.outside = {n: zeros(a.shape) for n, a in self.numbers.items()}
        self.values: dict[str, list[Any]] = {n: [] for n in self.shapes}
        self.y: list[Any] = []
        with tf.GradientTape(persistent=True) as self.tape:
            (self._loop if loop else self._recurrent)()
            self.sums = [tf.reduce_sum(y) for y in self.y]
            self.losses: dict[int, Any] = {}
            self.loss = None if experiment.loss is None else self._loss()

    def computed(self, name: str, t: int, value: Any) -> None:
        """A state has been computed at step t."""
        self.values[name].append(value + self.offsets["all"][name][t])

    def read(self, name: str, t: int, reader: str) -> Any:
        """What a reader sees of a state of step t."""
        return self.values[name][t] + self.offsets[reader][name][t]

    def before(self, name: str, t: int, initial: Mapping[str, Any]) -> Any:
        """The state that step t begins with."""
        return self.read(name, t - 1, "next") if t else initial[name]

    def weight(self, name: str, t: int) -> Any:
        """A weight as step t uses it."""
        return self.W[name][t] if name in self.per_step else self.W[name] + self.by_step[name][t]

    def _recurrent(self) -> None:
        model: Any = self.experiment.model
        initial = {n: self.start[n] + self.data.initial.get(n, np.zeros(s)) for n, s in self.shapes.items()}
        for t in range(self.T):
            below = self.x[t]
            for number, layer in enumerate(model.layers):
                p = model.prefix(number)
                self._cell(layer, p, t, below, initial)
                below = self.read(p + "h", t, "step")
            top = self.read(model.prefix(len(model.layers) - 1) + "h", t, "loss")
            if model.readout is None:
                self.y.append(top)
            else:
                z = top @ self.weight("readout_kernel", t) + self.weight("readout_bias", t)
                self.y.append(_activation(model.readout.activation)(z))

    def _cell(self, layer: Any, p: str, t: int, x: Any, initial: Any) -> None:
        W, U, b = (self.weight(p + n, t) for n in ("kernel", "recurrent_kernel", "bias"))
        h = self.before(p + "h", t, initial)
        act, gate, H = _activation(layer.activation), _activation(layer.recurrent_activation), layer.units
        if layer.cell == "simple_rnn":
            self.computed(p + "h", t, act(x @ W + h @ U + b))
        elif layer.cell == "lstm":
            z = x @ W + h @ U + b
            i, f, g, o = (z[:, k * H : (k + 1) * H] for k in range(4))
            self.computed(p + "c", t, gate(f) * self.before(p + "c", t, initial) + gate(i) * act(g))
            self.computed(p + "h", t, gate(o) * act(self.read(p + "c", t, "step")))
        else:
            bx, bh = (b[0], b[1]) if layer.reset_after else (b, tf.zeros_like(b))
            a = x @ W + bx
            z = gate(a[:, :H] + h @ U[:, :H] + bh[:H])
            r = gate(a[:, H : 2 * H] + h @ U[:, H : 2 * H] + bh[H : 2 * H])
            if layer.reset_after:
                n = act(a[:, 2 * H :] + r * (h @ U[:, 2 * H :] + bh[2 * H :]))
            else:
                n = act(a[:, 2 * H :] + (r * h) @ U[:, 2 * H :])
            self.computed(p + "h", t, z * h + (1 - z) * n)

    def _loop(self) -> None:
        model: Any = self.experiment.model
        samples = [None] if self.samples is None else list(range(self.samples))
        outside = {n: self.W[n] + self.outside[n] for n in self.W if n not in self.per_step} | self.constants
        initial = self._initial(model, outside)
        kept = [
            s.name for s in model.states if s.name not in {getattr(u, "state", None) for u in model.updates}
        ]
        for t in range(self.T):
            new: dict[str, list[Any]] = {n: [] for n in self.shapes}
            shared = {n: self.weight(n, t) for n in self.W} | self.constants
            for b in samples:
                start = {n: pick(self.before(n, t, initial), b) for n in self.shapes}
                names = {**start, **shared, **self._inputs(t, b), "t": tf.constant(t + 1.0, tf.float64)}

                def keep(
                    name: str, value: Any, names: Any = names, b: Any = b, new: Any = new, t: int = t
                ) -> None:
                    shape = self.shapes[name][b is not None :]
                    value = tf.broadcast_to(value, shape) + pick(self.offsets["all"][name][t], b)
                    new[name].append(value)
                    names[name] = value + pick(self.offsets["step"][name][t], b)

                for name in kept:
                    keep(name, start[name])
                for line in model.updates:
                    value = eager(line.expression, names, start)
                    if isinstance(line, Let):
                        names[line.let] = value
                    else:
                        keep(line.state, value)
            for name, values in new.items():
                self.values[name].append(values[0] if self.samples is None else tf.stack(values))
            self.y.append(self._output(model, t, shared))

    def _output(self, model: Any, t: int, shared: Any) -> Any:
        states = {n: self.read(n, t, "loss") for n in self.shapes}
        if model.output is None:
            return states[model.states[0].name]
        time = {"t": tf.constant(t + 1.0, tf.float64)}
        if self.samples is None:
            return eager(model.output, {**states, **shared, **self._inputs(t, None), **time})
        return tf.stack(
            [
                eager(
                    model.output,
                    {**{n: s[b] for n, s in states.items()}, **shared, **self._inputs(t, b), **time},
                )
                for b in range(self.samples)
            ]
        )

    def _initial(self, model: Any, outside: Any) -> dict[str, Any]:
        numbers: dict[str, Any] = {**initial_numbers(model), **self.data.initial}
        found = {}
        for state in model.states:
            value = numbers[state.name] if state.name in numbers else eager(state.initial, outside)
            found[state.name] = tf.broadcast_to(value, self.shapes[state.name]) + self.start[state.name]
        return found

    def _inputs(self, t: int, b: int | None) -> dict[str, Any]:
        found = {}
        for name, values in (("x", self.x), ("target", self.target)):
            if values is not None:
                found[name] = values[t] if b is None else values[t][b]
        return found

    def _loss(self) -> Any:
        loss: Any = self.experiment.loss
        stacks = {n: [self.read(n, t, "loss") for t in range(self.T)] for n in self.shapes}
        model: Any = self.experiment.model
        if not isinstance(model, Loop) and len(model.layers) > 1:
            last = model.prefix(len(model.layers) - 1)
            stacks |= {n: stacks[last + n] for n in ("h", "c") if last + n in stacks}
        if "y" not in stacks:
            stacks["y"] = self.y
        for name, values in (("x", self.x), ("target", self.target)):
            if values is not None:
                stacks[name] = [values[t] for t in range(self.T)]
        others = {n: self.W[n] + self.outside[n] for n in self.W} | self.constants
        if isinstance(loss, ExpressionLoss):
            return eager(loss.expression, {**{n: tf.stack(v) for n, v in stacks.items()}, **others})
        steps = (
            {"all": range(self.T), "last": [self.T - 1]}.get(loss.steps, loss.steps)
            if isinstance(loss.steps, str)
            else loss.steps
        )
        each: list[Any] = []
        count = len(steps) * (self.samples or 1) if loss.reduce == "mean" else 1
        for t in steps:
            before = len(each)
            own = {n: others[n][t] if n in self.per_step else others[n] for n in others}
            own["t"] = tf.constant(t + 1.0, tf.float64)
            for b in [None] if self.samples is None else range(self.samples):
                names = {n: v[t] if b is None else v[t][b] for n, v in stacks.items()}
                each.append(eager(loss.per_step, {**own, **names}))
            self.losses[t] = tf.add_n(each[before:]) / count
        return tf.add_n(each) / count

    def arrays(self, outputs: bool = False) -> dict[str, np.ndarray]:
        """Every array of DESIGN 1 that this slice has, by name; what has no path is zero."""

        def by(target: Any, source: Any) -> np.ndarray:
            found = self.tape.gradient(target, source, unconnected_gradients=tf.UnconnectedGradients.ZERO)
            return tf.convert_to_tensor(found).numpy()

        found = {f"value/{n}": np.stack([v.numpy() for v in vs]) for n, vs in self.values.items()}
        if self.loss is not None:
            found["loss"] = self.loss.numpy()
            for kind, reader in READERS.items():
                for n, offsets in self.offsets[reader].items():
                    found[f"{kind}/{n}"] = np.stack([by(self.loss, e) for e in offsets])
            found |= {f"initial/{n}": by(self.loss, v) for n, v in self.start.items()}
            found |= {f"weights/{n}": by(self.loss, v) for n, v in self.W.items()}
            found |= {
                f"weights_by_step/{n}": np.stack([by(self.loss, e) for e in v])
                for n, v in self.by_step.items()
            }
            found |= {f"weights_outside_steps/{n}": by(self.loss, v) for n, v in self.outside.items()}
            if self.x is not None:
                found["inputs/x"] = by(self.loss, self.x)
        if outputs:
            for n, weight in self.W.items():
                found[f"outputs_by_weights/{n}"] = np.stack([by(y, weight) for y in self.sums])
        if outputs and self.losses:
            found |= self._by_step_loss(by)
        return found

    def _by_step_loss(self, by: Any) -> dict[str, np.ndarray]:
        """losses_by_weights/ and losses_by_states/: each step's own loss, one after the other."""
        found = {}
        for n, weight in self.W.items():
            rows = np.zeros((self.T, *weight.shape))
            for t, loss in self.losses.items():
                rows[t] = by(loss, weight)
            found[f"losses_by_weights/{n}"] = rows
        for n, offsets in self.offsets["all"].items():
            table = np.zeros((self.T, self.T))
            for t, loss in self.losses.items():
                table[t] = [np.linalg.norm(by(loss, offset).ravel()) for offset in offsets]
            found[f"losses_by_states/{n}"] = table
        return found


def _activation(name: str) -> Any:
    def selu(x: Any) -> Any:
        return 1.0507009873554805 * tf.where(x > 0, x, 1.6732632423543772 * (tf.exp(x) - 1))

    return {
        "linear": lambda x: x,
        "tanh": tf.tanh,
        "sigmoid": lambda x: 1 / (1 + tf.exp(-x)),
        "relu": lambda x: tf.maximum(x, 0.0),
        "elu": lambda x: tf.where(x > 0, x, tf.exp(x) - 1),
        "selu": selu,
        "softplus": lambda x: tf.math.log(1 + tf.exp(x)),
        "softsign": lambda x: x / (1 + tf.abs(x)),
        "exponential": tf.exp,
        "gelu": lambda x: x * (1 + tf.math.erf(x / np.sqrt(2.0))) / 2,
        "silu": lambda x: x / (1 + tf.exp(-x)),
        "hard_sigmoid": lambda x: tf.minimum(tf.maximum(x / 6 + 0.5, 0.0), 1.0),
        "hard_sigmoid_keras2": lambda x: tf.minimum(tf.maximum(0.2 * x + 0.5, 0.0), 1.0),
        "softmax": lambda x: tf.exp(x) / tf.reduce_sum(tf.exp(x), -1, keepdims=True),
    }[name]
