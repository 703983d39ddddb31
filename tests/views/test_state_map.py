"""State map: what is resolved, and what is then on the screen."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gradview.results.absence import Absence
from gradview.results.result import Result
from gradview.views.colours import Palette, dark, light, rgb
from gradview.views.cursor import Cursor
from gradview.views.state_map import StateMap
from tests.results.made import LSTM, every_result, lstm_result, made, not_a_number_result
from tests.views.conftest import Show, click, settle, while_loop

CHOICES = {"show": "total", "state": "h", "samples": "one", "sample": 0, "scale": "linear"}
PALETTES = [pytest.param(light(), id="light"), pytest.param(dark(), id="dark")]


def test_map_of_one_sample_is_that_samples_numbers_by_unit_and_step() -> None:
    result = lstm_result()
    drawn = StateMap.resolve(result, {**CHOICES, "sample": 3})
    np.testing.assert_array_equal(drawn.values, result["total/h"][:, 3].T)
    assert (drawn.low, drawn.high) == (-np.abs(drawn.values).max(), np.abs(drawn.values).max())


def test_map_of_all_samples_is_their_norm() -> None:
    result = lstm_result()
    drawn = StateMap.resolve(result, {**CHOICES, "samples": "norm"})
    np.testing.assert_allclose(drawn.values, np.linalg.norm(result["total/h"].astype(np.float64), axis=1).T)
    assert drawn.low == 0
    assert not drawn.signed
    assert drawn.bar == "|dL/dh_t|"


def test_limits_are_symmetric_and_blind_to_what_is_not_finite() -> None:
    values = np.array([[np.nan, -3.0], [np.inf, 1.0]])
    drawn = StateMap.resolve(made({"total/h": values}, LSTM, samples=False), CHOICES)
    assert (drawn.low, drawn.high) == (-3.0, 3.0)


def test_automatic_scale_turns_to_symlog_where_a_linear_map_would_look_empty() -> None:
    faded = 0.1 ** np.arange(12)[::-1, None] * np.ones((12, 3))
    kinds = {
        name: StateMap.resolve(
            made({"total/h": values}, LSTM, samples=False), {**CHOICES, "scale": "auto"}
        ).scale.kind
        for name, values in {"faded": faded, "even": np.ones((12, 3))}.items()
    }
    assert kinds == {"faded": "symlog", "even": "linear"}


def test_every_state_and_array_of_it_is_offered() -> None:
    offers = {each.name: each for each in StateMap.offers(lstm_result(layers=2), {"show": "value"})}
    assert [value for value, _ in offers["show"].options] == [
        "total",
        "direct",
        "through_time",
        "value",
        "inputs",
    ]
    assert [value for value, _ in offers["state"].options] == ["layer0_h", "layer0_c", "layer1_h", "layer1_c"]


def test_a_matrix_state_is_laid_flat_with_both_indices_in_its_labels() -> None:
    values = np.arange(2 * 3 * 2 * 2, dtype=np.float64).reshape(2, 3, 2, 2)
    drawn = StateMap.resolve(made({"total/h": values}, LSTM, samples=True), {**CHOICES, "sample": 1})
    np.testing.assert_array_equal(drawn.values, values[:, 1].reshape(2, 4).T)
    assert drawn.rows.labels == ("0,0", "0,1", "1,0", "1,1")
    assert StateMap.describe(drawn, (2, 0)) == "step 1   unit 1,0   dL/dh_t 6"


def test_a_scalar_state_without_samples_is_one_row() -> None:
    drawn = StateMap.resolve(while_loop(), {**CHOICES, "state": "x"})
    assert drawn.values.shape == (1, 5)


@pytest.mark.parametrize("result", every_result().values(), ids=every_result())
def test_every_array_of_every_result_can_be_drawn(show: Show, result: Result) -> None:
    panel = show("state-map", result)
    offers = {each.name: each for each in StateMap.offers(result, {})}
    for kind, _ in offers["show"].options:
        panel.setChoices({"show": kind})
        settle(panel)
        assert panel.drawn() is not None
        assert panel.picture.image.image.shape[2] == 3


@pytest.mark.parametrize("palette", PALETTES)
def test_cells_show_sign_zero_nan_underflow_and_no_path_apart(show: Show, palette: Palette) -> None:
    panel = show("state-map", not_a_number_result(), {"scale": "linear"}, palette)
    cells = panel.picture.image.image
    assert (cells[:, 0] == rgb(palette.zero)).all(), "an underflow has zero's colour, under a dot"
    assert (cells[0, 2] == rgb(palette.not_a_number)).all()
    assert (cells[0, 3] == rgb(palette.zero)).all()
    assert (cells[:, 9] == rgb(palette.no_path)).all()
    texts = [entry.text for entry in panel.picture.legend.entries()]
    assert texts == ["no path", "exact zero", "underflow", "NaN or inf"]


@pytest.mark.parametrize("palette", PALETTES)
def test_largest_numbers_have_the_ends_of_the_map_and_zero_its_middle(show: Show, palette: Palette) -> None:
    values = np.array([[-2.0, 0.0], [2.0, 1.0]])
    panel = show("state-map", made({"total/h": values}, LSTM, samples=False), {"scale": "linear"}, palette)
    cells, table = panel.picture.image.image, palette.diverging()
    assert (cells[0, 0] == table[0]).all()
    assert (cells[0, 1] == table[-1]).all()
    assert (cells[1, 0] == table[len(table) // 2]).all()


def test_colour_bar_says_its_limits_exactly_and_what_it_measures(show: Show) -> None:
    values = np.array([[-0.0251, 0.001], [1e-6, 1e-9]])
    panel = show("state-map", made({"total/h": values}, LSTM, samples=False), {"scale": "symlog"})
    bar = panel.picture.bar
    assert {"−0.0251", "0.0251", "0"} <= set(bar.axis.labels())
    assert bar.axis.labelText == "dL/dh_t"
    low, high = bar.limits()
    assert low == pytest.approx(-high)


def test_colour_bar_stands_exactly_beside_the_map(show: Show) -> None:
    panel = show("state-map", lstm_result())
    cells, bar = panel.picture.plot.vb.sceneBoundingRect(), panel.picture.bar.item.vb.sceneBoundingRect()
    assert bar.top() == pytest.approx(cells.top(), abs=1.5)
    assert bar.bottom() == pytest.approx(cells.bottom(), abs=1.5)


def test_a_map_of_zeros_says_so_and_has_no_bar(show: Show) -> None:
    panel = show("state-map", made({"total/h": np.zeros((4, 3))}, LSTM, samples=False))
    assert panel.drawn().symbol == "dL/dh_t, zero everywhere"
    assert not panel.picture.bar.item.isVisible()
    assert [entry.text for entry in panel.picture.legend.entries()] == ["exact zero"]


def test_click_moves_the_step_and_arrows_move_step_unit_and_sample(
    show: Show, cursor: Cursor, qtbot: QtBot
) -> None:
    panel = show("state-map", lstm_result())
    click(qtbot, panel, panel.picture.plot, 4.3, 1.0)
    assert cursor.step() == 3
    assert panel.picture.cursor.value() == 4
    qtbot.keyClick(panel.picture, Qt.Key.Key_Up)
    qtbot.keyClick(panel.picture, Qt.Key.Key_PageDown)
    assert (cursor.unit(), cursor.sample()) == (1, 1)
    assert panel.choices()["sample"] == 1


def test_hover_line_gives_step_unit_and_value_under_the_pointer(show: Show) -> None:
    result = lstm_result()
    panel = show("state-map", result)
    panel.picture.hovered.emit((2, 6))
    assert panel.hoverText() == f"step 7   unit 2   dL/dh_t {float(result['total/h'][6, 0, 2]):.6g}"
    panel.picture.hovered.emit(None)
    assert panel.hoverText().startswith("step 1   unit 0")


def test_changing_the_sample_elsewhere_changes_the_map(show: Show, cursor: Cursor) -> None:
    result = lstm_result()
    panel = show("state-map", result)
    cursor.setSample(2)
    np.testing.assert_array_equal(panel.drawn().values, result["total/h"][:, 2].T)
    assert panel.frame.row.widget("sample").value() == 2


def test_a_hundred_thousand_steps_are_pooled_and_keep_a_lone_peak(show: Show) -> None:
    values = np.zeros((100_000, 2), np.float32)
    values[61_728, 1] = -4.0
    panel = show("state-map", made({"total/h": values}, LSTM, samples=False), {"scale": "linear"})
    cells = panel.picture.image.image
    assert cells.shape[1] <= 2048
    assert (cells[1] == light().diverging()[0]).all(axis=1).sum() == 1


def test_steps_without_path_keep_their_own_column() -> None:
    drawn = StateMap.resolve(not_a_number_result(), CHOICES)
    _, codes = drawn.part(slice(None), slice(None))
    assert (codes[:, 9] == Absence.NO_PATH).all()
    assert (codes[:, :9] != Absence.NO_PATH).all()
