"""Step × weight: the triangle, its numbers, and what no path looks like in it."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from gradview.results.absence import Absence
from gradview.views.colours import Palette, dark, light, rgb
from gradview.views.cursor import Cursor
from gradview.views.step_by_weight import StepByWeight
from tests.results.made import LOOP, LSTM, loop_result, lstm_result, made
from tests.views.conftest import Show, click, while_loop

ALL = {"weight": "", "scale": "linear"}


def test_scalar_weights_stand_side_by_side_named_by_weight_and_step() -> None:
    drawn = StepByWeight.resolve(while_loop(), ALL)
    assert drawn.columns.labels == ("weight_0", "w[1]", "w[2]", "w[3]", "w[4]", "w[5]")
    np.testing.assert_allclose(drawn.values[:, 1:], while_loop()["outputs_by_weights/w"])
    assert [drawn.rows.text(row) for row in range(5)] == ["1", "2", "3", "4", "5"]


def test_above_the_diagonal_is_no_path_and_a_computed_zero_is_zero() -> None:
    _, codes = StepByWeight.resolve(while_loop(), ALL).part(slice(None), slice(None))
    upper = np.triu(np.ones((5, 5), bool), 1)
    assert (codes[:, 1:][upper] == Absence.NO_PATH).all()
    assert (codes[:, 1:][~upper] != Absence.NO_PATH).all()
    assert codes[4, 1] == Absence.ZERO


@pytest.mark.parametrize("palette", [pytest.param(light(), id="light"), pytest.param(dark(), id="dark")])
def test_small_table_has_its_numbers_in_the_cells(show: Show, palette: Palette) -> None:
    panel = show("step-by-weight", while_loop(), palette=palette)
    texts = panel.picture.numbers.texts()
    assert texts[0] == ("1", "3", "", "", "", "")
    assert texts[3] == ("-1.6", "-4.8", "-1.2", "2.4", "-3", "")
    assert texts[4] == ("0", "0", "0", "0", "0", "-2.4")
    cells = panel.picture.image.image
    assert (cells[0, 5] == rgb(palette.no_path)).all()
    assert (cells[4, 0] == rgb(palette.zero)).all()
    assert [entry.text for entry in panel.picture.legend.entries()] == ["no path", "exact zero"]


def test_columns_are_labelled_above_and_rows_run_down(show: Show) -> None:
    panel = show("step-by-weight", while_loop())
    assert panel.picture.plot.getAxis("top").labels() == ["weight_0", "w[1]", "w[2]", "w[3]", "w[4]", "w[5]"]
    assert panel.picture.plot.getAxis("left").labels() == ["1", "2", "3", "4", "5"]
    assert panel.picture.plot.vb.yInverted()


def test_large_table_has_no_numbers(show: Show) -> None:
    panel = show("step-by-weight", loop_result(30))
    assert not panel.drawn().numbers
    assert panel.picture.numbers.texts() == ()
    assert panel.picture.cursor.isVisible()


def test_one_weight_can_be_chosen(show: Show) -> None:
    panel = show("step-by-weight", while_loop(), {"weight": "weight_0"})
    assert panel.drawn().values.shape == (5, 1)
    assert panel.drawn().words == "Gradient of each step's output by weight_0"


def matrices() -> dict[str, np.ndarray]:
    draw = np.random.default_rng(0)
    return {
        "outputs_by_weights/kernel": draw.standard_normal((4, 2, 3)),
        "outputs_by_weights/bias": draw.standard_normal((4, 3)),
    }


def test_matrices_are_drawn_by_the_norm_over_their_entries() -> None:
    arrays = matrices()
    drawn = StepByWeight.resolve(made(arrays, LSTM, samples=True), {**ALL, "entries": "norm"})
    expected = np.linalg.norm(arrays["outputs_by_weights/kernel"].reshape(4, -1), axis=1)
    np.testing.assert_allclose(drawn.values[:, 0], expected)
    assert drawn.columns.labels == ("kernel", "bias")
    assert drawn.low == 0


def test_matrices_can_be_drawn_entry_by_entry_with_their_signs() -> None:
    arrays = matrices()
    drawn = StepByWeight.resolve(
        made(arrays, LSTM, samples=True), {**ALL, "entries": "each", "weight": "kernel"}
    )
    np.testing.assert_array_equal(drawn.values, arrays["outputs_by_weights/kernel"].reshape(4, -1))
    assert drawn.columns.text(4) == "kernel[1,1]"
    assert drawn.low == -drawn.high


def test_per_step_vectors_have_a_column_for_each_step() -> None:
    table = np.tril(np.ones((3, 3)))[:, :, None] * np.array([3.0, 4.0])
    structure = np.triu(np.ones((3, 3), np.uint8), 1)
    arrays = {"outputs_by_weights/w": table, "structure/outputs_by_weights/w": structure}
    result = made(arrays, LOOP, samples=False, per_step=("w",))
    drawn = StepByWeight.resolve(result, {**ALL, "entries": "norm"})
    np.testing.assert_allclose(drawn.values, 5 * np.tril(np.ones((3, 3))))
    each = StepByWeight.resolve(result, {**ALL, "entries": "each"})
    assert each.columns.labels == ("w[1][0]", "w[1][1]", "w[2][0]", "w[2][1]", "w[3][0]", "w[3][1]")
    _, codes = each.part(slice(None), slice(None))
    assert (codes == Absence.NO_PATH)[0].tolist() == [False, False, True, True, True, True]


def test_click_on_a_row_moves_the_step_and_the_outline(show: Show, cursor: Cursor, qtbot: QtBot) -> None:
    panel = show("step-by-weight", while_loop())
    click(qtbot, panel, panel.picture.plot, 1.0, 3.1)
    assert cursor.step() == 2
    assert panel.picture.outline.isVisible()
    assert panel.picture.outline.rect().center().y() == pytest.approx(3)


def test_hover_line_names_step_and_weight_and_tells_no_path(show: Show) -> None:
    panel = show("step-by-weight", while_loop())
    panel.picture.hovered.emit((0, 3))
    assert panel.hoverText() == "output of step 1   by w[3]   d(sum of y_t)/dw no path"
    panel.picture.hovered.emit((4, 1))
    assert panel.hoverText() == "output of step 5   by w[1]   d(sum of y_t)/dw 0 (exact zero)"


def test_a_run_without_it_says_so_and_offers_to_measure_it(show: Show, qtbot: QtBot) -> None:
    panel = show("step-by-weight", lstm_result())
    assert panel.frame.empty.sentence.text() == "This run did not measure step by weight."
    with qtbot.waitSignal(panel.measureRequested) as asked:
        panel.frame.empty.button.click()
    assert asked.args == ["outputs_by_weights"]
