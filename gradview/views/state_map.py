"""State map."""

from __future__ import annotations

from gradview.views.view import View


class StateMap(View):
    """State map."""

    name = "state-map"
    label = "State map"
