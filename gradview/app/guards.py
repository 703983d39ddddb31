"""Looks, before Qt is imported, whether it can open a window here, and keeps other Qts away from it."""

from __future__ import annotations

import os
import sys
from importlib import import_module

from gradview.app.screens import (
    FOR_ALL,
    FOR_WAYLAND,
    FOR_X11,
    install_line,
    missing,
    wayland_answers,
    x11_answers,
)
from gradview.views.binding import folder_of_pyside, use_our_qt

WITHOUT = "gradview run and gradview figure work without a screen"
SCREENS = ("xcb", "wayland")


def prepare_environment() -> None:
    """Have only our own Qt in the process. To be called before Qt is imported."""
    use_our_qt()


def why_no_window() -> str | None:
    """One line why no window can be opened; None if one can. (Qt itself would end with a core dump.)"""
    if folder_of_pyside() is None:
        return "PySide6 is not installed (pip install gradview); gradview run works without it"
    if sys.platform.startswith("linux"):
        reason = _why_not_on_linux()
        if reason is not None:
            return reason
    try:
        import_module("PySide6.QtWidgets")
    except ImportError as error:  # a system older than this PySide6, or half of it installed
        return f"Qt cannot be imported ({error}); gradview doctor says more"
    return None


def _why_not_on_linux() -> str | None:
    packages = missing(FOR_ALL)
    if packages:
        return f"Qt needs libraries that are missing: {install_line(packages)}"
    platforms = [part.partition(":")[0] for part in os.environ.get("QT_QPA_PLATFORM", "").split(";") if part]
    if any(platform not in SCREENS and not platform.startswith("wayland") for platform in platforms):
        return _why_not_of_ours(platforms)
    on_wayland = not platforms or any(platform.startswith("wayland") for platform in platforms)
    on_x11 = not platforms or "xcb" in platforms
    if on_wayland and wayland_answers() and not missing(FOR_WAYLAND):
        return None
    display = os.environ.get("DISPLAY") if on_x11 else os.environ.get("WAYLAND_DISPLAY")
    if not display:
        return f"there is no display to open a window on; {WITHOUT}"
    if not on_x11:
        return f"the display {display} does not answer; {WITHOUT}"
    return _why_not_on_x11(display)


def _why_not_on_x11(display: str) -> str | None:
    packages = missing(FOR_X11)
    if packages:
        return f"a window needs libraries that are missing ({install_line(packages)}); {WITHOUT}"
    return None if x11_answers() else f"the display {display} does not answer; {WITHOUT}"


def _why_not_of_ours(platforms: list[str]) -> str | None:
    """Platforms that need no screen, or that somebody has chosen by name: they must exist."""
    home = folder_of_pyside()
    assert home is not None
    plugins = home / "Qt" / "plugins" / "platforms"
    if plugins.is_dir() and not any((plugins / f"libq{platform}.so").exists() for platform in platforms):
        there = ", ".join(sorted(plugin.stem.removeprefix("libq") for plugin in plugins.glob("libq*.so")))
        return f"QT_QPA_PLATFORM is {'; '.join(platforms)}, which this Qt has not (it has {there})"
    return None
