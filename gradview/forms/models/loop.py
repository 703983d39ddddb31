"""A loop written as expressions: states, constants, weights, and updates in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from gradview.forms.expression_field import ExpressionField, WrittenField
from gradview.forms.fields import CheckField, NumberField, TextField
from gradview.forms.form import ABSENT
from gradview.forms.list_form import Add, ListForm, fresh_name
from gradview.forms.object_form import ObjectForm
from gradview.forms.row import Field
from gradview.forms.value_form import RANDOM, SHORT, ValueForm
from gradview.forms.variant_form import Variant, VariantForm

name_field = partial(TextField, "name", "")


class InitialForm(ValueForm):
    """A state before the first step: numbers, an expression, or drawn."""

    LABEL = "Initial"
    TIP = "The state s_0: numbers, an expression in constants and shared weights, or random numbers."
    VARIANTS = (
        Variant("written", "Written", TIP, partial(WrittenField, "0"), "0"),
        RANDOM,
    )


class StateForm(ObjectForm):
    LABELS = SHORT
    FIELDS = (
        Field("name", "Name", "What expressions and arrays call the state s.", name_field),
        Field("initial", "", InitialForm.TIP, InitialForm, wide=True),
    )


class ConstantForm(ObjectForm):
    LABELS = SHORT
    FIELDS = (
        Field("name", "Name", "What expressions call the constant.", name_field),
        Field("value", "", ValueForm.TIP, ValueForm, wide=True),
    )


class WeightForm(ObjectForm):
    LABELS = SHORT
    FIELDS = (
        Field("name", "Name", "What expressions and arrays call the weight W.", name_field),
        Field(
            "per_step",
            "",
            "Each step has its own copy w_t; the values then begin with a step axis.",
            partial(CheckField, "Per step"),
        ),
        Field("value", "", ValueForm.TIP, ValueForm, wide=True),
    )


def is_let(update: Mapping[str, Any]) -> bool:
    return "let" in update


def is_update(update: Mapping[str, Any]) -> bool:
    return "state" in update or "let" not in update


class UpdateForm(ObjectForm):
    LABELS = SHORT
    FIELDS = (
        Field("state", "State", "The state that this line computes anew.", name_field, is_update),
        Field("let", "Let", "A name for a part result that later lines may use.", name_field, is_let),
        Field(
            "expression",
            "Expression",
            "The new value, from t, x, states, constants and weights; previous(s) is s as the step began.",
            ExpressionField,
            wide=True,
        ),
    )


def new_state(parts: Sequence[Any]) -> dict[str, Any]:
    return {"name": fresh_name(parts, "name", "s"), "initial": 0}


def new_constant(parts: Sequence[Any]) -> dict[str, Any]:
    return {"name": fresh_name(parts, "name", "a"), "value": 1}


def new_weight(parts: Sequence[Any]) -> dict[str, Any]:
    return {"name": fresh_name(parts, "name", "w"), "value": 1}


def new_update(parts: Sequence[Any]) -> dict[str, Any]:
    return {"state": "", "expression": ""}


def new_let(parts: Sequence[Any]) -> dict[str, Any]:
    return {"let": fresh_name(parts, "let", "part"), "expression": ""}


class StatesForm(ListForm):
    TITLE = "States"
    TIP = "What the loop carries from step to step, s_t."
    WHAT = "this state"
    ITEM = StateForm
    ADDS = (Add("Add state", "Adds a state that starts at 0.", new_state),)


class ConstantsForm(ListForm):
    TITLE = "Constants"
    TIP = "Numbers that expressions use and that get no gradient."
    WHAT = "this constant"
    ITEM = ConstantForm
    ADDS = (Add("Add constant", "Adds a constant.", new_constant),)


class LoopWeightsForm(ListForm):
    TITLE = "Weights"
    TIP = "Numbers that get a gradient dL/dW: shared by all steps, or one copy w_t for each."
    WHAT = "this weight"
    ITEM = WeightForm
    ADDS = (Add("Add weight", "Adds a weight shared by all steps.", new_weight),)


class UpdatesForm(ListForm):
    TITLE = "Updates"
    TIP = "What a step does, line by line; a line sees the new values of those before it."
    WHAT = "this line"
    ITEM = UpdateForm
    ADDS = (
        Add("Add update", "Adds a line that computes a state anew.", new_update),
        Add("Add let", "Adds a line that names a part result.", new_let),
    )


class SamplesForm(VariantForm):
    """Whether there is a sample axis, and how long it is."""

    VARIANTS = (
        Variant(
            None, "No sample axis", "Everything is written for all there is: x is [step, ...].", None, None
        ),
        Variant(
            "inputs",
            "As the inputs have",
            "Expressions are for one sample; the inputs say how many.",
            None,
            "inputs",
        ),
        Variant(
            "number",
            "A number",
            "There are this many; expressions are for one.",
            partial(NumberField, "8", ""),
            8,
        ),
    )

    def tag(self, value: Any) -> Any:
        if value is ABSENT or value is None:
            return None
        return "inputs" if value == "inputs" else "number"


class LoopForm(ObjectForm):
    """A loop of expressions."""

    FIELDS = (
        Field("steps", "Steps", "How often the updates run, T.", NumberField),
        Field("samples", "Samples", "How many samples run side by side, B.", SamplesForm),
        Field("states", "", StatesForm.TIP, StatesForm, wide=True),
        Field("constants", "", ConstantsForm.TIP, ConstantsForm, wide=True),
        Field("weights", "", LoopWeightsForm.TIP, LoopWeightsForm, wide=True),
        Field("updates", "", UpdatesForm.TIP, UpdatesForm, wide=True),
        Field(
            "output",
            "Output",
            "The output y_t, an expression; by default the first state.",
            partial(ExpressionField, "the first state", ABSENT),
            wide=True,
        ),
    )
