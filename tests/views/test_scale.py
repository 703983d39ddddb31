"""Scales: there and back, and ticks that say exactly what they stand for."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradview.views.scale import Scale, Tick, number_text, power_text, symlog_threshold

SCALES = [Scale("linear"), Scale("log"), Scale("symlog", 1e-9), Scale("symlog", 1.0), Scale("symlog", 1e-200)]


@given(value=st.floats(1e-300, 1e300), scale=st.sampled_from(SCALES), sign=st.sampled_from([1, -1]))
def test_what_is_drawn_can_be_read_back(value: float, scale: Scale, sign: int) -> None:
    if scale.kind == "log":
        sign = 1
    back = float(scale.inverse(scale.forward(sign * value)))
    assert back == pytest.approx(sign * value, rel=1e-9, abs=0)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=20))
def test_symlog_keeps_the_order_of_numbers_and_zero_at_zero(values: list[float]) -> None:
    ordered = np.sort(np.array(values))
    drawn = Scale("symlog", 1e-3).forward(ordered)
    assert (np.diff(drawn) >= 0).all()
    assert Scale("symlog", 1e-3).forward(0.0) == 0.0


def test_log_scale_has_no_place_for_zero_and_below() -> None:
    assert np.isnan(Scale("log").forward(np.array([0.0, -1.0, np.nan]))).all()


def read(text: str) -> float:
    """The number that a label says."""
    plain = text.replace("−", "-").translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    sign = -1.0 if plain.startswith("-") else 1.0
    plain = plain.lstrip("-")
    if "×10" in plain:
        mantissa, _, power = plain.partition("×10")
        return sign * float(mantissa) * 10.0 ** int(power)
    return sign * (
        10.0 ** int(plain[2:]) if plain[:2] == "10" and len(plain) > 2 and text != plain else float(plain)
    )


def labelled(ticks: list[Tick]) -> list[Tick]:
    return [tick for tick in ticks if tick.text]


@given(low=st.floats(-1e9, 1e9), span=st.floats(1e-6, 1e9), room=st.floats(40, 2000))
def test_linear_labels_say_where_they_stand(low: float, span: float, room: float) -> None:
    if span < 1e-9 * abs(low):
        return
    for tick in labelled(Scale().ticks(low, low + span, room)):
        assert read(tick.text) == pytest.approx(tick.at, rel=1e-6, abs=1e-6 * span)


@pytest.mark.parametrize(
    ("scale", "low", "high"),
    [
        pytest.param(Scale("log"), -12.3, 1.7, id="fourteen decades"),
        pytest.param(Scale("log"), -261.0, 0.0, id="as wide as numbers go"),
        pytest.param(Scale("log"), -0.3, 0.4, id="within a decade"),
        pytest.param(Scale("symlog", 1e-9), -9.0, 9.0, id="both signs"),
        pytest.param(Scale("symlog", 1e-9), -0.5, 0.5, id="the linear middle alone"),
    ],
)
@pytest.mark.parametrize("room", [80.0, 400.0])
def test_labels_of_a_curved_scale_say_where_they_stand(
    scale: Scale, low: float, high: float, room: float
) -> None:
    ticks = labelled(scale.ticks(low, high, room))
    assert ticks
    assert len(ticks) <= room / 20
    for tick in ticks:
        text = tick.text.replace("−", "-")
        value = float(scale.inverse(tick.at))
        if (
            text.lstrip("-").startswith("10")
            and "×" not in text
            and any(mark in text for mark in "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
        ):
            power = int(text.lstrip("-")[2:].translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")))
            assert value == pytest.approx((-1 if text.startswith("-") else 1) * 10.0**power, rel=1e-6)
        else:
            assert value == pytest.approx(read(tick.text), rel=1e-6, abs=1e-300)


def test_no_label_is_scaled_by_a_prefix() -> None:
    texts = [tick.text for tick in labelled(Scale().ticks(0, 3e-7, 400))]
    assert "1.0×10⁻⁷" in texts
    assert texts[0] == "0"


def test_an_empty_or_broken_range_has_no_ticks() -> None:
    assert Scale().ticks(1, 1, 100) == []
    assert Scale("log").ticks(np.nan, 1, 100) == []
    assert Scale().ticks(0, 1, 0) == []


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (-2.1e-4, "-0.00021"),
        (5.68e-7, "5.68e-7"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
    ],
)
def test_numbers_are_written_exactly(value: float, text: str) -> None:
    assert number_text(value) == text


def test_powers_are_written_as_powers() -> None:
    assert power_text(-12) == "10⁻¹²"


def test_symlog_turns_linear_at_the_smallest_number_but_not_too_far_down() -> None:
    assert symlog_threshold(np.array([0.0, np.nan, 3e-5, 2.0]), 16) == pytest.approx(1e-5)
    assert symlog_threshold(np.array([1e-200, 1.0]), 16) == pytest.approx(1e-16)
    assert symlog_threshold(np.array([0.0]), 16) == 1.0
