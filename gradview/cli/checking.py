"""`gradview check`: is the experiment valid, what will it need, do its gradients agree with differences."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from gradview.cli.draft import experiment_of
from gradview.cli.running import Compute, computed, verdict
from gradview.cli.tables import shortened, table
from gradview.results.check import AGREE, badge
from gradview.results.estimate import bytes_words, estimate, seconds_words
from gradview.results.result import Result
from gradview.spec.shapes import sizes

HEADERS = ("part", "array", "by", "verdict", "step", "sweep", "differences", "floor")
NUMBERS = frozenset({"step", "sweep", "differences", "floor"})
FURTHEST = "Of several the numbers are those of the step where the two are furthest apart; --each lists all."
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
            print("\n".join(comparison_lines(result, each=arguments.each)))
        found = badge(result.meta)
        print(f"check   {found.text}")
        for detail in shortened(found.details):
            print(f"        {detail}")
        return verdict(result, strict=False)


def comparison_lines(result: Result, *, each: bool = False) -> list[str]:
    """The table of what was compared, steps counted from 1 as in pictures.

    Parameters
    ----------
    each
        A line for each comparison; else one for each array and what was moved, with the numbers of the
        step where the two routes are furthest apart.
    """
    comparisons = (result.meta.get("check") or {}).get("comparisons") or ()
    groups: dict[Any, list[Mapping[str, Any]]] = {}
    for place, one in enumerate(comparisons):
        groups.setdefault(place if each else (one["part"], one["array"], one["by"]), []).append(one)
    if not groups:
        return []
    lines = table(HEADERS, [_row(group) for group in groups.values()], NUMBERS)
    many = any(len(group) > 1 for group in groups.values())
    return [*lines, *([FURTHEST] if many else []), ""]


def _row(group: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    one = max(group, key=_apart)
    verdicts = Counter(member["verdict"] for member in group)
    return (
        PARTS.get(one["part"], one["part"]),
        one["array"],
        one["by"],
        one["verdict"] if len(group) == 1 else ", ".join(f"{n} {verdict}" for verdict, n in verdicts.items()),
        "" if one.get("step") is None else str(one["step"] + 1),
        *(_figure(one, key) for key in ("sweep", "difference", "floor")),
    )


def _apart(comparison: Mapping[str, Any]) -> tuple[int, float]:
    """How far the routes are apart, relative to its size; what failed comes first, what cannot tell last."""
    verdict = comparison["verdict"]
    if verdict == "not checked":
        return 0, -1.0
    sweep, difference = float(comparison["sweep"]), float(comparison["difference"])
    apart = abs(sweep - difference)
    relative = apart / abs(difference) if difference else apart
    rank = 2 if verdict == "failed" else int(verdict in AGREE)
    return rank, relative if isfinite(relative) else -1.0


def _figure(comparison: Mapping[str, Any], key: str) -> str:
    value = comparison.get(key)
    return "" if value is None or comparison["verdict"] == "not checked" else f"{float(value):.6g}"
