"""The loss: one expression over whole stacks, or one number from each step."""

from __future__ import annotations

from functools import partial
from typing import Any

from gradview.forms.array_field import ArrayField
from gradview.forms.expression_field import ExpressionField
from gradview.forms.fields import Choice, ChoiceField
from gradview.forms.form import ABSENT
from gradview.forms.object_form import ObjectForm
from gradview.forms.row import Field
from gradview.forms.variant_form import Variant, VariantForm


class StepsForm(VariantForm):
    """The steps that a per-step loss is read at."""

    VARIANTS = (
        Variant("all", "All steps", "Every step that counts.", None, "all"),
        Variant("last", "The last step", "Each sample's last step that counts.", None, "last"),
        Variant(
            "list",
            "These steps",
            "A list of steps; the first is 0.",
            partial(ArrayField, "[0, 5, 9]", "", sized=False),
            [0],
        ),
    )

    def tag(self, value: Any) -> Any:
        if value is ABSENT or value == "all":
            return "all"
        return "last" if value == "last" else "list"


REDUCE = (
    Choice("sum", "Sum", "Adds up the steps and samples that count."),
    Choice("mean", "Mean", "Divides the sum by how many steps and samples count."),
)


class ExpressionLossForm(ObjectForm):
    FIELDS = (
        Field(
            "expression",
            "Expression",
            "L, from the whole stacks of states, y, x and target: h[-1] is the last step.",
            partial(ExpressionField, "mean(h[-1]**2)"),
            wide=True,
        ),
    )


class PerStepLossForm(ObjectForm):
    FIELDS = (
        Field(
            "per_step",
            "Per step",
            "L_t: one number from one step of one sample; h is [unit] there.",
            partial(ExpressionField, "sum((y - target)**2)"),
            wide=True,
        ),
        Field("steps", "Steps", "The steps t whose L_t count.", StepsForm),
        Field("reduce", "Reduce", "How the L_t become L.", partial(ChoiceField, REDUCE, "sum")),
    )


class LossForm(VariantForm):
    """What is differentiated."""

    LABEL = "Kind"
    TIP = "The number L that every gradient here is a derivative of."
    VARIANTS = (
        Variant(
            "expression",
            "One expression",
            "One expression over the whole stacks of all steps.",
            ExpressionLossForm,
            {"expression": "mean(y)"},
        ),
        Variant(
            "per_step",
            "Per step",
            "One number L_t from each step and sample, then summed or averaged.",
            PerStepLossForm,
            {"per_step": "sum(y)", "steps": "all", "reduce": "mean"},
        ),
        Variant(None, "None", "Enough where no measure needs a loss.", None, ABSENT),
    )

    def tag(self, value: Any) -> Any:
        if value is ABSENT or value is None:
            return None
        if not isinstance(value, dict):
            return ABSENT
        return "per_step" if "per_step" in value else "expression"
