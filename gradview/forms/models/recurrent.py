"""Recurrent layers: their cells, the readout, and where the weights come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from gradview.forms.fields import CheckField, Choice, ChoiceField, NumberField
from gradview.forms.form import ABSENT
from gradview.forms.list_form import Add, ListForm
from gradview.forms.map_form import MapForm
from gradview.forms.names import weight_names
from gradview.forms.object_form import ObjectForm
from gradview.forms.path_field import PathField
from gradview.forms.row import Field
from gradview.forms.variant_form import OptionalForm, Variant, VariantForm
from gradview.spec.models.recurrent import ACTIVATIONS, INITIALIZERS, READOUT_ACTIVATIONS

CELLS = (
    Choice("simple_rnn", "SimpleRNN", "h_t = tanh(x_t W + h_{t-1} U + b)"),
    Choice("gru", "GRU", "Gates z and r choose how much of h_{t-1} is kept."),
    Choice("lstm", "LSTM", "Gates i, f and o write, keep and read the cell state c_t."),
)


def named(names: Sequence[str], default: str) -> partial[ChoiceField]:
    """A choice of one of Keras's names."""
    return partial(ChoiceField, [Choice(name, name) for name in names], default)


def gated(layer: Mapping[str, Any]) -> bool:
    return layer.get("cell") in ("gru", "lstm")


def is_gru(layer: Mapping[str, Any]) -> bool:
    return layer.get("cell") == "gru"


def is_lstm(layer: Mapping[str, Any]) -> bool:
    return layer.get("cell") == "lstm"


class ChronoForm(ObjectForm):
    LABELS = 2
    FIELDS = (Field("chrono", "T", "The longest memory wanted, in steps.", partial(NumberField, "100", "")),)


class ForgetBiasForm(VariantForm):
    """The forget gate's bias at first."""

    VARIANTS = (
        Variant(None, "None", "The bias initializer, and the unit forget bias.", None, ABSENT),
        Variant("number", "A number", "The same number for every unit.", partial(NumberField, "1", ""), 1),
        Variant("chrono", "Chrono", "Drawn for memories of up to T steps.", ChronoForm, {"chrono": 100}),
    )

    def tag(self, value: Any) -> Any:
        if value is ABSENT or value is None:
            return None
        return "chrono" if isinstance(value, dict) else "number"


class LayerForm(ObjectForm):
    """One layer, in Keras's terms."""

    FIELDS = (
        Field("cell", "Cell", "What the layer computes at each step.", partial(ChoiceField, CELLS)),
        Field("units", "Units", "Size H of the layer's state h_t.", NumberField),
        Field(
            "activation",
            "Activation",
            "Applied to the candidate, and to c_t in h_t.",
            named(ACTIVATIONS, "tanh"),
            more=True,
        ),
        Field(
            "recurrent_activation",
            "Recurrent activation",
            "Applied to the gates: z and r of a GRU, i, f and o of an LSTM.",
            named(ACTIVATIONS, "sigmoid"),
            gated,
            more=True,
        ),
        Field(
            "kernel_initializer",
            "Kernel initializer",
            "How W, from x_t, is drawn.",
            named(INITIALIZERS, "glorot_uniform"),
            more=True,
        ),
        Field(
            "recurrent_initializer",
            "Recurrent initializer",
            "How U, from h_{t-1}, is drawn.",
            named(INITIALIZERS, "orthogonal"),
            more=True,
        ),
        Field(
            "bias_initializer",
            "Bias initializer",
            "How the bias b is drawn.",
            named(INITIALIZERS, "zeros"),
            more=True,
        ),
        Field(
            "unit_forget_bias",
            "",
            "Starts the forget gate's bias at 1, so that c_t is kept at first.",
            partial(CheckField, "Unit forget bias", True),
            is_lstm,
            more=True,
        ),
        Field(
            "forget_bias",
            "Forget bias",
            "What the forget gate's bias b_f starts at, instead of the unit forget bias.",
            ForgetBiasForm,
            is_lstm,
            more=True,
        ),
        Field(
            "reset_after",
            "",
            "Applies the reset gate r after the product with U, as cuDNN does, with a second bias.",
            partial(CheckField, "Reset after", True),
            is_gru,
            more=True,
        ),
    )


def next_layer(layers: Sequence[Any]) -> dict[str, Any]:
    """A layer like the last one, in cell and units."""
    last = layers[-1] if layers and isinstance(layers[-1], dict) else {}
    return {"cell": last.get("cell", "lstm"), "units": last.get("units", 8)}


class LayersForm(ListForm):
    """The stack, from the inputs up."""

    TITLE = "Layers"
    TIP = "Each layer reads the h of the one above it in this list; the first one reads x."
    WHAT = "this layer"
    ITEM = LayerForm
    ADDS = (Add("Add layer", "Puts a layer like the last one on top of the stack.", next_layer),)


class ReadoutFields(ObjectForm):
    """The readout's size and activation."""

    FIELDS = (
        Field("units", "Units", "How many numbers y_t has.", NumberField),
        Field(
            "activation",
            "Activation",
            "Applied to the readout's sum.",
            named(READOUT_ACTIVATIONS, "linear"),
        ),
    )


class ReadoutForm(OptionalForm):
    """A dense layer on the last h, at each step."""

    LABEL = "Readout"
    TIP = "A dense layer that makes the output y_t of the last layer's h_t; without it y is h."
    FRESH: ClassVar[Any] = {"units": 1}
    FORM = ReadoutFields


class RandomWeights(ObjectForm):
    FIELDS = (
        Field(
            "seed",
            "Seed",
            "The same seed gives the same weights on every machine.",
            partial(NumberField, "0"),
        ),
    )


LAYOUTS = (
    Choice("auto", "Automatic", "Found from the names in the file."),
    Choice("keras", "Keras", "kernel, recurrent_kernel, bias; gates i f c o, z r h."),
    Choice("torch", "PyTorch", "The names and gate order of a PyTorch state dict."),
    Choice("tf1", "TF1 LSTMCell", "The kernel and bias of TensorFlow 1's LSTMCell."),
)


class FileWeights(ObjectForm):
    FIELDS = (
        Field("path", "File", "An .npz file with the weights.", partial(PathField, "Weights (*.npz)")),
        Field(
            "layout",
            "Layout",
            "Whose names and gate order the file has.",
            partial(ChoiceField, LAYOUTS, "auto"),
        ),
    )


class ValueWeights(MapForm):
    HIDDEN = frozenset({"from"})
    TIP = "The numbers of {}, in Keras's layout."


class WeightsForm(VariantForm):
    """Where the weights come from."""

    LABEL = "Weights"
    TIP = "Where the weights W come from."
    VARIANTS = (
        Variant(
            "random",
            "Random",
            "Drawn by the layers' initializers.",
            RandomWeights,
            {"from": "random", "seed": 0},
        ),
        Variant("file", "From a file", "Read from an .npz file.", FileWeights, {"from": "file", "path": ""}),
        Variant("values", "Written here", "Written into the experiment.", ValueWeights, {"from": "values"}),
    )


class RecurrentForm(ObjectForm):
    """A stack of recurrent layers."""

    FIELDS = (
        Field("layers", "", LayersForm.TIP, LayersForm, wide=True),
        Field("readout", "", ReadoutForm.TIP, ReadoutForm, wide=True),
        Field("weights", "", WeightsForm.TIP, WeightsForm, wide=True),
    )

    def refresh(self) -> None:
        super().refresh()
        for form in self.findChildren(ValueWeights):
            form.setNames(weight_names(self.part()))
