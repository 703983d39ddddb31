"""Run time grows with the number of steps and not with its square; other values trace nothing again."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.benchmarks.growth import KINDS, grow


@pytest.mark.parametrize("kind", KINDS)
def test_other_values_trace_nothing_again(tensorflow: ModuleType, kind: str) -> None:
    found = grow(kind, 20)
    assert found.tracings > 0
    assert found.traced_again == 0


@pytest.mark.parametrize("kind", KINDS)
def test_ten_times_the_steps_cost_about_ten_times_as_much(tensorflow: ModuleType, kind: str) -> None:
    short, long = grow(kind, 300), grow(kind, 3000)
    # With the square it would be 100; a loaded machine may double one of the two.
    assert long.second < 40 * short.second
