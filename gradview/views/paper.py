"""A panel laid out for paper: white-backed, with its title and the experiment's name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, Qt
from PySide6.QtGui import QGuiApplication

from gradview.views.colours import light
from gradview.views.export import (
    ENDINGS,
    SCREEN,
    UnknownEndingError,
    csv_text,
    grab,
    layout_size,
    write_csv,
    write_picture,
)
from gradview.views.picture import Picture

if TYPE_CHECKING:
    from gradview.views.view import View

POINTS = 9.0
"""Size of the text on paper."""
STROKE = 1.6
"""Width of a curve in 1/96 inch."""


class NothingToDrawError(ValueError):
    """A view has nothing to draw; the message says why."""


def export(view: View, path: Path, size: tuple[int, int], dpi: int) -> None:
    """Write what a view draws, by the ending of the path."""
    drawn = view.drawn()
    if path.suffix.lower() not in ENDINGS:
        raise UnknownEndingError(path)
    if drawn is None:
        raise NothingToDrawError(view.why_empty())
    if path.suffix.lower() == ".csv":
        write_csv(drawn, path)
        return
    with laid_out(view, size, dpi, vectors=path.suffix.lower() != ".png") as picture:
        write_picture(picture, path, size, dpi, drawn.words)


def copy(view: View, size: tuple[int, int], dpi: int) -> None:
    """Put the picture and its numbers on the clipboard."""
    content = QMimeData()
    with laid_out(view, size, dpi) as picture:
        content.setImageData(grab(picture, size, dpi))
    content.setText(csv_text(view.drawn()))
    QGuiApplication.clipboard().setMimeData(content)


@contextmanager
def laid_out(view: View, size: tuple[int, int], dpi: int, *, vectors: bool = False) -> Iterator[Picture]:
    """A second picture of what a view draws, never on the screen, gone afterwards."""
    drawn, palette = view.drawn(), light()
    picture = type(view).picture_type(palette)
    try:
        picture.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        picture.setFrameShape(picture.Shape.NoFrame)
        # Pens that keep their width under zoom keep it in an image's own pixels too, so they are scaled here.
        picture.for_paper(POINTS * SCREEN / 72, STROKE if vectors else STROKE * dpi / SCREEN)
        picture.resize(*layout_size(size, dpi))
        picture.heading.setWords(drawn.words, drawn.symbol)
        picture.corner.setNote(view.experiment_name())
        picture.show()
        picture.show_drawn(drawn, palette)
        for _ in range(3):  # axes learn how wide their labels are while painting, and plots then move
            grab(picture, size, dpi)
            QCoreApplication.sendPostedEvents()
        picture.takeRange(view.picture)
        grab(picture, size, dpi)
        yield picture
    finally:
        picture.hide()  # close() of pyqtgraph 0.14 crashes on some scenes
        picture.deleteLater()
        QCoreApplication.sendPostedEvents(picture, QEvent.Type.DeferredDelete.value)
