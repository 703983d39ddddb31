"""What may be chosen above a picture, resolved against one result. No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Choice:
    """What may be chosen, as resolved against one result.

    One of `options` (value, text), several with `many`; without options a number from 0 to `most`.
    """

    name: str
    label: str
    tip: str
    options: tuple[tuple[str, str], ...] = ()
    default: Any = None
    many: bool = False
    most: int = 0

    def settle(self, wish: Any) -> Any:
        """The wish where it can be had, else the default."""
        there = [value for value, _ in self.options]
        if self.many:
            asked = wish if isinstance(wish, (list, tuple)) else [wish]
            kept = [value for value in there if value in asked]
            return kept or list(self.default)
        if there:
            return wish if wish in there else self.default
        return min(max(0, wish), self.most) if isinstance(wish, int) else (self.default or 0)
