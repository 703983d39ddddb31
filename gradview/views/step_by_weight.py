"""Step × weight."""

from __future__ import annotations

from gradview.views.view import View


class StepByWeight(View):
    """Step × weight."""

    name = "step-by-weight"
    label = "Step × weight"
