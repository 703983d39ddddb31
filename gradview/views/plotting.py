"""The one door to pyqtgraph: the Qt binding is chosen here, before it is imported."""

import os

os.environ["PYQTGRAPH_QT_LIB"] = (
    "PySide6"  # else it takes PyQt6 where that is installed, and two bindings crash
)

import pyqtgraph as pg  # noqa: E402  (only after the binding is chosen)

pg.setConfigOptions(imageAxisOrder="row-major", antialias=True)

__all__ = ["pg"]
