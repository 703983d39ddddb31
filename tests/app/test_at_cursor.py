"""Values at the cursor and at the ends: the same numbers as the panels draw."""

from __future__ import annotations

import numpy as np
import pytest

from gradview.app.at_cursor import end_norms, values_at
from gradview.views.over_time import OverTime
from tests.results.made import loop_result, lstm_result, made


@pytest.mark.parametrize("step", [0, 3, -1], ids=["first", "between", "last"])
def test_values_are_those_that_over_time_draws(step: int) -> None:
    result = lstm_result()
    choices = {offer.name: offer.default for offer in OverTime.offers(result, {})}
    drawn = OverTime.resolve(result, choices)
    step = range(drawn.steps.count)[step]
    rows = dict(values_at(result, step))
    described = OverTime.describe(drawn, (0, step))
    for symbol, number in rows.items():
        kind, _, _ = symbol.partition(" ")
        assert f"{kind} {number}" in described, symbol


def test_no_path_is_said_in_words() -> None:
    values = np.array([0.0, 0.0, 1.0])
    arrays = {"direct/x": values, "structure/direct/x": np.array([1, 1, 0], np.uint8)}
    rows = dict(values_at(made(arrays, {"name": "loop"}, samples=False), 0))
    assert rows["direct |dL/dx_t|"] == "no path"


def test_ends_are_those_of_the_total() -> None:
    ends = end_norms(loop_result())
    assert ends is not None
    result = loop_result()
    first, last = (abs(float(result["total/x"][step])) for step in (0, -1))
    assert [float(text) for text in ends] == pytest.approx([first, last], rel=1e-3)


def test_a_result_without_totals_has_no_ends() -> None:
    assert end_norms(made({"loss": np.zeros(())}, {"name": "bare"}, samples=False)) is None
