"""Over time."""

from __future__ import annotations

from gradview.views.view import View


class OverTime(View):
    """Over time."""

    name = "over-time"
    label = "Over time"
