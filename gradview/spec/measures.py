"""What is measured."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import PlainValidator

from gradview.spec.problems import did_you_mean, listed, shown, wrong

MEASURES = (
    *("states", "inputs", "weights", "weights_by_step"),
    *("outputs_by_weights", "losses_by_weights", "losses_by_states"),
)
DEFAULT_MEASURES = ("states", "weights")
WITHOUT_LOSS = frozenset({"outputs_by_weights"})
"""Measures that need no loss."""
PER_STEP_LOSS = frozenset({"losses_by_weights", "losses_by_states"})
"""Measures of each step's own loss."""
_LATER = (
    *("states_by_states", "states_by_inputs", "states_by_initial", "gates", "spectrum", "clipped", "cut"),
    *("weights_by_lag", "gain"),
)


def _measures(value: Any) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)):
        raise wrong(f"must be a list of measures (is {shown(value)})")
    if not value:
        raise wrong(f"is empty; name one of {listed(MEASURES)}")
    for place, entry in enumerate(value):
        name = entry.get("measure") if isinstance(entry, dict) else entry
        if isinstance(name, str) and name in _LATER:
            raise wrong(f"this version cannot measure {name}; it has {listed(MEASURES)}", (place,))
        if isinstance(entry, dict) and isinstance(name, str) and name in MEASURES:
            raise wrong(f"write '{name}' alone: it has no choices in this version", (place,))
        if not isinstance(entry, str) or entry not in MEASURES:
            hint = did_you_mean(entry, MEASURES) if isinstance(entry, str) else ""
            raise wrong(f"must be one of {listed(MEASURES)} (is {shown(entry)}){hint}", (place,))
        if entry in value[:place]:
            raise wrong(f"is there twice ({entry})", (place,))
    return tuple(value)


Measures = Annotated[tuple[str, ...], PlainValidator(_measures)]
