"""Looks, before Qt is imported, whether it can open a window here, and keeps other Qts away from it."""

from __future__ import annotations

import ctypes
import importlib.util
import logging
import os
import socket
import sys
from pathlib import Path

log = logging.getLogger(__name__)

WITHOUT = "gradview run and gradview figure work without one"
PLUGIN_PATHS = ("QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH")
NEED_NO_SCREEN = ("offscreen", "minimal", "vnc")


def prepare_environment() -> None:
    """Have pyqtgraph take PySide6, and Qt only the plugins of that PySide6.

    conda and opencv point Qt's plugin path at their own libraries, which crash in ours.
    """
    os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"
    found = importlib.util.find_spec("PySide6")
    home = Path(found.origin).parent.resolve() if found is not None and found.origin else None
    for name in PLUGIN_PATHS:
        given = os.environ.get(name)
        if given is None:
            continue
        parts = [part for part in given.split(os.pathsep) if part]
        kept = [part for part in parts if home is not None and Path(part).resolve().is_relative_to(home)]
        if kept != parts:
            log.info("%s pointed at another Qt (%s); left out.", name, given)
        if kept:
            os.environ[name] = os.pathsep.join(kept)
        else:
            del os.environ[name]


def why_no_window() -> str | None:
    """One line why no window can be opened; None if one can. (Qt would end with a core dump.)"""
    if importlib.util.find_spec("PySide6") is None:
        return "PySide6 is not installed: pip install gradview"
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if not sys.platform.startswith("linux") or platform in NEED_NO_SCREEN:
        return None
    if os.environ.get("WAYLAND_DISPLAY") and platform in ("", "wayland"):
        return None
    display = os.environ.get("DISPLAY", "")
    if not display:
        return f"there is no display to open a window on; {WITHOUT}"
    if not answers(display):
        return f"the display {display} does not answer; {WITHOUT}"
    try:
        ctypes.CDLL("libxcb-cursor.so.0")
    except OSError:
        return f"libxcb-cursor is missing (apt-get install libxcb-cursor0); {WITHOUT}"
    return None


def answers(display: str) -> bool:
    """Whether an X server listens at a display such as ':0', 'unix:0' or 'host:10.0'."""
    host, _, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    if not number.isdigit():
        return False
    if host in ("", "unix"):
        path = f"/tmp/.X11-unix/X{number}"
        return any(listens(socket.AF_UNIX, address) for address in (f"\0{path}", path))
    if "/" in host:  # a socket named in full, as XQuartz does
        return True
    return listens(socket.AF_INET, (host, 6000 + int(number)))


def listens(family: socket.AddressFamily, address: str | tuple[str, int]) -> bool:
    """Whether somebody accepts a connection there."""
    with socket.socket(family, socket.SOCK_STREAM) as line:
        line.settimeout(3)
        try:
            line.connect(address)
        except OSError:
            return False
        return True
