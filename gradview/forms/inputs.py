"""What the loop is fed with: drawn, written out, read from a file, or an example's."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import Any, ClassVar

from gradview.forms.array_field import ArrayField
from gradview.forms.fields import NumberField, TextField
from gradview.forms.form import ABSENT
from gradview.forms.map_form import MapForm
from gradview.forms.object_form import ObjectForm
from gradview.forms.path_field import PathField
from gradview.forms.row import LABELS, Field
from gradview.forms.value_form import RANDOM, RandomFields, ValueForm
from gradview.forms.variant_form import OptionalForm, Variant, VariantForm
from gradview.forms.words_field import WordsField


class InitialStates(MapForm):
    PLACEHOLDER = "zeros"
    TIP = "The state {} before the first step: [sample, unit]."


class InitialForm(OptionalForm):
    """The states before the first step; zeros unless given."""

    LABEL = "Initial states"
    TIP = "The states s_0 before the first step; zeros unless given."
    FRESH: ClassVar[Any] = {}
    FORM = InitialStates


class TargetRandomForm(RandomFields):
    LABELS = LABELS


class TargetForm(ValueForm):
    """What the loss compares with."""

    LABELS = LABELS
    LABEL = "Target"
    TIP = "What the loss compares with, [step, sample, ...] as x is; expressions call it target."
    VARIANTS = (
        Variant("written", "Numbers", "Written here, as lists.", partial(ArrayField, "none"), ABSENT),
        dataclasses.replace(RANDOM, form=TargetRandomForm),
    )


TARGET = Field("target", "", TargetForm.TIP, TargetForm, wide=True, more=True)
INITIAL = Field("initial", "", InitialForm.TIP, InitialForm, wide=True, more=True)
NAMES = (
    Field(
        "step_labels",
        "Step labels",
        "Names of the steps on axes: a list, or the column of a csv file that holds them.",
        partial(WordsField, "1, 2, 3 ...", True),
        more=True,
    ),
    Field(
        "feature_names",
        "Feature names",
        "Names of the features of x_t, with commas between them.",
        partial(WordsField, "from the file, or none"),
        more=True,
    ),
)
COMMON = ("target", "initial", "step_labels", "feature_names")


class RandomForm(ObjectForm):
    """Inputs drawn from a normal distribution."""

    FIELDS = (
        Field(
            "seed",
            "Seed",
            "The same seed gives the same numbers on every machine.",
            partial(NumberField, "0"),
        ),
        Field("steps", "Steps", "How many steps x has, T.", partial(NumberField, "10")),
        Field("samples", "Samples", "How many samples run side by side, B.", NumberField),
        Field("features", "Features", "How many numbers x_t has for each sample, D.", NumberField),
        Field("scale", "Scale", "Standard deviation of the numbers.", partial(NumberField, "1"), more=True),
        TARGET,
        INITIAL,
        *NAMES,
    )


class ValuesForm(ObjectForm):
    """Inputs written into the experiment."""

    FIELDS = (
        Field(
            "x",
            "x",
            "The inputs x_t: [step, sample, feature].",
            partial(ArrayField, "[[[0.1], [0.2]], ...]", ""),
            wide=True,
        ),
        TARGET,
        INITIAL,
        *NAMES,
    )


class WindowFields(ObjectForm):
    """How windows are cut."""

    FIELDS = (
        Field("length", "Length", "How many steps a window has, T.", NumberField),
        Field(
            "stride",
            "Stride",
            "How many rows later the next window starts.",
            partial(NumberField, "1"),
        ),
        Field("ahead", "Ahead", "How many rows later the target of a step is.", partial(NumberField, "1")),
    )


class WindowForm(OptionalForm):
    """One long series, cut into windows that become samples."""

    LABEL = "Cut into windows"
    TIP = "Each window of one long series becomes a sample; its target lies some rows ahead."
    FRESH: ClassVar[Any] = {"length": 40, "stride": 1}
    FORM = WindowFields


class FileForm(ObjectForm):
    """Inputs read from a file."""

    FIELDS = (
        Field(
            "path",
            "File",
            "An .npz, .npy or .csv file with the inputs.",
            partial(PathField, "Numbers (*.npz *.npy *.csv)"),
        ),
        Field("key", "Key", "The array of an .npz file that holds x.", partial(TextField, "x"), more=True),
        Field(
            "layout",
            "Layout",
            "What the file's axes are, in its order.",
            partial(TextField, "step,sample,feature"),
            more=True,
        ),
        Field(
            "target_key",
            "Target key",
            "The array of an .npz file that holds the target.",
            partial(TextField, "none"),
            more=True,
        ),
        Field(
            "columns",
            "Columns",
            "The columns of a csv file that are x, with commas between them.",
            partial(WordsField, "all"),
        ),
        Field(
            "target_columns",
            "Target columns",
            "The columns that are the target; by default those of x.",
            partial(WordsField, "as columns"),
            more=True,
        ),
        Field("window", "", WindowForm.TIP, WindowForm, wide=True),
        TARGET,
        INITIAL,
        *NAMES,
    )


class ExampleForm(ObjectForm):
    """An example's inputs."""

    FIELDS = (
        Field("name", "Name", "The example whose data are used.", partial(TextField, "sunspots", "")),
        INITIAL,
        *NAMES,
    )


class InputsForm(VariantForm):
    """Where x_t comes from."""

    LABEL = "From"
    TIP = "Where the inputs x_t come from."
    CARRIED = COMMON
    VARIANTS = (
        Variant(
            "random",
            "Random numbers",
            "Standard normal numbers times a scale.",
            RandomForm,
            {"from": "random", "seed": 0, "steps": 10, "samples": 8, "features": 4},
        ),
        Variant(
            "values", "Written here", "Written into the experiment.", ValuesForm, {"from": "values", "x": ""}
        ),
        Variant(
            "file", "A file", "Read from an .npz, .npy or .csv file.", FileForm, {"from": "file", "path": ""}
        ),
        Variant(
            "example",
            "An example's data",
            "The data of an example.",
            ExampleForm,
            {"from": "example", "name": ""},
        ),
        Variant(None, "None", "A loop may run without inputs.", None, ABSENT),
    )

    def tag(self, value: Any) -> Any:
        return None if value is ABSENT or value is None else super().tag(value)
