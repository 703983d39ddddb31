"""Keeps what is logged before there is a log to show it in. Imports no Qt."""

from __future__ import annotations

import logging

LOGGER = "gradview"
MOST_EARLY = 200  # records


class EarlyLog(logging.Handler):
    """Holds records, the first ones if there are too many."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        if len(self.records) < MOST_EARLY:
            self.records.append(record)


def keep_early_records() -> None:
    """Keep what gradview logs from now on, until `take_early_records`."""
    logger = logging.getLogger(LOGGER)
    logger.setLevel(logging.INFO)
    if not any(isinstance(handler, EarlyLog) for handler in logger.handlers):
        logger.addHandler(EarlyLog())


def take_early_records() -> list[logging.LogRecord]:
    """What was kept, oldest first; nothing more is kept from now on."""
    logger = logging.getLogger(LOGGER)
    found: list[logging.LogRecord] = []
    for handler in [one for one in logger.handlers if isinstance(one, EarlyLog)]:
        logger.removeHandler(handler)
        found += handler.records
    return found
