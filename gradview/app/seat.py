"""Where a user's window on a screen can be reached: one socket in a folder that only this user enters."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

from gradview.app.guards import SCREENS
from gradview.jobs.scratch import private


def address() -> str:
    """The name of the local server of this user and screen. The folder for it is made.

    Raises
    ------
    OSError
        No folder of our own can be made.
    """
    if not hasattr(os, "getuid"):  # Windows: names of pipes, with the user in them
        return f"gradview-{_digest(os.environ.get('USERNAME', ''), screen())}"
    return str(runtime_folder() / f"window-{_digest(str(os.getuid()), screen())}")


def screen() -> str:
    """The screen that a window would open on, or the platform that needs none."""
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if platform and platform.partition(";")[0] not in SCREENS:
        return platform
    display = os.environ.get("DISPLAY", "")
    number, dot, _ = display.rpartition(".")  # ':0' and ':0.0' are one
    x11 = number if dot and ":" in number else display
    return os.environ.get("WAYLAND_DISPLAY", "") or x11


def runtime_folder() -> Path:
    """The session's folder if it is ours alone, else one in the folder for temporary files."""
    session = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    if session.is_absolute():
        try:
            found = session.stat()
            if found.st_uid == os.getuid() and not found.st_mode & 0o077:
                folder = session / "gradview"
                folder.mkdir(mode=0o700, exist_ok=True)
                return folder
        except OSError:
            pass  # of a session that has ended, or on a disk that is full
    folder = Path(tempfile.gettempdir()) / f"gradview-{os.getuid()}"
    private(folder)
    return folder


def _digest(user: str, screen: str) -> str:
    """Short, for a socket's path may have 100 characters."""
    return hashlib.sha256(f"{user} {screen}".encode(errors="surrogateescape")).hexdigest()[:12]
