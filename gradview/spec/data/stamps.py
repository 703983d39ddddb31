"""Files that are read again only once they change: what is known is kept by path, time and size."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gradview.spec.problems import ExperimentError, Problem
from gradview.spec.problems import Path as FieldPath


@dataclass(frozen=True)
class Stamp:
    """A file as it was at one time; equal stamps mean equal content."""

    path: Path
    changed: int
    size: int


def stamp(folder: Path, path: str, field: FieldPath) -> Stamp:
    """Look at a file, relative to `folder`.

    Raises
    ------
    ExperimentError
        At `field`: there is no such file, or it is a folder.
    """
    try:
        found = folder / path
        status = found.stat()
        if not found.is_file():
            raise ExperimentError(Problem(field, f"{path} is not a file"))
    except FileNotFoundError:
        raise ExperimentError(Problem(field, f"{path} does not exist in {folder}")) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL inside the name
        reason = getattr(error, "strerror", None) or error
        raise ExperimentError(Problem(field, f"{path} cannot be read: {reason}")) from None
    return Stamp(found, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=32)
def sha256(file: Stamp) -> str:
    """The hash of the file's content, in hexadecimal."""
    digest = hashlib.sha256()
    with file.path.open("rb") as content:
        while block := content.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
