"""Numbers as people write and paste them: JSON, or rows separated by tabs, commas, semicolons or spaces."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from gradview.forms.fields import number

MOST_NUMBERS = 2_000  # above this an array is described, not written out
_BARE = re.compile(r"""(?<!["\w.])-?(nan|inf)(?!["\w.])""", re.IGNORECASE)
_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")


def read_numbers(text: str) -> Any:
    """The number, nested list or object that a text stands for; the text itself if it stands for none."""
    one = number(text)
    if one is not None:
        return one
    try:
        value = json.loads(_BARE.sub(_quoted, text), parse_float=_float, parse_constant=_constant)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, (list, dict)) or value in ("nan", "inf", "-inf"):
        return value
    table = read_table(text)
    return text if table is None else table


def read_table(text: str) -> list[Any] | None:
    """Rows of a spreadsheet: one row or one column is a list, several of both a list of rows.

    A comma separates cells, except between tabs, where a cell such as 0,5 can only be a decimal number.
    """
    lines = [line for line in text.strip().splitlines() if line.strip()]
    separator = next((sign for sign in "\t;," if any(sign in line for line in lines)), None)
    rows = [[_cell(cell, separator) for cell in _cells(line, separator)] for line in lines]
    if not rows or any(cell is None for row in rows for cell in row) or sum(map(len, rows)) < 2:
        return None
    if len(rows) == 1:
        return rows[0]
    return [row[0] for row in rows] if all(len(row) == 1 for row in rows) else list(rows)


def write_numbers(value: Any) -> str:
    """A value as JSON, a matrix with one row a line."""
    if isinstance(value, list) and value and all(isinstance(row, list) and row for row in value):
        return "[" + ",\n ".join(json.dumps(row, ensure_ascii=False) for row in value) + "]"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def shape_in_words(value: Any) -> str:
    """'3 x 2 numbers' of a rectangular list, '3 numbers' of a flat one, nothing of anything else."""
    if not isinstance(value, list):
        return ""
    sizes: list[int] = []
    level: Any = value
    while isinstance(level, list):
        sizes.append(len(level))
        level = level[0] if level else None
    if not _rectangular(value, sizes):
        return "rows of different lengths"
    return " x ".join(map(str, sizes)) + (" number" if sizes == [1] else " numbers")


def count(value: Any) -> int:
    """How many single values a nested list holds."""
    return sum(map(count, value)) if isinstance(value, list) else 1


def _rectangular(value: Any, sizes: list[int]) -> bool:
    if not sizes:
        return not isinstance(value, list)
    return (
        isinstance(value, list)
        and len(value) == sizes[0]
        and all(_rectangular(row, sizes[1:]) for row in value)
    )


def _cells(line: str, separator: str | None) -> Iterator[str]:
    cells = line.split(separator)
    if separator is not None and cells and not cells[-1].strip():
        cells.pop()  # a separator at the end of the line
    yield from (cell.strip() for cell in cells)


def _cell(text: str, separator: str | None) -> int | float | str | None:
    if separator in ("\t", ";") and _DECIMAL_COMMA.fullmatch(text):
        text = text.replace(",", ".")
    if text.lower() in ("nan", "inf", "-inf"):
        return text.lower()
    return number(text)


def _quoted(word: re.Match[str]) -> str:
    return f'"{word.group().lower()}"'


def _float(text: str) -> float | str:
    """A number as float64, or as it was typed where float64 has no such number."""
    value = float(text)
    return value if math.isfinite(value) else text


def _constant(text: str) -> str:
    return {"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}[text]
