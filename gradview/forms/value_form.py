"""Numbers of an experiment, written out or drawn."""

from __future__ import annotations

from functools import partial
from typing import Any

from gradview.forms.array_field import ArrayField
from gradview.forms.fields import NumberField
from gradview.forms.object_form import ObjectForm
from gradview.forms.row import Field
from gradview.forms.variant_form import Variant, VariantForm

SHORT = 8  # average letters: labels in cards are short words


class RandomFields(ObjectForm):
    """Numbers drawn from a normal distribution."""

    LABELS = SHORT
    FIELDS = (
        Field(
            "shape",
            "Shape",
            "How many numbers along each axis; [] is a single one.",
            partial(ArrayField, "[]", sized=False),
        ),
        Field(
            "seed",
            "Seed",
            "The same seed gives the same numbers everywhere.",
            partial(NumberField, "0"),
        ),
        Field("scale", "Scale", "Standard deviation of the numbers.", partial(NumberField, "1")),
    )


RANDOM = Variant(
    "random",
    "Random numbers",
    "Standard normal numbers times a scale.",
    RandomFields,
    {"from": "random", "shape": [], "seed": 0},
)


class ValueForm(VariantForm):
    """Numbers, written out or drawn."""

    LABELS = SHORT
    LABEL = "Value"
    TIP = "A number, nested lists of numbers, or random numbers."
    VARIANTS = (
        Variant("written", "Numbers", "Written here, as numbers or lists.", partial(ArrayField, "0.5"), ""),
        RANDOM,
    )

    def tag(self, value: Any) -> Any:
        return "random" if isinstance(value, dict) and value.get("from") == "random" else "written"
