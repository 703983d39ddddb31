"""`gradview check`: is the experiment valid, what will it need, do its gradients agree with differences."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from gradview.cli.draft import experiment_of
from gradview.cli.running import Compute, computed, verdict
from gradview.cli.tables import table
from gradview.results.check import badge
from gradview.results.estimate import bytes_words, estimate, seconds_words
from gradview.results.result import Result
from gradview.spec.shapes import sizes

HEADERS = ("part", "array", "by", "step", "verdict", "sweep", "differences", "floor")
NUMBERS = frozenset({"step", "sweep", "differences", "floor"})
PARTS = {"local": "locally", "end_to_end": "end to end", "precision": "precision"}


def check(arguments: argparse.Namespace, compute: Compute | None = None) -> int:
    """Do `gradview check` and return its exit code."""
    experiment = experiment_of(arguments, check=True)
    if not arguments.quiet:
        need = estimate(experiment, sizes(experiment))
        print("valid")
        print(f"size    {need.size_words}")
        print(f"memory  {bytes_words(need.total_bytes)} (result {bytes_words(need.result_bytes)})")
        print(
            f"time    about {seconds_words(need.seconds)}, "
            f"{seconds_words(need.first_seconds)} more for the first run of its sort",
            flush=True,
        )
    with computed(experiment, compute, quiet=arguments.quiet) as result:
        if not arguments.quiet:
            print()
            print("\n".join(comparison_lines(result)))
        found = badge(result.meta)
        print(f"check   {found.text}")
        for detail in found.details:
            print(f"        {detail}")
        return verdict(result, strict=False)


def comparison_lines(result: Result) -> list[str]:
    """The table of all comparisons, steps counted from 1 as in pictures."""
    comparisons = (result.meta.get("check") or {}).get("comparisons") or ()
    rows = [
        (
            PARTS.get(one["part"], one["part"]),
            one["array"],
            one["by"],
            "" if one.get("step") is None else str(one["step"] + 1),
            one["verdict"],
            *(_figure(one, key) for key in ("sweep", "difference", "floor")),
        )
        for one in comparisons
    ]
    return [*table(HEADERS, rows, NUMBERS), ""] if rows else []


def _figure(comparison: Mapping[str, Any], key: str) -> str:
    value = comparison.get(key)
    return "" if value is None or comparison["verdict"] == "not checked" else f"{float(value):.6g}"
