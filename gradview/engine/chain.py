"""An experiment as a chain of loop models with its numbers: what the forward loop and the sweep work on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradview.engine import models
from gradview.engine.loop_model import LoopModel, Shape
from gradview.spec.data.inputs import InputData, load_inputs
from gradview.spec.data.weights import model_weights
from gradview.spec.experiment import Experiment
from gradview.spec.expression.nodes import Node
from gradview.spec.shapes import Sizes, sizes, state_shapes, weight_shapes

Array = NDArray[Any]


@dataclass(frozen=True)
class Chain:
    """The layers from the input up, and their numbers in float64.

    Attributes
    ----------
    layers
        Each reads the inputs, or a layer below it; an output layer comes last.
    states
        Public state names in the user's order, with one step's shape.
    output
        Name of the stack that y means: "y", or a state.
    aliases
        Other names for stacks in expressions: {"h": "layer1_h"}.
    step_weights
        Names of the weights that each step has its own copy of.
    initial, initial_expressions
        Numbers, or expressions of shared weights and constants, by state; zeros where neither is given.
    """

    layers: tuple[LoopModel, ...]
    states: Mapping[str, Shape]
    output: str
    aliases: Mapping[str, str]
    sizes: Sizes
    data: InputData
    weights: Mapping[str, Array]
    step_weights: frozenset[str]
    constants: Mapping[str, Array]
    initial: Mapping[str, Array]
    initial_expressions: Mapping[str, Node] = field(default_factory=dict)

    @property
    def steps(self) -> int:
        """T."""
        return self.sizes.steps

    @property
    def batched(self) -> bool:
        """Whether there is a sample axis."""
        return self.sizes.samples is not None

    @property
    def shared_weights(self) -> tuple[str, ...]:
        """Names of the weights that all steps share."""
        return tuple(name for name in self.weights if name not in self.step_weights)

    def step_inputs(self) -> dict[str, Array]:
        """The arrays of the data set with a step axis, by their name in expressions."""
        found = {"x": self.data.x, "target": self.data.target}
        return {name: array for name, array in found.items() if array is not None}


def build_chain(experiment: Experiment) -> Chain:
    """Load the data, draw or read the weights, and build the layers.

    Raises
    ------
    ExperimentError
        A file is missing or its arrays do not fit the model.
    """
    size = sizes(experiment)
    data = load_inputs(experiment)
    weights = model_weights(experiment, size)
    parts = models.parts(
        experiment, size, state_shapes(experiment, size), weight_shapes(experiment, size), data
    )
    return Chain(
        layers=tuple(parts.layers),
        states=parts.states,
        output=parts.output,
        aliases=parts.aliases,
        sizes=size,
        data=data,
        weights=weights,
        step_weights=parts.step_weights,
        constants=parts.constants,
        initial=parts.initial,
        initial_expressions=parts.initial_expressions,
    )


def zero_initial(model: LoopModel, dtype: Any) -> dict[str, Array]:
    """Zeros in the shape of a model's state."""
    return {name: np.zeros(shape, dtype) for name, shape in model.shapes.states.items()}
