"""New drafts with some parts replaced or taken out."""

from collections.abc import Mapping
from typing import Any

from gradview.spec.drafts import new_draft

DELETED = "<deleted>"


def changed(kind: str, parts: Mapping[str, Any]) -> dict[str, Any]:
    """A new draft of a kind; `parts` has values by path, as in {"model.layers.0.units": 3}."""
    draft = new_draft(kind)
    for path, value in parts.items():
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        part: Any = draft
        for step in way:
            part = part[step]
        if value == DELETED:
            del part[last]
        elif isinstance(part, list) and last == len(part):
            part.append(value)
        else:
            part[last] = value
    return draft
