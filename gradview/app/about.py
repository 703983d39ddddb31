"""Which versions are at work, in one line."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

PACKAGES = ("gradview", "PySide6-Essentials", "pyqtgraph", "numpy", "pydantic")


def versions_text() -> str:
    """'gradview 0.1.0, Python 3.11.7, ...'; what is not installed as a package is left out."""
    found = []
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:  # run from a folder that was never installed
            continue
    return ", ".join([*found, f"Python {platform.python_version()}", platform.platform(terse=True)])
