"""Tables of text whose columns stand under their headers, their last one folded to fit a terminal."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence

NARROWEST = 40
"""Letters that a folded column has at least; where they are not there it goes below its row, indented."""
INDENT = "    "
MOST = 5
"""Sentences of one sort that are read rather than scrolled past."""


def table(
    headers: Sequence[str],
    rows: Sequence[Sequence[str]],
    right: frozenset[str] = frozenset(),
    width: int | None = None,
) -> list[str]:
    """Lines of a table; the columns named in `right` are set to the right, as numbers are.

    Parameters
    ----------
    headers : their names; where all are empty there is no line of headers
    width : letters on a line; None leaves the last column as long as it is
    """
    lines = [headers, *rows] if any(headers) else list(rows)
    widths = [max(len(row[place]) for row in [headers, *rows]) for place in range(len(headers))]
    before = sum(widths[:-1]) + 2 * (len(widths) - 1)
    cells = [_cells(row, headers, widths, right) for row in lines]
    if width is None or max(len("  ".join(row)) for row in cells) <= width:
        return ["  ".join(row).rstrip() for row in cells]
    if width - before >= NARROWEST:
        return [line for row in cells for line in _folded(row, before, width)]
    if any(headers):
        cells[0][-1] = ""
    return [line for row in cells for line in _below(row, width)]


def shortened(sentences: Sequence[str]) -> list[str]:
    """The first few of many sentences, and how many more there are."""
    more = len(sentences) - MOST
    return [*sentences[:MOST], f"and {more} more"] if more > 1 else list(sentences)


def terminal_width() -> int | None:
    """Letters on a line of the terminal that is written to; None where it is none."""
    return shutil.get_terminal_size().columns - 1 if sys.stdout.isatty() else None


def _cells(
    row: Sequence[str], headers: Sequence[str], widths: Sequence[int], right: frozenset[str]
) -> list[str]:
    return [
        f"{cell:>{width}}" if header in right else f"{cell:<{width}}"
        for cell, width, header in zip(row, widths, headers, strict=True)
    ]


def _folded(cells: Sequence[str], before: int, width: int) -> list[str]:
    first, *more = textwrap.wrap(cells[-1], width - before) or [""]
    return ["  ".join([*cells[:-1], first]).rstrip(), *(" " * before + line for line in more)]


def _below(cells: Sequence[str], width: int) -> list[str]:
    words = textwrap.wrap(cells[-1], max(NARROWEST, width - len(INDENT)))
    return ["  ".join(cells[:-1]).rstrip(), *(INDENT + line for line in words)]
