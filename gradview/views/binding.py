"""Only one Qt in the process: PySide6's, with its own plugins. To be settled before Qt is imported."""

from __future__ import annotations

import importlib.util
import logging
import os
from pathlib import Path

log = logging.getLogger(__name__)

PLUGIN_PATHS = ("QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH")


def use_our_qt() -> None:
    """Have pyqtgraph take PySide6, and Qt no plugins but those of that PySide6.

    pyqtgraph else takes PyQt6 where that is installed too, and two bindings in one process crash; conda and
    opencv point Qt's plugin paths at their own libraries, which crash in ours.
    """
    os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"
    home = folder_of_pyside()
    for name in PLUGIN_PATHS:
        given = os.environ.get(name)
        if given is None:
            continue
        parts = [part for part in given.split(os.pathsep) if part]
        kept = [part for part in parts if home is not None and Path(part).resolve().is_relative_to(home)]
        if kept != parts:
            log.info("%s pointed at the plugins of another Qt (%s); they are left out.", name, given)
        if kept:
            os.environ[name] = os.pathsep.join(kept)
        else:
            del os.environ[name]


def folder_of_pyside() -> Path | None:
    """Where PySide6 is installed; None if it is not."""
    found = importlib.util.find_spec("PySide6")
    return Path(found.origin).parent.resolve() if found is not None and found.origin else None
