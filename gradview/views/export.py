"""Pictures and numbers that leave the program: PNG, SVG, PDF, CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QMarginsF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QImageWriter, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from gradview.spec.atomic import write_atomically
from gradview.views.drawn import Cells, Curves
from gradview.views.picture import Picture
from gradview.views.presence import HATCHED

ENDINGS = (".png", ".svg", ".pdf", ".csv")
SCREEN = 96.0
"""Pixels per inch that a picture is laid out in: its text then has its size in points on paper."""


class UnknownEndingError(ValueError):
    """The ending of a path names no kind of picture."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path.name}: must end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")


def layout_size(size: tuple[int, int], dpi: int) -> tuple[int, int]:
    """Logical pixels in which a picture of `size` pixels at `dpi` is laid out."""
    return max(240, round(size[0] * SCREEN / dpi)), max(160, round(size[1] * SCREEN / dpi))


def write_picture(picture: Picture, path: Path, size: tuple[int, int], dpi: int, title: str) -> None:
    """Render a picture that is laid out and shown. An existing file is replaced only by a whole one."""
    render = {".png": _png, ".svg": _svg, ".pdf": _pdf}.get(path.suffix.lower())
    if render is None:
        raise UnknownEndingError(path)
    content = QBuffer()
    content.open(QBuffer.OpenModeFlag.WriteOnly)
    render(picture, content, size, dpi, title)
    with write_atomically(path) as file:
        file.write(content.data().data())


def grab(picture: Picture, size: tuple[int, int], dpi: int) -> QImage:
    """The picture as an image of exactly `size` pixels."""
    image = QImage(QSize(*size), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    image.setDevicePixelRatio(size[0] / picture.width())
    painter = QPainter(image)
    _render(picture, painter)
    painter.end()
    # Only now: while painting, a resolution other than the screen's would change the size of text.
    image.setDotsPerMeterX(round(dpi / 0.0254))
    image.setDotsPerMeterY(round(dpi / 0.0254))
    return image


def _png(picture: Picture, content: QBuffer, size: tuple[int, int], dpi: int, title: str) -> None:
    image = grab(picture, size, dpi)
    image.setText("Title", title)
    QImageWriter(content, QByteArray(b"png")).write(image)


def _svg(picture: Picture, content: QBuffer, size: tuple[int, int], dpi: int, title: str) -> None:
    generator = QSvgGenerator()
    generator.setOutputDevice(content)
    generator.setResolution(round(SCREEN))
    generator.setSize(picture.size())
    generator.setViewBox(picture.rect())
    generator.setTitle(title)
    painter = QPainter(generator)
    _render(picture, painter)
    painter.end()


def _pdf(picture: Picture, content: QBuffer, size: tuple[int, int], dpi: int, title: str) -> None:
    writer = QPdfWriter(content)
    inches = QSizeF(picture.width() / SCREEN, picture.height() / SCREEN)
    writer.setPageSize(QPageSize(inches, QPageSize.Unit.Inch, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setResolution(round(SCREEN))
    writer.setTitle(title)
    writer.setCreator("gradview")
    painter = QPainter(writer)
    _render(picture, painter)
    painter.end()


def _render(picture: Picture, painter: QPainter) -> None:
    target = QRectF(picture.rect())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)  # else a PDF holds cells as JPEG
    painter.fillRect(target, Qt.GlobalColor.white)
    picture.scene().render(painter, target, target)


def write_csv(drawn: Curves | Cells, path: Path) -> None:
    """Write the numbers that are drawn, one line a step. What has no path is left empty."""
    with write_atomically(path) as file:
        text = TextIOWrapper(file, encoding="utf-8", newline="")
        csv.writer(text).writerows(lines(drawn))
        text.flush()
        text.detach()  # the file is closed by the one who opened it


def csv_text(drawn: Curves | Cells) -> str:
    """The same numbers with tabs between them, as spreadsheets paste them."""
    return "\n".join("\t".join(line) for line in lines(drawn)) + "\n"


def lines(drawn: Curves | Cells) -> Iterator[list[str]]:
    """A line of names, then a line for each step."""
    return _curve_lines(drawn) if isinstance(drawn, Curves) else _cell_lines(drawn)


def _curve_lines(drawn: Curves) -> Iterator[list[str]]:
    curves = [(plot.state, curve) for plot in drawn.plots for curve in plot.curves]
    yield [drawn.steps.what, *(f"{curve.label} {state}" for state, curve in curves)]
    for step in range(drawn.steps.count):
        yield [
            drawn.steps.text(step),
            *(_field(curve.values[step], curve.codes[step]) for _, curve in curves),
        ]


def _cell_lines(drawn: Cells) -> Iterator[list[str]]:
    """Steps run down the file, whichever way the map has them."""
    down, across = (drawn.rows, drawn.columns) if drawn.steps == "row" else (drawn.columns, drawn.rows)
    yield [down.what, *(f"{across.what} {across.text(index)}" for index in range(across.count))]
    for step in range(down.count):
        here = slice(step, step + 1)
        values, codes = drawn.part(*((here, slice(None)) if drawn.steps == "row" else (slice(None), here)))
        yield [down.text(step), *map(_field, values.ravel(), codes.ravel())]


def _field(value: np.floating, code: np.uint8) -> str:
    return "" if code in HATCHED else str(value)
