"""Over time: what is resolved, and what is then on the screen."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gradview.results.absence import Absence
from gradview.results.result import Result
from gradview.views.colours import dark
from gradview.views.cursor import Cursor
from gradview.views.drawn import Curves
from gradview.views.over_time import OverTime
from gradview.views.presence import HATCHED
from tests.results.made import (
    LSTM,
    every_result,
    loop_result,
    lstm_result,
    made,
    not_a_number_result,
    one_step_result,
)
from tests.views.conftest import Show, click, settle, while_loop

ALL = {"states": ["h"], "curves": ["total", "direct"], "units": "norm", "scale": "linear"}


def resolved(result: Result, **choices: object) -> Curves:
    return OverTime.resolve(result, {**ALL, **choices})


def values(drawn: Curves, plot: int = 0, curve: int = 0) -> np.ndarray:
    return drawn.plots[plot].curves[curve].values


def test_curve_is_the_norm_over_units_averaged_over_samples() -> None:
    result = lstm_result()
    expected = np.linalg.norm(result["total/h"].astype(np.float64), axis=2).mean(axis=1)
    np.testing.assert_allclose(values(resolved(result, samples="mean")), expected, rtol=1e-12)


def test_curve_of_one_sample_is_its_norm() -> None:
    result = lstm_result()
    expected = np.linalg.norm(result["total/h"][:, 2].astype(np.float64), axis=1)
    np.testing.assert_allclose(values(resolved(result, samples="one", sample=2)), expected, rtol=1e-12)


def test_curve_of_one_unit_keeps_its_sign() -> None:
    result = lstm_result()
    drawn = resolved(result, samples="one", sample=1, units="one", unit=2)
    np.testing.assert_array_equal(values(drawn), result["total/h"][:, 1, 2].astype(np.float64))
    assert drawn.plots[0].axis == "dL/dh_t[2]"


def test_norm_survives_numbers_whose_squares_vanish() -> None:
    tiny = np.full((3, 2), 1e-200)
    result = made({"total/h": tiny}, LSTM, samples=False)
    np.testing.assert_allclose(values(resolved(result, curves=["total"])), np.sqrt(2) * 1e-200, rtol=1e-12)


def test_a_state_without_path_is_told_from_an_exact_zero() -> None:
    drawn = resolved(lstm_result(), states=["h", "c"], samples="mean")
    assert (drawn.plots[1].curves[1].codes == Absence.NO_PATH).all()
    codes = resolved(while_loop(), states=["x"]).plots[0].curves
    assert codes[0].codes.tolist() == [Absence.ZERO] * 4 + [Absence.VALUE]
    assert codes[1].codes.tolist() == [Absence.NO_PATH] * 4 + [Absence.VALUE]


def test_nan_underflow_and_no_path_are_four_different_answers() -> None:
    codes = resolved(not_a_number_result(), samples="mean").plots[0].curves[0].codes
    assert codes[0] == Absence.UNDERFLOW
    assert codes[2] in (Absence.NAN, Absence.INF)
    assert codes[9] in HATCHED
    assert codes[5] == Absence.VALUE


@pytest.mark.parametrize(
    ("fade", "units", "kind"), [(0.99, "norm", "linear"), (0.5, "norm", "log"), (0.5, "one", "symlog")]
)
def test_automatic_scale_is_linear_unless_that_hides_much(fade: float, units: str, kind: str) -> None:
    total = fade ** np.arange(20)[::-1, None] * np.ones((20, 3))
    result = made({"total/h": total}, LSTM, samples=False)
    assert resolved(result, curves=["total"], scale="auto", units=units).scale.kind == kind


def test_title_says_what_is_drawn_and_how() -> None:
    drawn = resolved(lstm_result(), samples="mean", scale="log")
    assert drawn.words == "Total and direct gradients of the loss by h, norm per step"
    assert drawn.symbol == "|dL/dh_t|, mean over 4 samples, log scale"


def test_signed_curves_offer_no_log_scale_and_log_becomes_symlog() -> None:
    offers = {each.name: each for each in OverTime.offers(lstm_result(), {"units": "one", "scale": "log"})}
    assert [value for value, _ in offers["scale"].options] == ["auto", "linear", "symlog"]
    assert offers["scale"].settle("log") == "symlog"


def test_a_stack_shows_its_last_layer_until_told_otherwise() -> None:
    offers = {each.name: each for each in OverTime.offers(lstm_result(layers=2), {})}
    assert offers["states"].settle(None) == ["layer1_h", "layer1_c"]
    assert offers["states"].settle(["layer0_h"]) == ["layer0_h"]


@pytest.mark.parametrize("result", every_result().values(), ids=every_result())
@pytest.mark.parametrize("scale", ["auto", "linear", "log", "symlog"])
def test_every_result_can_be_drawn_on_every_scale(show: Show, result: Result, scale: str) -> None:
    panel = show("over-time", result, {"scale": scale, "curves": ["total", "direct", "through_time"]}, dark())
    assert panel.drawn() is not None
    assert len(panel.picture.lines[0]) == 3
    assert panel.hoverText().startswith("step 1")


def test_lines_on_the_screen_are_the_numbers_in_their_colours(show: Show) -> None:
    result = lstm_result()
    panel = show("over-time", result, {"scale": "log", "states": ["h"]})
    total, direct = panel.picture.lines[0]
    expected = np.linalg.norm(result["total/h"].astype(np.float64), axis=2).mean(axis=1)
    x, y = total.getData()
    np.testing.assert_array_equal(x, np.arange(1, 11))
    np.testing.assert_allclose(y, np.log10(expected))
    assert total.opts["pen"].color().name().upper() == "#0072B2"
    assert total.opts["pen"].style() == Qt.PenStyle.SolidLine
    assert direct.opts["pen"].color().name().upper() == "#E69F00"
    assert direct.opts["pen"].dashPattern()


def test_a_log_axis_shows_zeros_and_missing_paths_at_its_foot(show: Show) -> None:
    panel = show("over-time", while_loop(), {"scale": "log"})
    strip = panel.picture.strips[0]
    assert [row.label for row in strip.rows()] == ["direct", "total"]
    assert {"direct", "total"} <= set(panel.picture.plots[0].getAxis("left").labels())
    x, _ = panel.picture.lines[0][0].getData()
    assert x.tolist() == [5]
    markers, _ = panel.picture.lines[0][0].markers.getData()
    assert markers.tolist() == [5], "a point without neighbours is still seen"
    assert [entry.text for entry in panel.picture.legend.entries()] == [
        "total",
        "direct",
        "no path",
        "exact zero",
    ]


def test_values_never_lie_under_the_foot(show: Show) -> None:
    panel = show("over-time", not_a_number_result(), {"scale": "log", "states": ["h"]})
    plot, strip = panel.picture.plots[0], panel.picture.strips[0]
    low, high = plot.vb.viewRange()[1]
    foot = low + (high - low) * strip.height() / plot.vb.height()
    lowest = min(line.bounds()[0] for line in panel.picture.lines[0] if line.bounds())
    assert strip.height() > 0
    assert lowest > foot


def test_axis_labels_have_no_prefix_and_say_what_they_stand_for(show: Show) -> None:
    total = 1e-7 * np.arange(1, 6)[:, None] * np.ones((5, 1))
    panel = show("over-time", made({"total/h": total}, LSTM, samples=False), {"scale": "linear"})
    axis = panel.picture.plots[0].getAxis("left")
    assert axis.labelText == "|dL/dh_t|"
    assert axis.labelUnits == ""
    assert "×0" not in axis.labelString()
    assert any(text.endswith("×10⁻⁷") for text in axis.labels())
    assert panel.picture.plots[0].getAxis("bottom").labels() == ["1", "2", "3", "4", "5"]


def test_step_labels_come_from_the_experiment(show: Show) -> None:
    labelled = {**LSTM, "inputs": {**LSTM["inputs"], "step_labels": ["1700", "1701", "1702"]}}
    result = made({"total/h": np.ones((3, 2))}, labelled, samples=False)
    panel = show("over-time", result)
    assert panel.picture.plots[0].getAxis("bottom").labels() == ["1700", "1701", "1702"]
    assert panel.hoverText().startswith("step 1700")


def test_click_moves_the_shared_cursor_and_arrows_move_it_on(
    show: Show, cursor: Cursor, qtbot: QtBot
) -> None:
    panel = show("over-time", lstm_result(), {"states": ["h"]})
    low, high = panel.picture.plots[0].vb.viewRange()[1]
    click(qtbot, panel, panel.picture.plots[0], 6.2, (low + high) / 2)
    assert cursor.step() == 5
    assert panel.picture.cursors[0].value() == 6
    qtbot.keyClick(panel.picture, Qt.Key.Key_Right)
    assert cursor.step() == 6
    qtbot.keyClick(panel.picture, Qt.Key.Key_Home)
    qtbot.keyClick(panel.picture, Qt.Key.Key_Left)
    assert cursor.step() == 0
    qtbot.keyClick(panel.picture, Qt.Key.Key_End)
    assert cursor.step() == 9


def test_the_cursor_line_can_be_dragged(show: Show, cursor: Cursor) -> None:
    panel = show("over-time", lstm_result())
    line = panel.picture.cursors[0]
    line.setPos(4.4)
    line.sigDragged.emit(line)
    assert cursor.step() == 3
    assert [each.value() for each in panel.picture.cursors] == [4, 4]


def test_hover_line_gives_exact_values_and_says_what_is_no_value(show: Show, cursor: Cursor) -> None:
    panel = show("over-time", lstm_result(), {"states": ["c"]})
    cursor.setStep(2)
    number = panel.drawn().plots[0].curves[0].values[2]
    assert panel.hoverText() == f"step 3   |dL/dc_t|   total {number:.6g}   direct no path"
    assert panel.frame.hover.text() == panel.hoverText()


def test_a_million_steps_keep_a_lone_peak_and_few_points(show: Show) -> None:
    total = np.full((1_000_000, 1), 1e-3, np.float32)
    total[617_283] = 5.0
    panel = show("over-time", made({"total/h": total}, LSTM, samples=False), {"scale": "linear"})
    x, y = panel.picture.lines[0][0].getData()
    assert x.size < 6000
    assert y.max() == 5.0
    assert x[y.argmax()] == 617_284


def test_double_click_shows_everything_again(show: Show, qtbot: QtBot) -> None:
    panel = show("over-time", lstm_result(), {"states": ["h"]})
    box = panel.picture.plots[0].vb
    before = box.viewRange()
    box.scaleBy((0.3, 0.3))
    box.sigRangeChangedManually.emit([True, True])
    assert box.viewRange() != before
    panel.picture.reset()
    np.testing.assert_allclose(box.viewRange(), before)
    assert panel.picture.is_whole()


def test_what_is_in_sight_stays_when_the_values_change(show: Show) -> None:
    panel = show("over-time", loop_result())
    box = panel.picture.plots[0].vb
    box.setXRange(2, 4, padding=0)
    box.sigRangeChangedManually.emit([True, True])
    panel.setResult(while_loop())
    settle(panel)
    np.testing.assert_allclose(panel.picture.plots[0].vb.viewRange()[0], (2, 4))


def test_one_step_is_drawn_as_a_point(show: Show) -> None:
    panel = show("over-time", one_step_result())
    assert panel.picture.lines[0][0].markers.getData()[0].tolist() == [1]
    assert panel.picture.plots[0].getAxis("bottom").labels() == ["1"]
