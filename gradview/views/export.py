"""Pictures and numbers that leave the program: PNG, SVG, PDF, CSV."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
from PySide6.QtCore import QMarginsF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from gradview.views.drawn import Cells, Curves
from gradview.views.picture import Picture
from gradview.views.presence import HATCHED

ENDINGS = (".png", ".svg", ".pdf", ".csv")
SCREEN = 96.0
"""Pixels per inch that a picture is laid out in: its text then has its size in points on paper."""


class UnknownEnding(ValueError):
    """The ending of a path names no kind of picture."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path.name}: must end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")


def layout_size(size: tuple[int, int], dpi: int) -> tuple[int, int]:
    """Logical pixels in which a picture of `size` pixels at `dpi` is laid out."""
    return max(240, round(size[0] * SCREEN / dpi)), max(160, round(size[1] * SCREEN / dpi))


def write_picture(picture: Picture, path: Path, size: tuple[int, int], dpi: int, title: str) -> None:
    """Render a picture that is laid out and shown. An existing file is replaced only by a whole one."""
    write = {".png": _write_png, ".svg": _write_svg, ".pdf": _write_pdf}.get(path.suffix.lower())
    if write is None:
        raise UnknownEnding(path)
    part = path.with_name(f".{path.name}.part{path.suffix}")
    try:
        write(picture, part, size, dpi, title)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def grab(picture: Picture, size: tuple[int, int], dpi: int) -> QImage:
    """The picture as an image of exactly `size` pixels."""
    image = QImage(QSize(*size), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    image.setDevicePixelRatio(size[0] / picture.width())
    painter = QPainter(image)
    _render(picture, painter, QRectF(0, 0, picture.width(), picture.height()))
    painter.end()
    image.setDotsPerMeterX(round(dpi / 0.0254))
    image.setDotsPerMeterY(round(dpi / 0.0254))
    return image


def _write_png(picture: Picture, path: Path, size: tuple[int, int], dpi: int, title: str) -> None:
    image = grab(picture, size, dpi)
    image.setText("Title", title)
    if not image.save(str(path), "PNG"):
        raise OSError(f"{path.parent}: the picture cannot be written here")


def _write_svg(picture: Picture, path: Path, size: tuple[int, int], dpi: int, title: str) -> None:
    path.write_bytes(b"")  # Qt only warns where a file cannot be written; this raises, and says why
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setResolution(round(SCREEN))
    generator.setSize(QSize(picture.width(), picture.height()))
    generator.setViewBox(QRect(0, 0, picture.width(), picture.height()))
    generator.setTitle(title)
    painter = QPainter(generator)
    _render(picture, painter, QRectF(0, 0, picture.width(), picture.height()))
    painter.end()


def _write_pdf(picture: Picture, path: Path, size: tuple[int, int], dpi: int, title: str) -> None:
    path.write_bytes(b"")
    writer = QPdfWriter(str(path))
    inches = QSizeF(picture.width() / SCREEN, picture.height() / SCREEN)
    writer.setPageSize(QPageSize(inches, QPageSize.Unit.Inch, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setResolution(round(SCREEN))
    writer.setTitle(title)
    writer.setCreator("gradview")
    painter = QPainter(writer)
    _render(picture, painter, QRectF(0, 0, picture.width(), picture.height()))
    painter.end()


def _render(picture: Picture, painter: QPainter, target: QRectF) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)  # else a PDF holds cells as JPEG
    painter.fillRect(target, Qt.GlobalColor.white)
    picture.scene().render(painter, target, QRectF(0, 0, picture.width(), picture.height()))


def write_csv(drawn: Curves | Cells, path: Path) -> None:
    """Write the numbers that are drawn, one line a step. What has no path is left empty."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        if isinstance(drawn, Curves):
            _write_curves(drawn, writer)
        else:
            _write_cells(drawn, writer)


def csv_text(drawn: Curves | Cells) -> str:
    """The same numbers with tabs between them, as spreadsheets paste them."""
    from io import StringIO

    text = StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    if isinstance(drawn, Curves):
        _write_curves(drawn, writer)
    else:
        _write_cells(drawn, writer)
    return text.getvalue()


def _write_curves(drawn: Curves, writer: object) -> None:
    curves = [(plot.state, curve) for plot in drawn.plots for curve in plot.curves]
    writer.writerow([drawn.steps.what, *(f"{curve.label} {state}" for state, curve in curves)])  # type: ignore[attr-defined]
    for step in range(drawn.steps.count):
        numbers = (_field(curve.values[step], curve.codes[step]) for _, curve in curves)
        writer.writerow([drawn.steps.text(step), *numbers])  # type: ignore[attr-defined]


def _write_cells(drawn: Cells, writer: object) -> None:
    """Steps run down the file, whichever way the map has them."""
    down, across = (drawn.rows, drawn.columns) if drawn.steps == "row" else (drawn.columns, drawn.rows)
    names = [f"{across.what} {across.text(index)}" for index in range(across.count)]
    writer.writerow([down.what, *names])  # type: ignore[attr-defined]
    for step in range(down.count):
        here = slice(step, step + 1)
        values, codes = drawn.part(*((here, slice(None)) if drawn.steps == "row" else (slice(None), here)))
        numbers = map(_field, values.ravel(), codes.ravel())
        writer.writerow([down.text(step), *numbers])  # type: ignore[attr-defined]


def _field(value: np.floating, code: int) -> str:
    return "" if code in HATCHED else repr(float(value)) if value.dtype == np.float64 else str(value)
