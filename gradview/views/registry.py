"""The views there are. A new view is one file and one line here."""

from __future__ import annotations

from gradview.views.over_time import OverTime
from gradview.views.state_map import StateMap
from gradview.views.step_by_weight import StepByWeight
from gradview.views.view import View

VIEWS: tuple[type[View], ...] = (OverTime, StateMap, StepByWeight)


def view(name: str) -> type[View]:
    """The view of that name. KeyError if there is none."""
    return {each.name: each for each in VIEWS}[name]
