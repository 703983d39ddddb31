"""`gradview bench`: one line of figures."""

from __future__ import annotations

import argparse

from gradview.cli.arguments import UsageError


def bench(arguments: argparse.Namespace) -> int:
    """Do `gradview bench` and return its exit code."""
    from gradview.bench import WORKS, as_json, in_words
    from gradview.bench import bench as measure

    if arguments.work not in WORKS:
        raise UsageError(f"bench: WORK must be {' or '.join(WORKS)} (is {arguments.work!r})")
    size = (arguments.steps, arguments.samples, arguments.features, arguments.units)
    if min(*size, arguments.repeat) < 1:
        raise UsageError("bench: T, B, D, H and --repeat must be 1 or more")
    timing = measure(arguments.work, size, arguments.repeat)
    print(as_json(timing) if arguments.json else in_words(timing))
    return 0
