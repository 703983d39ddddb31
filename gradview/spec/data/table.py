"""Columns of a .csv file with a header. A cell that is no number is named by its line and column."""

from __future__ import annotations

import csv
import math
import warnings
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from gradview.spec.data.stamps import Stamp
from gradview.spec.problems import ExperimentError, Path, Problem, did_you_mean, shown

Array = NDArray[np.float64]


def header(file: Stamp, field: Path) -> tuple[str, ...]:
    """The column names (ExperimentError at `field` if the file has none)."""
    try:
        names = _header(file)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise _unreadable(file, field, error) from None
    if not any(names):
        raise ExperimentError(
            Problem(field, f"{file.path.name} is empty; its first line must name the columns")
        )
    if all(_is_number(name) for name in names):
        message = f"{file.path.name} has numbers in its first line, which must name the columns"
        raise ExperimentError(Problem(field, message))
    return names


def find_columns(names: tuple[str, ...], wanted: tuple[str, ...], field: Path) -> tuple[int, ...]:
    """Places of the wanted columns (ExperimentError at the entry of `field` that is not there)."""
    for entry, name in enumerate(wanted):
        if name not in names:
            there = ", ".join(names[:12])
            message = f"no column is called {shown(name)}; there are {there}{did_you_mean(name, names)}"
            raise ExperimentError(Problem((*field, entry), message))
    return tuple(names.index(name) for name in wanted)


def columns(file: Stamp, places: tuple[int, ...], field: Path) -> Array:
    """Numbers of some columns: [row, column], read-only.

    Raises
    ------
    ExperimentError
        At `field`: a cell is empty, no number, NaN or inf; with the cell's row, line and column.
    """
    try:
        found = _numbers(file, places)
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(file, field, error) from None
    except ValueError:
        raise ExperimentError(Problem(field, _first_bad_cell(file, places))) from None
    if not len(found):
        raise ExperimentError(Problem(field, f"{file.path.name} has no rows below its header"))
    if not np.isfinite(found).all():
        raise ExperimentError(Problem(field, _first_bad_cell(file, places)))
    return found


def texts(file: Stamp, place: int) -> tuple[str, ...]:
    """The cells of one column as they are written."""
    return tuple(row[place] if place < len(row) else "" for _, row in _rows(file))


@lru_cache(maxsize=32)
def _delimiter(file: Stamp) -> str:
    with file.path.open(encoding="utf-8-sig", newline="") as content:
        line = content.readline()
    return max(",;\t", key=line.count) if any(sign in line for sign in ",;\t") else ","


@lru_cache(maxsize=32)
def _header(file: Stamp) -> tuple[str, ...]:
    with file.path.open(encoding="utf-8-sig", newline="") as content:
        names = next(csv.reader(content, delimiter=_delimiter(file)), [])
    return tuple(name.strip() for name in names)


@lru_cache(maxsize=8)
def _numbers(file: Stamp, places: tuple[int, ...]) -> Array:
    with file.path.open(encoding="utf-8-sig", newline="") as content, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a file without rows, which is said as a problem
        found = np.loadtxt(
            content,
            delimiter=_delimiter(file),
            skiprows=1,
            usecols=places,
            ndmin=2,
            quotechar='"',
            comments=None,
        )
    found = found.reshape(-1, len(places))
    found.flags.writeable = False
    return found


def _rows(file: Stamp) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each row below the header; empty lines are no rows."""
    with file.path.open(encoding="utf-8-sig", newline="") as content:
        reader = csv.reader(content, delimiter=_delimiter(file))
        for row in islice(reader, 1, None):
            if row:
                yield reader.line_num, row


def _first_bad_cell(file: Stamp, places: tuple[int, ...]) -> str:
    names = _header(file)
    for row, (line, cells) in enumerate(_rows(file)):
        for place in places:
            cell = cells[place].strip() if place < len(cells) else ""
            where = f"at row {row} (line {line}), column {names[place]}"
            if not cell:
                return f"{file.path.name} has an empty cell {where}"
            if not _is_number(cell):
                return f"{file.path.name} has {shown(cell)} {where}, where a number is needed"
            if not math.isfinite(float(cell)):
                return f"{file.path.name} contains {'NaN' if math.isnan(float(cell)) else 'inf'} {where}"
    return f"{file.path.name} cannot be read as a table of numbers"


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return "_" not in cell


def _unreadable(file: Stamp, field: Path, error: Exception) -> ExperimentError:
    reason = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else f"cannot be read: {error}"
    return ExperimentError(Problem(field, f"{file.path.name} {reason}"))
