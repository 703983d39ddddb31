"""Replaces a file whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def write_atomically(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file beside `path` for writing; when the block ends well it takes that place, else it goes.

    Raises
    ------
    OSError
        The folder is missing or may not be written, or the disk is full; `path` is then as it was.
    """
    goal = Path(os.path.realpath(path))  # a link stays a link
    part = goal.with_name(f".{goal.name[:100]}.{secrets.token_hex(6)}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if goal.exists():
            with suppress(OSError):  # somebody else's file: its mode cannot be copied, the content can
                part.chmod(goal.stat().st_mode & 0o7777)
        part.replace(goal)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
