"""Random streams: one for each seed and array name, so that no two arrays share their numbers."""

from __future__ import annotations

import numpy as np


def stream(seed: int, name: str) -> np.random.Generator:
    """The generator of the array `name`."""
    return np.random.default_rng([seed, *name.encode()])
