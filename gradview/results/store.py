"""What the two stores of a result, a file and a folder, have in common: names, number types and meta."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from gradview.results.names import NAME, ArrayInfo

Array = NDArray[Any]

FORMAT = "gradview-result"
VERSION = 1
TYPES = frozenset(
    f"{sort}{bits}"
    for sort in ("int", "uint", "float")
    for bits in (8, 16, 32, 64)
    if (sort, bits) != ("float", 8)
)
"""Number types that readers of .npy in other languages know."""


class ResultError(Exception):
    """A result cannot be read or written; the text is one sentence."""


def storable(name: str, array: Array) -> None:
    """Raise if an array cannot be part of a result's file.

    Raises
    ------
    ValueError
        The name cannot be a key (numpy takes `file` for itself, `meta` is ours).
    TypeError
        The numbers are of a type that is not written.
    """
    if NAME.fullmatch(name) is None or name in ("file", "meta"):
        raise ValueError(f"an array cannot be called {name!r}")
    if not known_type(array.dtype):
        raise TypeError(f"{name}: {array.dtype} is not a type that a result holds")


def known_type(dtype: np.dtype[Any]) -> bool:
    """Whether an array of this type may be part of a result."""
    return dtype.newbyteorder("=").name in TYPES


def plain(value: Any) -> Any:
    """Meta as JSON can say it: NumPy's numbers as Python's, what is not finite as "nan", "inf", "-inf"."""
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, (np.ndarray, np.generic)):
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"meta holds a {type(value).__name__}, which JSON has no word for")


def number(value: Any) -> float:
    """A number of meta, "nan" and "inf" read back."""
    return float(value)


def meta_bytes(meta: Mapping[str, Any]) -> bytes:
    """Meta as it is written."""
    return json.dumps(plain(meta), ensure_ascii=False, allow_nan=False).encode()


def read_meta(data: bytes, where: str) -> dict[str, Any]:
    """Read meta and see that it is a result's.

    Raises
    ------
    ResultError
        It is no result's, or one of a newer version.
    """
    try:
        meta = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ResultError(f"{where}: its description (meta) is not JSON") from error
    if not isinstance(meta, dict) or meta.get("format") != FORMAT:
        raise ResultError(f"{where} is not a gradview result")
    version = meta.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ResultError(f"{where} does not say which version of the format it is")
    if version > VERSION:
        raise ResultError(f"{where} is of version {version}; this gradview reads up to version {VERSION}")
    if not isinstance(meta.get("arrays"), dict):
        raise ResultError(f"{where}: its description (meta) names no arrays")
    return cast("dict[str, Any]", meta)


def fits(name: str, array: Array, meta: Mapping[str, Any], where: str) -> None:
    """Raise a ResultError unless meta describes this array."""
    try:
        info = ArrayInfo.from_meta(name, meta["arrays"][name])
    except (KeyError, TypeError) as error:
        raise ResultError(f"{where}: its description (meta) does not fit the array {name}") from error
    if len(info.dims) != array.ndim:
        raise ResultError(f"{where}: {name} has {array.ndim} axes, its description {len(info.dims)}")
