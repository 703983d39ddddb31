"""A finding: a sentence with numbers about what a run shows, and where it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, cast

Level = Literal["info", "warning", "error"]
LEVELS: tuple[Level, ...] = ("info", "warning", "error")


@dataclass(frozen=True)
class Finding:
    """What a run shows.

    Attributes
    ----------
    level : how much it matters
    kind : such as "nan" or "precision", for programs
    sentence : for people, with its numbers
    array, step : where it shows, if at one place (step counts from 0)
    numbers : the sentence's numbers by name
    """

    level: Level
    kind: str
    sentence: str
    array: str | None = None
    step: int | None = None
    numbers: Mapping[str, Any] = field(default_factory=dict)

    def to_meta(self) -> dict[str, Any]:
        """The entry in meta["findings"]."""
        return asdict(self)

    @classmethod
    def from_meta(cls, entry: Mapping[str, Any]) -> Finding:
        """Read an entry of meta["findings"]; a level that is not known is a warning."""
        level = entry.get("level")
        return cls(
            cast("Level", level) if level in LEVELS else "warning",
            str(entry.get("kind", "")),
            str(entry.get("sentence", "")),
            entry.get("array"),
            entry.get("step"),
            entry.get("numbers") or {},
        )
