"""A worker that computes without TensorFlow, and is closed whatever happens."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from gradview.jobs.worker import Worker
from tests.jobs.hearing import Hearing

FAKE = "tests.jobs.fake_compute:compute"

Hear = Callable[..., Hearing]


@pytest.fixture
def hear(qtbot: QtBot) -> Iterator[Hear]:
    """Starts a worker (Worker's arguments) and hears it."""
    workers = []

    def started(mode: Any = "process", *, entry: str = FAKE, spare: bool = False) -> Hearing:
        worker = Worker(mode, entry=entry, spare=spare)
        workers.append(worker)
        hearing = Hearing(worker, qtbot)
        worker.start()
        return hearing

    yield started
    for worker in workers:
        worker.close()
