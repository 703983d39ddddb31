"""Steps and units along an axis: whole ones only, by the names they have."""

import pytest

from gradview.views.places import Places


def test_steps_are_counted_from_one_and_units_from_zero() -> None:
    assert Places("step", 5).text(0) == "1"
    assert Places("unit", 5, 0).text(0) == "0"


@pytest.mark.parametrize("count", [1, 2, 7, 40, 1000, 1_000_000])
@pytest.mark.parametrize("room", [60.0, 300.0, 1600.0])
def test_ticks_stand_at_whole_steps_and_leave_room_for_their_labels(count: int, room: float) -> None:
    ticks = Places("step", count).ticks(0.5, count + 0.5, room, 30.0)
    assert ticks
    assert all(tick.at == int(tick.at) and tick.text == str(int(tick.at)) for tick in ticks)
    assert 1 <= ticks[0].at <= ticks[-1].at <= count
    assert len(ticks) <= max(2, room / 30 + 1)


def test_names_are_used_where_there_are_some() -> None:
    places = Places("step", 3, 1, ("1700", "1701", "1702"))
    assert [tick.text for tick in places.ticks(0.5, 3.5, 300, 40)] == ["1700", "1701", "1702"]
    assert [tick.text for tick in places.ticks(0.5, 3.5, 70, 40)] == ["1700", "1702"]


def test_a_part_of_the_steps_shows_ticks_of_that_part() -> None:
    assert [tick.at for tick in Places("step", 100).ticks(41.5, 44.2, 500, 30)] == [42, 43, 44]
