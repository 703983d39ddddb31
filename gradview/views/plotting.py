"""The one door to pyqtgraph: the Qt binding is chosen here, before it is imported."""

import os

# Else it takes PyQt6 where that is installed, and two bindings in one process crash.
os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"

import pyqtgraph as pg

pg.setConfigOptions(imageAxisOrder="row-major", antialias=True)

__all__ = ["pg"]
