"""A panel's picture in a file, without a window."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gradview.results.result import Result


def save_figure(
    result: Result,
    view: str,
    path: str | Path,
    *,
    size: tuple[int, int] = (1000, 600),
    dpi: int = 150,
    choices: Mapping[str, Any] | None = None,
    name: str = "",
) -> None:
    """Write what a view shows of a result, white-backed, as PNG, SVG, PDF or CSV by the ending of the path."""
