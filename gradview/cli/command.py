"""A command line to an exit code: who does it, and what each kind of failure prints."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from typing import TYPE_CHECKING

from gradview.cli.arguments import UsageError, parse

if TYPE_CHECKING:
    import argparse

    from gradview.cli.running import Compute

logging.getLogger("gradview").addHandler(logging.NullHandler())  # what matters here is printed

DONE, WRONG, FAILED, DISAGREES, STOPPED = 0, 2, 3, 4, 130
"""The exit codes. 4: a check failed, or a finding is an error and --strict was given."""


@dataclass(frozen=True)
class Doors:
    """What the command line hands its work to; tests hand in their own."""

    compute: Compute | None = None
    open_window: Callable[[str | None], int] | None = None


def main(words: Sequence[str] | None = None, doors: Doors | None = None) -> int:
    """Run a command line and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may know no letters but ASCII
    try:
        code = _answer(sys.argv[1:] if words is None else words, doors or Doors())
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _say("stopped; nothing was written", STOPPED)
    except BrokenPipeError:
        # Whoever read our output has gone; Python would complain about it once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def window() -> int:
    """The start without a terminal: the window, on the first argument if there is one."""
    return _open_window(sys.argv[1] if len(sys.argv) > 1 else None)


def _answer(words: Sequence[str], doors: Doors) -> int:
    try:
        arguments = parse(words)
    except SystemExit as leave:  # argparse has printed help or a version
        return int(leave.code or 0)
    except UsageError as error:
        return _say(error, WRONG)
    if arguments.command == "window":
        return (doors.open_window or _open_window)(arguments.file)
    return _command(arguments, doors)


def _command(arguments: argparse.Namespace, doors: Doors) -> int:
    from gradview.results.outcome import RunError, Stopped
    from gradview.results.store import ResultError
    from gradview.spec.problems import ExperimentError

    try:
        return _do(arguments, doors)
    except (UsageError, ExperimentError, ResultError) as error:
        return _say(error, WRONG)
    except RunError as error:
        if error.details and os.environ.get("GRADVIEW_DETAILS"):
            print(error.details, file=sys.stderr)
        return _say(error, FAILED)
    except Stopped:
        return _say("stopped; nothing was written", STOPPED)
    except BrokenPipeError:
        raise
    except OSError as error:  # a full disk, a file that went away
        where = f"{error.filename}: " if error.filename else ""
        return _say(f"{where}{error.strerror or error}", FAILED)


def _do(arguments: argparse.Namespace, doors: Doors) -> int:
    if arguments.command == "run":
        from gradview.cli.running import run

        return run(arguments, doors.compute)
    if arguments.command == "check":
        from gradview.cli.checking import check

        return check(arguments, doors.compute)
    if arguments.command == "info":
        from gradview.cli.showing import info

        return info(arguments.result)
    if arguments.command == "figure":
        from gradview.cli.showing import figure

        return figure(arguments)
    if arguments.command == "examples":
        from gradview.cli.examples import examples

        return examples(arguments.name, arguments.output)
    if arguments.command == "bench":
        from gradview.cli.benching import bench

        return bench(arguments)
    from gradview.doctor import doctor

    return doctor()


def _open_window(file: str | None) -> int:
    from gradview.app.application import main as open_window

    return open_window(file)


def _say(words: object, code: int) -> int:
    """Print each line of a failure on stderr under our name."""
    for line in str(words).splitlines() or ["failed"]:
        print(f"gradview: {line}", file=sys.stderr)
    return code
