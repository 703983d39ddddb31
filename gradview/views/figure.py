"""A panel's picture in a file, without a window."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradview.views.binding import use_our_qt

if TYPE_CHECKING:
    from gradview.results.result import Result


def save_figure(
    result: Result,
    view: str,
    path: str | Path,
    *,
    size: tuple[int, int] = (1000, 600),
    dpi: int = 150,
    choices: Mapping[str, Any] | None = None,
    name: str = "",
) -> None:
    """Write what a view shows of a result, white-backed, as PNG, SVG, PDF or CSV by the ending of the path.

    Parameters
    ----------
    view : a view's name, such as over-time
    size : pixels
    dpi : pixels per inch; size / dpi is the size on paper
    choices : as the view's choices(); what is absent is left to the view
    name : written in the corner; the experiment's own name if empty

    Raises
    ------
    KeyError
        There is no such view.
    ValueError
        The view has nothing to draw of this result, or the ending is unknown.
    OSError
        The file cannot be written.
    """
    use_our_qt()
    from PySide6.QtWidgets import QApplication

    if QApplication.instance() is None:
        # Drawing needs no screen, and asking for one where there is none would end the process.
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        _keep.append(QApplication(["gradview"]))
    from gradview.views.colours import light
    from gradview.views.cursor import Cursor
    from gradview.views.registry import view as view_of

    panel = view_of(view)(Cursor(), light())
    try:
        panel.setResult(result)
        panel.setChoices(choices or {})
        if name:
            panel.setName(name)
        panel.export(path, size, dpi)
    finally:
        panel.close()
        panel.deleteLater()
        QApplication.sendPostedEvents(panel, 0)


_keep: list[Any] = []  # an application that nobody holds is deleted with all its widgets
