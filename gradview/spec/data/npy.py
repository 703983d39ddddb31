"""Arrays in .npy and .npz files: their shapes from headers alone, their numbers, and what is wrong."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, BinaryIO

import numpy as np
from numpy.lib import format as npy_format
from numpy.typing import NDArray

from gradview.spec.data.stamps import Stamp
from gradview.spec.problems import ExperimentError, Path, Problem

Array = NDArray[np.float64]
_READ_ERRORS = (
    OSError,
    ValueError,
    EOFError,
    KeyError,
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
)
"""What zipfile and NumPy raise for a damaged or foreign file."""


def shapes(file: Stamp, field: Path) -> Mapping[str, tuple[int, ...]]:
    """Shape of each array by name; a .npy file's is named ''. Only headers are read."""
    try:
        return _shapes(file)
    except _READ_ERRORS as error:
        raise _unreadable(file, field, error) from None


def numbers(file: Stamp, name: str, field: Path) -> Array:
    """One array as float64, read-only.

    Raises
    ------
    ExperimentError
        At `field`: not numbers, complex, or NaN or inf in it, with its index.
    """
    try:
        array = _array(file, name)
    except _READ_ERRORS as error:
        raise _unreadable(file, field, error) from None
    if array.dtype.kind not in "fiub":
        raise ExperimentError(
            Problem(field, f"{name or file.path.name} is of type {array.dtype}, must be real numbers")
        )
    wide = array.astype(np.float64)
    refuse_not_finite(wide, name or file.path.name, field)
    wide.flags.writeable = False
    return wide


def refuse_not_finite(array: Array, name: str, field: Path) -> None:
    """Say where the first NaN or inf is, if there is one (ExperimentError)."""
    bad = ~np.isfinite(array)
    if bad.any():
        place = [int(index) for index in np.argwhere(bad)[0]]
        word = "NaN" if np.isnan(array[tuple(place)]) else "inf"
        count = int(bad.sum())
        more = f" ({count} such values in all)" if count > 1 else ""
        raise ExperimentError(Problem(field, f"{name} contains {word} at {place}{more}"))


@lru_cache(maxsize=32)
def _shapes(file: Stamp) -> dict[str, tuple[int, ...]]:
    if file.path.suffix.lower() == ".npy":
        with file.path.open("rb") as content:
            return {"": _header(content)}
    with zipfile.ZipFile(file.path) as archive:
        found = {}
        for member in archive.namelist():
            if member.endswith(".npy"):
                with archive.open(member) as content:
                    found[member[:-4]] = _header(content)
        return found


def _header(content: Any) -> tuple[int, ...]:
    version = npy_format.read_magic(content)
    read = npy_format.read_array_header_1_0 if version == (1, 0) else npy_format.read_array_header_2_0
    shape, _, _ = read(content)
    return tuple(int(size) for size in shape)


@lru_cache(maxsize=8)
def _array(file: Stamp, name: str) -> NDArray[Any]:
    if not name:
        content: BinaryIO
        with file.path.open("rb") as content:
            return np.asarray(npy_format.read_array(content, allow_pickle=False))
    with zipfile.ZipFile(file.path) as archive, archive.open(f"{name}.npy") as member:
        return np.asarray(npy_format.read_array(member, allow_pickle=False))


def _unreadable(file: Stamp, field: Path, error: Exception) -> ExperimentError:
    kind = file.path.suffix.lower()
    reason = (
        "it holds Python objects" if "pickle" in str(error).lower() else f"no {kind} file, or a damaged one"
    )
    return ExperimentError(Problem(field, f"{file.path.name} cannot be read: {reason}"))
