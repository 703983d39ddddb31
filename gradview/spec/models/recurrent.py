"""A stack of Keras's recurrent layers, forward in time, with an optional readout."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import ConfigDict, Field, PlainValidator

from gradview.spec.base import Finite, Flag, Seed, Size, Spec, Text
from gradview.spec.problems import did_you_mean, shown, wrong
from gradview.spec.values import Value, number

Cell = Literal["simple_rnn", "gru", "lstm"]
Activation = Literal[
    "linear",
    "tanh",
    "sigmoid",
    "relu",
    "elu",
    "selu",
    "softplus",
    "softsign",
    "exponential",
    "gelu",
    "silu",
    "hard_sigmoid",
    "hard_sigmoid_keras2",
]
ReadoutActivation = Literal[Activation, "softmax"]
Initializer = Literal[
    "zeros",
    "ones",
    "constant",
    "glorot_uniform",
    "glorot_normal",
    "he_uniform",
    "he_normal",
    "lecun_uniform",
    "lecun_normal",
    "random_normal",
    "random_uniform",
    "orthogonal",
    "identity",
]
CELLS: tuple[str, ...] = get_args(Cell)
ACTIVATIONS: tuple[str, ...] = get_args(Activation)
READOUT_ACTIVATIONS: tuple[str, ...] = get_args(ReadoutActivation)
INITIALIZERS: tuple[str, ...] = get_args(Initializer)


class Chrono(Spec):
    """Forget bias log(u), u uniform on [1, T - 1], input bias minus that: for memories of up to T steps.

    References
    ----------
    Tallec & Ollivier (2018), Can recurrent neural networks warp time?, section 3.
    """

    chrono: Finite


def _forget_bias(value: Any) -> float | Chrono:
    if isinstance(value, Chrono):
        return value
    if not isinstance(value, dict):
        return number(value)
    for name in value:
        if name != "chrono":
            raise wrong(f"unknown field{did_you_mean(name, ['chrono'])}", (str(name),))
    steps = value.get("chrono")
    if isinstance(steps, bool) or not isinstance(steps, (int, float)) or not 2 < steps <= 1e15:
        raise wrong(f"must be a number of steps above 2 (is {shown(steps)})", ("chrono",))
    return Chrono(chrono=steps)


class Layer(Spec):
    """One layer. What its cell does not have (a GRU's forget bias) says nothing and is kept."""

    cell: Cell
    units: Size
    activation: Activation = "tanh"
    recurrent_activation: Activation = "sigmoid"
    kernel_initializer: Initializer = "glorot_uniform"
    recurrent_initializer: Initializer = "orthogonal"
    bias_initializer: Initializer = "zeros"
    unit_forget_bias: Flag = True
    forget_bias: Annotated[Any, PlainValidator(_forget_bias)] = None
    reset_after: Flag = True


class Readout(Spec):
    """y_t = activation(h_t W + b), h of the last layer."""

    units: Size
    activation: ReadoutActivation = "linear"


class RandomWeights(Spec):
    """Weights drawn by the layers' initializers."""

    ALWAYS: ClassVar[frozenset[str]] = frozenset({"source"})
    source: Literal["random"] = Field("random", alias="from")
    seed: Seed = 0


class FileWeights(Spec):
    """Weights of an .npz file, under our names and in our layout, PyTorch's, or TF1's LSTMCell's."""

    ALWAYS: ClassVar[frozenset[str]] = frozenset({"source"})
    source: Literal["file"] = Field("file", alias="from")
    path: Text = Field(min_length=1)
    layout: Literal["auto", "keras", "torch", "tf1"] = "auto"


class ValueWeights(Spec):
    """Weights written out: every weight of the model by its name, see `arrays`."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Value] = Field(init=False)
    ALWAYS: ClassVar[frozenset[str]] = frozenset({"source"})
    source: Literal["values"] = Field("values", alias="from")

    @property
    def arrays(self) -> dict[str, Any]:
        """The values by weight name, in the order given."""
        return dict(self.__pydantic_extra__)


Weights = Annotated[RandomWeights | FileWeights | ValueWeights, Field(discriminator="source")]


class Recurrent(Spec):
    """Layers from the inputs up; each reads the h of the one before it."""

    ALWAYS: ClassVar[frozenset[str]] = frozenset({"kind"})
    kind: Literal["recurrent"] = "recurrent"
    layers: tuple[Layer, ...] = Field(min_length=1)
    readout: Readout | None = None
    weights: Weights = Field(default_factory=lambda: RandomWeights.model_validate({}))

    def prefix(self, layer: int) -> str:
        """What a layer's names begin with: nothing for the only one, else layer0_."""
        return "" if len(self.layers) == 1 else f"layer{layer}_"
