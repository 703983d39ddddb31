"""The model kinds, one module each, and their union."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from gradview.spec.models.loop import Loop
from gradview.spec.models.recurrent import Recurrent

__all__ = ["LATER_KINDS", "Loop", "Model", "Recurrent"]

Model = Annotated[Loop | Recurrent, Field(discriminator="kind")]
LATER_KINDS = ("grid", "assign", "python", "keras")
"""Kinds that the format knows and this version cannot compute."""
