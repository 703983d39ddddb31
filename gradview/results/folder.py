"""A result as a folder of .npy files and meta.json, opened as memory maps: for results larger than memory."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from gradview.results.names import NAME
from gradview.results.store import Array, ResultError, fits, known_type, meta_bytes, read_meta, storable

META = "meta.json"


def array_path(folder: Path, name: str) -> Path:
    """Where an array lies: total/h in total/h.npy."""
    return folder.joinpath(*f"{name}.npy".split("/"))


def new_array(folder: Path | None, name: str, shape: tuple[int, ...], dtype: Any) -> Array:
    """An array to be filled bit by bit: in a file of the folder, or in memory if there is none."""
    array: Array
    if folder is None:
        array = np.zeros(shape, dtype)
    else:
        path = array_path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        array = np.lib.format.open_memmap(path, mode="w+", dtype=np.dtype(dtype), shape=shape, version=(1, 0))
    storable(name, array)
    return array


def save_folder(path: Path, arrays: Mapping[str, Array], meta: Mapping[str, Any]) -> None:
    """Write a folder whole or not at all: beside the place first, then renamed.

    Raises
    ------
    ResultError
        There is a folder with other things in it, which is left alone.
    """
    if path.exists() and not replaceable(path):
        raise ResultError(f"{path} holds other things than a result; nothing was written")
    for name, array in arrays.items():
        storable(name, array)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent))
    try:
        part.chmod(0o777 & ~_umask())
        for name, array in arrays.items():
            _write(array_path(part, name), array)
        finish(part, meta)
        if path.exists():
            # A folder cannot be replaced in one step: the old one comes back if the new one cannot come.
            old = part.with_suffix(".old")
            path.replace(old)
            try:
                part.replace(path)
            except OSError:
                old.replace(path)
                raise
            shutil.rmtree(old, ignore_errors=True)
        else:
            part.replace(path)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def finish(folder: Path, meta: Mapping[str, Any]) -> None:
    """Write meta.json, last: a folder without one is not a result."""
    with (folder / META).open("wb") as file:
        file.write(meta_bytes(meta))
        file.flush()
        os.fsync(file.fileno())


def load_folder(path: Path) -> tuple[dict[str, Array], dict[str, Any]]:
    """Map a folder's arrays into memory, read-only.

    Raises
    ------
    ResultError
        An array is missing or damaged, or the folder is not a result.
    """
    where = path.name
    try:
        meta = read_meta((path / META).read_bytes(), where)
    except FileNotFoundError as error:
        raise ResultError(f"{where} is not a gradview result: it holds no {META}") from error
    arrays = {name: _map(path, name, where) for name in meta["arrays"]}
    for name, array in arrays.items():
        fits(name, array, meta, where)
    return arrays, meta


def _map(folder: Path, name: str, where: str) -> Array:
    if NAME.fullmatch(name) is None:
        raise ResultError(f"{where}: an array cannot be called {name!r}")
    try:
        array: Array = np.load(array_path(folder, name), mmap_mode="r", allow_pickle=False)
    except FileNotFoundError as error:
        raise ResultError(f"{where}: the array {name} is missing") from error
    except (ValueError, EOFError) as error:
        raise ResultError(f"{where}: the array {name} is damaged") from error
    if not known_type(array.dtype):
        raise ResultError(f"{where}: the array {name} holds no numbers that a result has")
    return array


def _write(path: Path, array: Array) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.lib.format.write_array(file, array, version=(1, 0), allow_pickle=False)
        file.flush()
        os.fsync(file.fileno())


def replaceable(path: Path) -> bool:
    return path.is_dir() and ((path / META).is_file() or not any(path.iterdir()))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
