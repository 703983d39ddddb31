"""A small valid draft to begin with, for each model kind."""

from __future__ import annotations

import copy
from typing import Any

_LOOP: dict[str, Any] = {
    "format": "gradview-experiment",
    "version": 1,
    "name": "Untitled",
    "model": {
        "kind": "loop",
        "steps": 5,
        "states": [{"name": "x", "initial": 1.0}],
        "constants": [],
        "weights": [{"name": "w", "value": 0.5}],
        "updates": [{"state": "x", "expression": "w * x"}],
    },
    "loss": {"expression": "x[-1]"},
    "measures": ["states", "weights", "weights_by_step"],
    "run": {"device": "auto", "precision": "float32", "check": "auto"},
}
_RECURRENT: dict[str, Any] = {
    "format": "gradview-experiment",
    "version": 1,
    "name": "Untitled",
    "model": {
        "kind": "recurrent",
        "layers": [{"cell": "lstm", "units": 8}],
        "readout": None,
        "weights": {"from": "random", "seed": 0},
    },
    "inputs": {"from": "random", "seed": 0, "steps": 10, "samples": 8, "features": 4},
    "loss": {"expression": "mean(h[-1]**2)"},
    "measures": ["states", "weights"],
    "run": {"device": "auto", "precision": "float32", "check": "auto"},
}
_DRAFTS = {"recurrent": _RECURRENT, "loop": _LOOP}
KINDS = tuple(_DRAFTS)


def new_draft(kind: str) -> dict[str, Any]:
    """A draft of a kind in KINDS; the caller's own copy."""
    return copy.deepcopy(_DRAFTS[kind])
