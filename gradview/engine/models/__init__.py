"""Each model kind as a chain of loop models: the table of kinds, and what each gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from gradview.engine.loop_model import LoopModel, Shape
from gradview.spec.data.inputs import InputData
from gradview.spec.experiment import Experiment
from gradview.spec.expression.nodes import Node
from gradview.spec.shapes import Sizes

Shapes = Mapping[str, Shape]


@dataclass(frozen=True)
class Parts:
    """What a kind makes of its spec; the names are `Chain`'s."""

    layers: list[LoopModel]
    states: Shapes
    output: str
    aliases: Mapping[str, str] = field(default_factory=dict)
    step_weights: frozenset[str] = frozenset()
    constants: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    initial: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    initial_expressions: Mapping[str, Node] = field(default_factory=dict)


def parts(experiment: Experiment, sizes: Sizes, states: Shapes, weights: Shapes, data: InputData) -> Parts:
    """Build the layers of the experiment's model kind."""
    from gradview.engine.models import loop, recurrent

    kinds: dict[str, Callable[..., Parts]] = {"loop": loop.parts, "recurrent": recurrent.parts}
    return kinds[experiment.model.kind](experiment.model, sizes, states, weights, data)
