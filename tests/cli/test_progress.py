"""The bar is drawn on a terminal only, and says how long it will take."""

import io

from gradview.cli.progress import BAR, Progress


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True

    @property
    def lines(self) -> list[str]:
        return [line.removesuffix("\x1b[K") for line in self.getvalue().split("\r")[1:]]


class Clock:
    """Time that passes only when told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_nothing_is_written_where_nobody_looks() -> None:
    stream = io.StringIO()
    with Progress(stream) as progress:
        assert progress("running", 1, 10)
    assert stream.getvalue() == ""


def test_bar_shows_stage_and_count() -> None:
    screen = Screen()
    Progress(screen)("running", 500, 1000)
    assert screen.lines == [f"running [{'=' * (BAR // 2)}{'-' * (BAR // 2)}] 500 of 1,000"]


def test_a_stage_without_a_total_is_its_name() -> None:
    screen = Screen()
    Progress(screen)("starting TensorFlow", 0, 0)
    assert screen.lines == ["starting TensorFlow"]


def test_time_left_follows_from_the_steps_done() -> None:
    screen, clock = Screen(), Clock()
    progress = Progress(screen, clock)
    progress("running", 0, 100)
    clock.now = 5.0
    progress("running", 25, 100)
    assert screen.lines[-1].endswith("25 of 100, 15 s left")


def test_time_left_is_not_guessed_at_once() -> None:
    screen, clock = Screen(), Clock()
    progress = Progress(screen, clock)
    progress("running", 0, 100)
    clock.now = 0.2
    progress("running", 1, 100)
    assert screen.lines[-1].endswith("1 of 100")


def test_each_stage_is_timed_by_itself() -> None:
    screen, clock = Screen(), Clock()
    progress = Progress(screen, clock)
    progress("building", 0, 0)
    clock.now = 60.0
    progress("running", 0, 10)
    clock.now = 61.0
    progress("running", 5, 10)
    assert screen.lines[-1].endswith("5 of 10, 1 s left")


def test_drawing_is_spared_but_for_the_last_step() -> None:
    screen, clock = Screen(), Clock()
    progress = Progress(screen, clock)
    for step in range(1001):
        progress("running", step, 1000)
    assert len(screen.lines) == 2 and "1,000 of 1,000" in screen.lines[-1]


def test_the_line_is_wiped_at_the_end() -> None:
    screen = Screen()
    with Progress(screen) as progress:
        progress("running", 1, 2)
    assert screen.getvalue().endswith("\r\x1b[K")
