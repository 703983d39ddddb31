"""Whether a display answers, and what a window needs is there: asked without Qt, which dumps core if not."""

from __future__ import annotations

import ctypes
import os
import socket
from collections.abc import Iterable
from pathlib import Path

# Each library that Qt's plugins need and that the PySide6 wheels leave to the system, with Debian's package.
FOR_ALL = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
}
FOR_X11 = {
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",  # without it Qt 6.5 and later end with a core dump
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libX11-xcb.so.1": "libx11-xcb1",
}
FOR_WAYLAND = {"libwayland-client.so.0": "libwayland-client0", "libwayland-cursor.so.0": "libwayland-cursor0"}


def missing(libraries: dict[str, str]) -> list[str]:
    """The packages of those libraries that cannot be loaded."""
    return [package for library, package in libraries.items() if not loads(library)]


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def x11_answers() -> bool:
    """Whether the X server that DISPLAY names lets us in (its key is tried too). libxcb must be there."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)  # never null: what failed says so when asked
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not failed


def wayland_answers() -> bool:
    """Whether the compositor that WAYLAND_DISPLAY names takes connections."""
    name = os.environ.get("WAYLAND_DISPLAY", "")
    path = Path(os.environ.get("XDG_RUNTIME_DIR", "")) / name  # an absolute name stands for itself
    if not name or not path.is_absolute():
        return False
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(3)
        try:
            line.connect(str(path))
        except OSError:
            return False
    return True


def install_line(packages: Iterable[str]) -> str:
    """What to type to have them."""
    return f"apt-get install {' '.join(packages)}"
