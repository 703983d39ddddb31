"""The bundled examples."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from gradview.spec.resources import resource


@dataclass(frozen=True)
class Example:
    """An experiment that comes with the program; `sentence` says what is to be seen."""

    name: str
    title: str
    sentence: str
    path: Path


def examples() -> list[Example]:
    """All of them, in the order of the menu."""
    index = resource("examples/index.json")
    entries = json.loads(index.read_text(encoding="utf-8"))
    return [Example(e["name"], e["title"], e["sentence"], index.with_name(e["file"])) for e in entries]


def example(name: str) -> Example | None:
    """The example of that name, or None."""
    return next((entry for entry in examples() if entry.name == name), None)
