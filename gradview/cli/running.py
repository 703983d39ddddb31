"""`gradview run`: an experiment to a result in a file."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from gradview.cli.draft import experiment_of
from gradview.cli.output import look_at_output
from gradview.cli.progress import Progress
from gradview.cli.summary import summary, summary_lines
from gradview.cli.tables import shortened
from gradview.results.check import failed, verdict_words
from gradview.results.result import Result
from gradview.spec.experiment import Experiment

DONE, DISAGREES = 0, 4


class Compute(Protocol):
    """A draft, and the folder where its paths start, to a result."""

    def __call__(
        self, draft: Mapping[str, Any], folder: Path, *, on_progress: Callable[[str, int, int], bool]
    ) -> Result: ...


def run(arguments: argparse.Namespace, compute: Compute | None = None) -> int:
    """Do `gradview run` and return its exit code."""
    if arguments.output is not None:
        look_at_output(arguments.output)
    experiment = experiment_of(arguments, **({"check": False} if arguments.no_check else {}))
    with computed(experiment, compute, quiet=arguments.quiet) as result:
        if arguments.output is not None:
            write(result, arguments.output, quiet=arguments.quiet)
        if arguments.json:
            print(json.dumps(summary(result, arguments.output), ensure_ascii=False, allow_nan=False))
        elif not arguments.quiet:
            print("\n".join(summary_lines(result, arguments.output)))
        return verdict(result, strict=arguments.strict)


def computed(experiment: Experiment, compute: Compute | None = None, *, quiet: bool = False) -> Result:
    """Compute in a child process, with a bar on the terminal while it runs."""
    compute = compute or _child()
    if quiet:
        return compute(experiment.to_draft(), experiment.folder, on_progress=_silent)
    with Progress() as progress:
        return compute(experiment.to_draft(), experiment.folder, on_progress=progress)


def write(result: Result, output: str, *, quiet: bool = False) -> None:
    """Save a result; a large one takes long enough to say so."""
    if quiet:
        result.save(output)
        return
    with Progress() as progress:
        progress("writing", 0, 0)
        result.save(output)


def verdict(result: Result, *, strict: bool) -> int:
    """The exit code that a result deserves; what earns another than 0 is said on stderr."""
    wrong = shortened([f"check failed: {verdict_words(one)}" for one in failed(result.meta)])
    if strict:
        wrong += [finding.sentence for finding in result.findings if finding.level == "error"]
    for line in wrong:
        print(f"gradview: {line}", file=sys.stderr)
    return DISAGREES if wrong else DONE


def _silent(stage: str, step: int, total: int) -> bool:
    return True


def _child() -> Compute:
    from gradview.jobs.process import run_in_child

    return run_in_child
