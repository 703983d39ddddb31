"""Pictures and numbers that leave the program."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from gradview.views.colours import dark
from gradview.views.export import UnknownEndingError, layout_size
from gradview.views.figure import save_figure
from gradview.views.paper import NothingToDrawError, laid_out
from gradview.views.registry import VIEWS
from tests.results.made import LOOP, LSTM, lstm_result, made
from tests.views.conftest import Show, while_loop

NAMES = [each.name for each in VIEWS]


def svg_texts(path: Path) -> str:
    """All that is written in an SVG, without spaces, for Qt may split it."""
    return re.sub(r"\s", "", "".join(re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text("utf-8"))))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_png_has_the_size_and_resolution_asked_for_on_a_white_ground(
    show: Show, tmp_path: Path, name: str, theme: str
) -> None:
    panel = show(name, while_loop(), palette=dark() if theme == "dark" else None)
    panel.export(tmp_path / "figure.png", (800, 500), 200)
    image = QImage(str(tmp_path / "figure.png"))
    assert (image.width(), image.height()) == (800, 500)
    assert round(image.dotsPerMeterX() * 0.0254) == 200
    corners = [(0, 0), (799, 0), (0, 499), (799, 499)]
    assert {image.pixelColor(*corner).name() for corner in corners} == {"#ffffff"}


@pytest.mark.parametrize("name", NAMES)
def test_svg_is_whole_and_names_title_axes_and_experiment(show: Show, tmp_path: Path, name: str) -> None:
    panel = show(name, while_loop())
    panel.export(tmp_path / "figure.svg")
    assert QSvgRenderer(str(tmp_path / "figure.svg")).isValid()
    written = svg_texts(tmp_path / "figure.svg")
    drawn = panel.drawn()
    for text in (drawn.words, drawn.symbol, "step", "while-loop"):
        assert text.replace(" ", "") in unescape(written)
    content = (tmp_path / "figure.svg").read_text("utf-8")
    assert "nan" not in content.lower().replace("nan or inf", "")


def test_svg_of_a_table_has_its_numbers_names_and_bar(show: Show, tmp_path: Path) -> None:
    show("step-by-weight", while_loop()).export(tmp_path / "figure.svg")
    written = svg_texts(tmp_path / "figure.svg")
    for text in ("weight_0", "w[5]", "-4.8", "nopath", "exactzero", "−6", "d(sumofy_t)/dw"):
        assert text in written


@pytest.mark.parametrize("name", NAMES)
def test_pdf_is_a_page_of_the_size_asked_for(show: Show, tmp_path: Path, name: str) -> None:
    show(name, while_loop()).export(tmp_path / "figure.pdf", (1000, 600), 150)
    content = (tmp_path / "figure.pdf").read_bytes()
    assert content.startswith(b"%PDF")
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content)
    assert box is not None
    np.testing.assert_allclose([float(box[1]), float(box[2])], [480, 288], atol=1.5)


@pytest.mark.parametrize("zoomed", ["over-time", "state-map"])
def test_a_zoomed_part_stays_inside_its_frame_in_svg(show: Show, tmp_path: Path, zoomed: str) -> None:
    panel = show(zoomed, lstm_result(), {"scale": "linear"})
    plot = panel.picture.plots[0] if zoomed == "over-time" else panel.picture.plot
    box = plot.vb
    middle = panel.drawn().plots[0].curves[0].values[4] if zoomed == "over-time" else 1.0
    box.setRange(xRange=(4, 6.3), yRange=(0.7 * middle, 1.1 * middle), padding=0)
    box.sigRangeChangedManually.emit([True, True])
    with laid_out(panel, (1000, 600), 150, vectors=True) as picture:
        shown = picture.plots[0].vb.viewRange() if zoomed == "over-time" else picture.plot.vb.viewRange()
        np.testing.assert_allclose(shown, box.viewRange())
        if zoomed == "over-time":
            x, y = picture.lines[0][0].getData()
            assert x.min() >= 4 - 1e-9
            assert x.max() <= 6.3 + 1e-9
            assert ((y >= shown[1][0] - 1e-9) & (y <= shown[1][1] + 1e-9)).all()
        else:
            image = picture.image.mapRectToParent(picture.image.boundingRect())
            assert picture.plot.vb.viewRect().adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(image)


@pytest.mark.parametrize("high", [0.5, 1.0, 40.0])
def test_lines_reach_their_highest_value_on_paper(show: Show, high: float) -> None:
    values = np.array([0.2, 1.0, 0.1]) * high
    panel = show("over-time", made({"total/x": values}, LOOP, samples=False))
    with laid_out(panel, (800, 500), 96) as picture:
        assert np.max(picture.lines[0][0].getData()[1]) == high


def test_figure_leaves_the_cursor_out(show: Show) -> None:
    panel = show("over-time", lstm_result())
    assert panel.picture.cursors[0].isVisible()
    with laid_out(panel, (1000, 600), 150) as picture:
        assert not any(cursor.isVisible() for cursor in picture.cursors)
        assert picture.backgroundBrush().color() == QColor("#FFFFFF")
        assert picture.corner.text() == "made-up lstm"


def test_nothing_of_a_figure_is_left_afterwards(show: Show, tmp_path: Path) -> None:
    panel = show("over-time", lstm_result())
    before = set(QApplication.topLevelWidgets())
    panel.export(tmp_path / "figure.png")
    assert set(QApplication.topLevelWidgets()) == before
    assert [file.name for file in tmp_path.iterdir()] == ["figure.png"]


def test_csv_holds_exactly_what_is_drawn_a_line_a_step(show: Show, tmp_path: Path) -> None:
    panel = show("over-time", while_loop())
    panel.export(tmp_path / "figure.csv")
    lines = list(csv.reader((tmp_path / "figure.csv").read_text("utf-8").splitlines()))
    assert lines[0] == ["step", "total x", "direct x"]
    assert lines[1] == ["1", "0.0", ""], "an exact zero is 0, no path is empty"
    assert lines[5] == ["5", "1.0", "1.0"]


def test_csv_of_a_map_has_steps_down_and_units_across(show: Show, tmp_path: Path) -> None:
    result = lstm_result()
    show("state-map", result, {"samples": "one", "sample": 0}).export(tmp_path / "figure.csv")
    lines = list(csv.reader((tmp_path / "figure.csv").read_text("utf-8").splitlines()))
    assert lines[0] == ["step", "unit 0", "unit 1", "unit 2"]
    read = np.array([[np.float32(field) for field in line[1:]] for line in lines[1:]])
    np.testing.assert_array_equal(read, result["total/h"][:, 0])


def test_unknown_ending_names_the_known_ones(show: Show, tmp_path: Path) -> None:
    with pytest.raises(UnknownEndingError, match=r"figure\.gif: must end in \.png, \.svg, \.pdf or \.csv"):
        show("over-time", lstm_result()).export(tmp_path / "figure.gif")


def test_a_folder_that_is_not_there_is_an_error_and_leaves_nothing(show: Show, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        show("over-time", lstm_result()).export(tmp_path / "no" / "figure.svg")


def test_an_empty_panel_cannot_be_exported_and_says_why(show: Show, tmp_path: Path) -> None:
    with pytest.raises(NothingToDrawError, match="did not measure step by weight"):
        show("step-by-weight", lstm_result()).export(tmp_path / "figure.png")


def test_text_keeps_its_size_on_paper_whatever_the_resolution() -> None:
    assert layout_size((1000, 600), 150) == (640, 384)
    assert layout_size((2000, 1200), 300) == (640, 384)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "csv"])
def test_save_figure_writes_every_format(qapp: object, tmp_path: Path, name: str, ending: str) -> None:
    save_figure(while_loop(), name, tmp_path / f"figure.{ending}", choices={"scale": "linear"}, name="mine")
    assert (tmp_path / f"figure.{ending}").stat().st_size > 40
    if ending == "svg":
        assert "mine" in svg_texts(tmp_path / "figure.svg")


def test_save_figure_takes_the_choices_it_is_given(qapp: object, tmp_path: Path) -> None:
    result = lstm_result()
    save_figure(result, "state-map", tmp_path / "figure.csv", choices={"state": "c", "sample": 2})
    line = (tmp_path / "figure.csv").read_text("utf-8").splitlines()[1]
    np.testing.assert_array_equal(
        [np.float32(field) for field in line.split(",")[1:]], result["total/c"][0, 2]
    )


def test_save_figure_of_a_view_that_is_not_there_is_a_key_error(qapp: object, tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        save_figure(lstm_result(), "nothing", tmp_path / "figure.png")


def test_save_figure_needs_no_screen_and_no_application(tmp_path: Path) -> None:
    path = tmp_path / "result.npz"
    made({"total/h": np.ones((4, 3))}, LSTM, samples=False).save(path)
    code = (
        "import sys\nfrom gradview.results.result import load\n"
        "from gradview.views.figure import save_figure\n"
        "save_figure(load(sys.argv[1]), 'over-time', sys.argv[2])\nprint('tensorflow' in sys.modules)"
    )
    without = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {key: value for key, value in os.environ.items() if key not in without}
    done = subprocess.run(
        [sys.executable, "-c", code, str(path), str(tmp_path / "figure.svg")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "False"
    assert QSvgRenderer(str(tmp_path / "figure.svg")).isValid()
