"""Finds what is shipped: resources/ beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def resource(name: str) -> Path:
    """Path of a file in resources/, such as "examples/index.json"."""
    inside = _PACKAGE / "resources" / name
    return inside if inside.exists() else _PACKAGE.parent / "resources" / name
