"""The shared cursor: inside its limits, and silent unless it moved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradview.views.cursor import Cursor


@given(steps=st.integers(0, 50), to=st.lists(st.integers(-60, 60), max_size=8))
def test_step_stays_inside_the_limits_and_tells_each_change_once(
    qapp: object, steps: int, to: list[int]
) -> None:
    cursor = Cursor()
    cursor.setLimits(steps, 1, 1)
    heard: list[int] = []
    cursor.stepChanged.connect(heard.append)
    expected = [0]
    for step in to:
        cursor.setStep(step)
        clipped = min(max(step, 0), max(1, steps) - 1)
        assert cursor.step() == clipped
        if clipped != expected[-1]:
            expected.append(clipped)
    assert heard == expected[1:]


@pytest.mark.parametrize("what", ["step", "sample", "unit"])
def test_narrower_limits_move_what_is_outside_to_the_end(qapp: object, what: str) -> None:
    cursor = Cursor()
    cursor.setLimits(10, 10, 10)
    getattr(cursor, f"set{what.capitalize()}")(9)
    cursor.setLimits(4, 4, 4)
    assert getattr(cursor, what)() == 3
    assert cursor.limits() == (4, 4, 4)
