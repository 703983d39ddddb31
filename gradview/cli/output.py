"""Where a result or a picture goes: looked at before anything is computed."""

from __future__ import annotations

import tempfile
from pathlib import Path

from gradview.cli.arguments import UsageError
from gradview.results.folder import replaceable
from gradview.results.result import is_folder_name


def look_at_output(output: str) -> None:
    """See that a result can be written where -o says.

    Raises
    ------
    UsageError, ResultError
        The name says neither a file nor a folder, the place is taken, or it may not be written.
    """
    path = Path(output)
    if is_folder_name(output):
        if path.exists() and not replaceable(path):
            raise UsageError(f"-o {output}: the folder holds other things than a result")
        look_at_folder(path.parent, output, may_be_made=True)
    else:
        look_at_file(output)


def look_at_file(output: str) -> None:
    """See that a file can be written (UsageError)."""
    path = Path(output)
    if path.is_dir():
        raise UsageError(f"-o {output}: this is a folder")
    look_at_folder(path.parent, output)


def look_at_folder(folder: Path, output: str, *, may_be_made: bool = False) -> None:
    """See that something can be written into a folder, by doing it (UsageError)."""
    while may_be_made and not folder.exists() and folder.parent != folder:
        folder = folder.parent
    if not folder.exists():
        raise UsageError(f"-o {output}: there is no folder {folder}")
    try:
        # Permissions do not tell: they do not bind root, and a file system may be read-only.
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = error.strerror or error
        raise UsageError(f"-o {output}: the folder {folder} cannot be written ({reason})") from None
