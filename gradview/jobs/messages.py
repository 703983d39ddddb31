"""What the window's process and the worker process say to each other: small, frozen, easily pickled."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from gradview.spec.problems import Problem

PROTOCOL = 1  # raised with every change of a message: a child of another gradview is refused, not misread
STARTING = "starting TensorFlow"  # the stage before the engine's own

FailureKind = Literal["experiment", "run", "died", "unavailable"]


@dataclass(frozen=True)
class Message:
    """Anything said about a job; "" where it is about the process itself."""

    job: str
    protocol: int = field(default=PROTOCOL, kw_only=True)


@dataclass(frozen=True)
class Request(Message):
    """Compute this draft. Paths in it start at `folder`; a large result becomes the folder `out_folder`."""

    draft: Mapping[str, Any]
    folder: Path | None = None
    out_folder: Path | None = None
    gpu: bool = False  # the class of device; the first run of a process fixes it


@dataclass(frozen=True)
class StopRequest(Message):
    """Stop this job between two segments."""


@dataclass(frozen=True)
class Ready(Message):
    """The process has imported the engine, and touched no device yet."""

    versions: Mapping[str, str]
    devices: tuple[str, ...] = ("cpu",)


@dataclass(frozen=True)
class Progress(Message):
    """`step` of `total` in a stage; a total of 0 where it is not known."""

    stage: str
    step: int
    total: int
    seconds_left: float | None = None


@dataclass(frozen=True)
class Finished(Message):
    """A result: its arrays, or the folder that holds them."""

    arrays: Mapping[str, npt.NDArray[np.generic]]
    meta: dict[str, Any]
    folder: Path | None = None


@dataclass(frozen=True)
class Failed(Message):
    """No result, and why. With job "" and kind "unavailable": the process can compute nothing at all."""

    kind: FailureKind
    message: str
    problems: tuple[Problem, ...] = ()
    details: str = ""


@dataclass(frozen=True)
class StoppedMessage(Message):
    """The job ended because it was asked to."""


@dataclass(frozen=True)
class Died(Message):
    """The process is gone. Said by whoever watches it, not by itself."""

    exit_code: int
    words: str
    details: str = ""


@dataclass(frozen=True)
class Failure:
    """Why a run has no result: a sentence for the user, fields to mend, and details for a report."""

    kind: FailureKind
    message: str
    problems: tuple[Problem, ...] = ()
    details: str = ""
