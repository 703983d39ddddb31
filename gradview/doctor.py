"""`gradview doctor`: what is installed, which devices there are, and what is missing, a line each."""

from __future__ import annotations

import ctypes
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

from gradview.results.missing import INSTALL, cause
from gradview.version import __version__

READY, LACKING = 0, 2
PACKAGES = ("numpy", "pydantic", "PySide6-Essentials", "pyqtgraph", "psutil", "platformdirs")
PATIENCE = 180.0
"""Seconds that an import of TensorFlow may take on a cold disk."""
ASK_TENSORFLOW = """
import json
import tensorflow
devices = [device.name.split(":", 1)[1] for device in tensorflow.config.list_physical_devices()]
print(json.dumps({"version": tensorflow.__version__, "devices": devices}))
"""


@dataclass(frozen=True)
class Line:
    """One thing looked at. `lacking`: gradview cannot do all that it is for without it."""

    label: str
    words: str
    lacking: bool = False


def doctor(checks: Iterable[Callable[[], list[Line]]] | None = None) -> int:
    """Print what there is; 0 if everything works, 2 if something is lacking."""
    code = READY
    for check in (packages, tensorflow, qt, display, cache) if checks is None else checks:
        for line in check():
            print(f"{'!' if line.lacking else ' '} {line.label:<20}{line.words}", flush=True)
            code = LACKING if line.lacking else code
    return code


def packages() -> list[Line]:
    """We ourselves, Python, the C library and the packages that we need."""
    libc = " ".join(platform.libc_ver()).strip()
    lines = [
        Line("gradview", __version__),
        Line("Python", f"{platform.python_version()} on {platform.system()} {platform.machine()}"),
        Line("C library", libc or "not glibc"),
    ]
    for name in PACKAGES:
        try:
            lines.append(Line(name, version(name)))
        except PackageNotFoundError:
            lines.append(Line(name, "is not installed", True))
    return lines


def tensorflow(python: str = sys.executable) -> list[Line]:
    """TensorFlow and its devices, asked in a child process: a broken one may end whoever imports it."""
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    try:
        child = subprocess.run(
            [python, "-c", ASK_TENSORFLOW],
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return [Line("TensorFlow", f"was not imported within {PATIENCE:.0f} s", True)]
    if child.returncode < 0:
        words = f"ends the process that imports it (signal {-child.returncode}); does the CPU have AVX?"
        return [Line("TensorFlow", words, True)]
    if child.returncode:
        why = cause(child.stderr) or "it gave no reason"
        words = (
            f"is not installed: {INSTALL}"
            if why == "No module named 'tensorflow'"
            else f"cannot be imported ({why}); installing it again may help: {INSTALL}"
        )
        return [Line("TensorFlow", words, True)]
    answer = json.loads(child.stdout.strip().splitlines()[-1])
    return [Line("TensorFlow", answer["version"]), Line("devices", ", ".join(answer["devices"]) or "none")]


def qt() -> list[Line]:
    """Qt, imported here, and the platform it will draw on."""
    os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"
    try:
        core = import_module("PySide6.QtCore")
        import_module("PySide6.QtWidgets")
    except ImportError as error:
        return [Line("Qt", f"cannot be imported ({error})", True)]
    return [
        Line("Qt", core.qVersion()),
        Line("Qt platform", os.environ.get("QT_QPA_PLATFORM") or f"Qt's choice on {sys.platform}"),
    ]


def display() -> list[Line]:
    """The screen, where one must be named, and the library without which Qt ends on X11."""
    if not sys.platform.startswith("linux"):
        return [Line("display", "the system's own")]
    names = {name: os.environ[name] for name in ("WAYLAND_DISPLAY", "DISPLAY") if os.environ.get(name)}
    if not names:
        return [Line("display", "none: the window cannot open; gradview run and gradview figure work")]
    lines = [Line("display", ", ".join(f"{name}={value}" for name, value in names.items()))]
    try:
        ctypes.CDLL("libxcb-cursor.so.0")
    except OSError:
        lines.append(Line("libxcb-cursor", "is missing: apt-get install libxcb-cursor0", "DISPLAY" in names))
    return lines


def cache() -> list[Line]:
    """Where large results go, tried by making a folder there."""
    from gradview.jobs.scratch import ScratchError, new_session_folder, remove

    try:
        folder = new_session_folder()
    except ScratchError as error:
        return [Line("large results", str(error), True)]
    remove(folder)
    return [Line("large results", str(folder.parent))]
