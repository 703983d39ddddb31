"""Tables on terminals: columns under their headers, a long last column folded or below its row."""

import pytest

from gradview.cli.tables import shortened, table

HEADERS = ("array", "size", "meaning")
ROWS = [
    ("total/h", "41 kB", "Total gradient of the loss by h, which is what everything after it passes back"),
    ("loss", "4 bytes", "Loss, L"),
]
RIGHT = frozenset({"size"})


def test_numbers_stand_to_the_right_and_nothing_is_folded_into_a_file() -> None:
    assert table(HEADERS, ROWS, RIGHT) == [
        "array       size  meaning",
        "total/h    41 kB  Total gradient of the loss by h, which is what everything after it passes back",
        "loss     4 bytes  Loss, L",
    ]


def test_a_long_last_column_is_folded_under_itself() -> None:
    assert table(HEADERS, ROWS, RIGHT, width=70) == [
        "array       size  meaning",
        "total/h    41 kB  Total gradient of the loss by h, which is what",
        "                  everything after it passes back",
        "loss     4 bytes  Loss, L",
    ]


def test_where_there_is_no_room_it_goes_below_its_row() -> None:
    assert table(HEADERS, ROWS, RIGHT, width=50) == [
        "array       size",
        "total/h    41 kB",
        "    Total gradient of the loss by h, which is what",
        "    everything after it passes back",
        "loss     4 bytes",
        "    Loss, L",
    ]


@pytest.mark.parametrize("width", [45, 60, 70, 100])
def test_no_line_is_longer_than_the_terminal(width: int) -> None:
    lines = table(HEADERS, ROWS, RIGHT, width)
    assert max(map(len, lines)) <= width
    assert " ".join(" ".join(lines).split()).count("passes back") == 1


def test_labels_and_sentences_need_no_headers() -> None:
    assert table(("", ""), [("loss", "0.25"), ("check", "not checked")]) == [
        "loss   0.25",
        "check  not checked",
    ]


@pytest.mark.parametrize(
    ("count", "last"), [(0, None), (5, "4"), (6, "5"), (7, "and 2 more"), (40, "and 35 more")]
)
def test_many_sentences_are_shortened(count: int, last: str | None) -> None:
    lines = shortened([str(number) for number in range(count)])
    assert (lines or [None])[-1] == last and len(lines) <= 6
