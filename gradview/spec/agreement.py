"""What must agree between the parts of an experiment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradview.spec.problems import Problem

if TYPE_CHECKING:
    from gradview.spec.experiment import Experiment


def disagreements(experiment: Experiment) -> list[Problem]:
    """Everything wrong with an experiment whose parts are each well formed."""
    return []
