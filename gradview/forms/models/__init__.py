"""The editors of the model kinds, one file each; their union is `ModelForm`."""

from __future__ import annotations

from gradview.forms.models.loop import LoopForm
from gradview.forms.models.recurrent import RecurrentForm
from gradview.forms.variant_form import Variant, VariantForm
from gradview.spec.drafts import new_draft


class ModelForm(VariantForm):
    """What is computed at each step."""

    KEY = "kind"
    LABEL = "Kind"
    TIP = "What the model is: layers of recurrent cells, or a loop written as expressions."
    VARIANTS = (
        Variant(
            "recurrent",
            "Recurrent layers",
            "SimpleRNN, GRU or LSTM layers, one after the other, forward in time.",
            RecurrentForm,
            new_draft("recurrent")["model"],
        ),
        Variant(
            "loop",
            "Loop of expressions",
            "States s_t = f(t, s_{t-1}, x_t, W, w_t), each update written as an expression.",
            LoopForm,
            new_draft("loop")["model"],
        ),
    )
