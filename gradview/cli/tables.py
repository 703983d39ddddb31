"""Tables of text whose columns stand under their headers."""

from __future__ import annotations

from collections.abc import Sequence


def table(
    headers: Sequence[str], rows: Sequence[Sequence[str]], right: frozenset[str] = frozenset()
) -> list[str]:
    """Lines of a table; the columns named in `right` are set to the right, as numbers are."""
    widths = [max(len(row[place]) for row in [headers, *rows]) for place in range(len(headers))]
    lines = []
    for row in [headers, *rows]:
        cells = [
            f"{cell:>{width}}" if header in right else f"{cell:<{width}}"
            for cell, width, header in zip(row, widths, headers, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
