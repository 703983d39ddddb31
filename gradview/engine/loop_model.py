"""The one abstraction: a loop as a pure step with a zero offset on each state. Knows no model kind and no
measure."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

Shape = tuple[int, ...]
Tensors = dict[str, Any]
"""Tensors by name. TensorFlow ships no types, so its tensors are `Any` here."""


@dataclass(frozen=True)
class StepReads:
    """What the computation of one new state reads with a gradient path, inside one step."""

    new: frozenset[str] = frozenset()
    """Names of states that this step has computed before."""
    previous: frozenset[str] = frozenset()
    """Names of states as the step began."""
    inputs: frozenset[str] = frozenset()
    weights: frozenset[str] = frozenset()

    def __or__(self, other: StepReads) -> StepReads:
        return StepReads(
            self.new | other.new,
            self.previous | other.previous,
            self.inputs | other.inputs,
            self.weights | other.weights,
        )


@dataclass(frozen=True)
class LoopShapes:
    """Shapes of what one step handles, the sample axis first where there is one.

    `inputs` are the leaves of x_t, `weights` are shared by all steps, `step_weights` are one step's own copy
    (no step axis), `constants` have no gradient.
    """

    states: Mapping[str, Shape]
    inputs: Mapping[str, Shape] = field(default_factory=dict)
    weights: Mapping[str, Shape] = field(default_factory=dict)
    step_weights: Mapping[str, Shape] = field(default_factory=dict)
    constants: Mapping[str, Shape] = field(default_factory=dict)

    def frozen(self) -> tuple[tuple[tuple[str, Shape], ...], ...]:
        """Return the same as nested tuples, to be part of a key."""
        groups = (self.states, self.inputs, self.weights, self.step_weights, self.constants)
        return tuple(tuple(group.items()) for group in groups)


class LoopModel(ABC):
    """s_t = f(t, s_{t-1}, x_t, W, w_t), for states that are computed in a fixed order inside the step.

    Attributes
    ----------
    label
        Names the layer in messages and in meta: "loop", "layer0", "readout".
    shapes
        Shapes of one step.
    reads
        For each state, in the order of computation, what it reads with a path.
    key
        Equal keys mean the same step function, so that a compiled one can be used again.
    is_output
        A model without memory whose one state is the output y_t. What the loss reads through it counts as
        read off the states themselves.
    """

    label: str
    shapes: LoopShapes
    reads: Mapping[str, StepReads]
    key: Hashable
    is_output: bool = False

    @property
    def states(self) -> tuple[str, ...]:
        """State names in the order in which a step computes them."""
        return tuple(self.reads)

    @abstractmethod
    def step(
        self, t: Any, inputs: Tensors, state: Tensors, weights: Tensors, offsets: Tensors, stops: Stops
    ) -> Tensors:
        """Compute one step.

        Parameters
        ----------
        t : []
            The step's number, 1..T, in the run's precision.
        inputs, state
            x_t and s_{t-1} by name.
        weights
            Shared weights, the step's own weights and constants by name.
        offsets
            Zeros, one for each state. Whatever reads a state inside this step after it is computed reads
            `new + offset`; the state is returned *without* it. So a cotangent of the offset is the part that
            comes through later states of the same step, and total = (cotangent of the output) + (that of
            the offset).
        stops
            What `stop_gradient` does: see `Stops`.
        """


class Stops:
    """What `stop_gradient(a)` means in an evaluation.

    Recording, it is TensorFlow's and the arguments are kept; replaying, an evaluation at a moved point gets
    the arguments of the recorded one, because a stopped argument is a constant of the base run.
    """

    def __init__(self, recorded: list[Any] | None = None) -> None:
        self.values: list[Any] = []
        self._recorded = recorded
        self._next = 0

    def __call__(self, value: Any) -> Any:
        import tensorflow as tf

        if self._recorded is None:
            stopped = tf.stop_gradient(value)
            self.values.append(stopped)
            return stopped
        self._next += 1
        return self._recorded[self._next - 1]

    def replay(self) -> Stops:
        """Return stops for an evaluation that shall see this one's stopped arguments."""
        return Stops(self.values)
