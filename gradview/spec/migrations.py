"""Drafts of older versions become drafts of this one, by a small function for each version."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gradview.spec.problems import ExperimentError, Problem, shown

Step = Callable[[dict[str, Any]], dict[str, Any]]

CURRENT = 1
STEPS: Mapping[int, Step] = {}
"""STEPS[v] turns a draft of version v into one of version v + 1. Version 1 is the first."""


def migrate(
    draft: Mapping[str, Any], steps: Mapping[int, Step] = STEPS, current: int = CURRENT
) -> dict[str, Any]:
    """Bring a draft to the current version; the one given is left as it is.

    Raises
    ------
    ExperimentError
        The version is newer than this program, or is none.
    """
    version = draft.get("version", current)
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise ExperimentError(
            Problem(("version",), f"must be a whole number from 1 to {current} (is {shown(version)})")
        )
    if version > current:
        message = (
            f"this is version {version}, and this gradview reads up to version {current}; update gradview"
        )
        raise ExperimentError(Problem(("version",), message))
    migrated = dict(draft)
    for number in range(version, current):
        migrated = {**steps[number](migrated), "version": number + 1}
    return migrated
