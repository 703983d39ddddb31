"""The one door to pyqtgraph: the Qt binding is chosen here, before it is imported."""

from gradview.views.binding import use_our_qt

use_our_qt()

import pyqtgraph as pg  # noqa: E402  # it chooses its Qt when it is imported

pg.setConfigOptions(imageAxisOrder="row-major", antialias=True)

__all__ = ["pg"]
