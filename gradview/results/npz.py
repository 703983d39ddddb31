"""A result in one .npz file, which np.load opens without us: uncompressed members, one after another."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np

from gradview.results.store import Array, ResultError, fits, known_type, meta_bytes, read_meta, storable

_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
"""What zipfile and numpy raise on a damaged or encrypted member."""


def save_npz(path: Path, arrays: Mapping[str, Array], meta: Mapping[str, Any]) -> None:
    """Write a file whole or not at all.

    Members are streamed with 64-bit sizes, so that arrays may be larger than memory and the file than 4 GB.
    """
    from gradview.spec.atomic import write_atomically

    for name, array in arrays.items():
        storable(name, array)
    with write_atomically(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        _write(archive, "meta", np.frombuffer(meta_bytes(meta), np.uint8))
        for name, array in arrays.items():
            _write(archive, name, array)


def load_npz(path: Path) -> tuple[dict[str, Array], dict[str, Any]]:
    """Read a file into memory, each member's checksum with it.

    Raises
    ------
    ResultError
        The file is broken or not a result.
    OSError
        It cannot be opened.
    """
    where = path.name
    with path.open("rb") as file:
        try:
            archive = zipfile.ZipFile(file)
        except _BROKEN as error:
            raise ResultError(f"{where} is not a gradview result, or is cut off") from error
        with archive:
            members = {
                info.filename[:-4]: info for info in archive.infolist() if info.filename.endswith(".npy")
            }
            if "meta" not in members:
                raise ResultError(f"{where} is not a gradview result: it holds no description (meta)")
            meta = read_meta(_read(archive, members.pop("meta"), where).tobytes(), where)
            arrays = {name: _read(archive, member, where) for name, member in members.items()}
    missing = meta["arrays"].keys() - arrays.keys()
    if missing:
        raise ResultError(f"{where}: the array {min(missing)} is missing")
    for name, array in arrays.items():
        fits(name, array, meta, where)
    return arrays, meta


def _write(archive: zipfile.ZipFile, name: str, array: Array) -> None:
    # A date of its own would make two files of the same numbers differ.
    member = zipfile.ZipInfo(f"{name}.npy")
    member.external_attr = 0o644 << 16
    with archive.open(member, "w", force_zip64=True) as file:
        np.lib.format.write_array(file, array, version=(1, 0), allow_pickle=False)


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, where: str) -> Array:
    try:
        with archive.open(member) as file:
            if np.lib.format.read_magic(file) != (1, 0):
                raise ResultError(f"{where}: {member.filename} is of another npy version than 1.0")
            shape, fortran, dtype = np.lib.format.read_array_header_1_0(file)
            size = dtype.itemsize * int(np.prod(shape, dtype=object))
            # A header may claim any size: believe the file's before memory is taken.
            if not known_type(dtype) or size != member.file_size - file.tell():
                raise ResultError(f"{where}: {member.filename} is damaged")
            array = np.empty(shape, dtype, order="F" if fortran else "C")
            _fill(file, array.reshape(-1, order="A").view(np.uint8).data)
            return array
    except _BROKEN as error:
        raise ResultError(f"{where}: {member.filename} is damaged") from error
    except MemoryError as error:
        raise ResultError(f"{where} does not fit into memory; a result saved as a folder need not") from error


def _fill(file: IO[bytes], room: memoryview) -> None:
    while room:
        count = file.readinto(room)  # type: ignore[attr-defined]  # zipfile's members have it, IO does not say so
        if not count:
            raise EOFError
        room = room[count:]
    if file.read(1):  # reads to the end: the checksum is compared there
        raise ValueError("longer than its header says")
