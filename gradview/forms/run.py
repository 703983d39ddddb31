"""How it is computed: device, precision, check, memory."""

from __future__ import annotations

from functools import partial

from gradview.forms.fields import CheckField, Choice, ChoiceField, NumberField
from gradview.forms.object_form import ObjectForm
from gradview.forms.row import Field

DEVICES = (
    Choice("auto", "Automatic", "A GPU that passed a small test, else the CPU with the reason shown."),
    Choice("cpu", "CPU", "The processor."),
    Choice("gpu:0", "GPU 0", "The first graphics card."),
)
PRECISIONS = (
    Choice("float32", "float32", "About 7 digits; on the CPU numbers below 1.2e-38 become zero."),
    Choice("float64", "float64", "About 16 digits, more memory and time."),
)
CHECKS = (
    Choice("auto", "Where it is cheap", "Compares with finite differences unless that takes long."),
    Choice(True, "Always", "Compares with finite differences, however long it takes."),
    Choice(False, "Never", "No comparison; the result says so."),
)
PATHS = (
    Choice("auto", "Automatic", "The fastest path that can do it."),
    Choice("generic", "Generic", "The reverse sweep that does every model."),
)


class RunForm(ObjectForm):
    """How the experiment is computed; none of it changes what the numbers mean."""

    FIELDS = (
        Field("device", "Device", "Where it is computed.", partial(ChoiceField, DEVICES, "auto")),
        Field(
            "precision", "Precision", "The type of every number.", partial(ChoiceField, PRECISIONS, "float32")
        ),
        Field(
            "check",
            "Check",
            "Whether the gradients are compared with central differences, in float64.",
            partial(ChoiceField, CHECKS, "auto"),
        ),
        Field(
            "path",
            "Path",
            "Which code computes the gradients.",
            partial(ChoiceField, PATHS, "auto"),
            more=True,
        ),
        Field(
            "memory",
            "Memory",
            "The most bytes that states may take before they are recomputed.",
            partial(NumberField, "auto"),
            more=True,
        ),
        Field(
            "tf32",
            "",
            "Faster products on GPUs, wrong by 3e-4.",
            partial(CheckField, "TF32 products"),
            more=True,
        ),
        Field(
            "deterministic",
            "",
            "Sums in a fixed order, so that a run repeats to the last bit.",
            partial(CheckField, "Deterministic"),
            more=True,
        ),
    )
