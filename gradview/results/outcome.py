"""How a run ended, in the sentences that a user reads."""

from __future__ import annotations

from enum import Enum


class Stopped(Exception):  # noqa: N818  # not an error: somebody asked for it
    """A run was stopped because its user asked for it."""

    def __init__(self, message: str = "The run was stopped. Nothing was written.") -> None:
        super().__init__(message)


class RunError(Exception):
    """A run failed while it was running.

    Attributes
    ----------
    message : for the user, one or two sentences
    details : for whoever wants to know more, such as a traceback
    """

    def __init__(self, message: str, details: str = "") -> None:
        super().__init__(message, details)
        self.message = message
        self.details = details

    def __str__(self) -> str:
        return self.message


class Outcome(Enum):
    """How a run ended; the value is the sentence."""

    finished = "The run is done."
    stopped = "The run was stopped. Nothing was written."
    failed = "The run failed. The experiment and earlier results are as they were."
    refused = "The experiment cannot be run as it stands. Mend the fields that are named."
