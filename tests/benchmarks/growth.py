"""How run time grows with the number of steps, and whether other values trace anything again.

    python tests/benchmarks/growth.py [--steps 100 1000 10000]

One line for each kind of model and each T: the first run (compilation included), a run of the same shapes
with other values, its time per step, and how many functions that second run traced (0 is right).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Draft = dict[str, Any]
RUN = {"device": "cpu", "precision": "float32", "check": False}


@dataclass(frozen=True)
class Growth:
    """Seconds, and functions traced, of a first run and of one with other values."""

    kind: str
    steps: int
    first: float
    second: float
    tracings: int
    traced_again: int


def recurrent(steps: int, seed: int) -> Draft:
    """An LSTM of 32 units on 8 samples; the loss reads its last step."""
    return {
        "model": {
            "kind": "recurrent",
            "layers": [{"cell": "lstm", "units": 32}],
            "weights": {"from": "random", "seed": seed},
        },
        "inputs": {"from": "random", "seed": seed, "steps": steps, "samples": 8, "features": 8},
        "loss": {"expression": "mean(h[-1]**2)"},
        "measures": ["states", "weights"],
        "run": RUN,
    }


def loop(steps: int, seed: int) -> Draft:
    """Two states of 16 numbers and a weight of each step's own."""
    return {
        "model": {
            "kind": "loop",
            "steps": steps,
            "states": [
                {"name": name, "initial": {"from": "random", "shape": [16], "seed": seed}} for name in "pq"
            ],
            "weights": [
                {"name": "w", "per_step": True, "value": {"from": "random", "shape": [steps], "seed": seed}},
                {"name": "u", "value": {"from": "random", "shape": [16, 16], "seed": seed, "scale": 0.2}},
            ],
            "updates": [
                {"state": "p", "expression": "tanh(u @ p + w * q)"},
                {"state": "q", "expression": "0.9 * q + 0.1 * p"},
            ],
        },
        "loss": {"expression": "sum(q[-1]**2)"},
        "measures": ["states", "weights"],
        "run": RUN,
    }


KINDS: dict[str, Callable[[int, int], Draft]] = {"recurrent": recurrent, "loop": loop}


def grow(kind: str, steps: int) -> Growth:
    """Run a model of T steps twice, the second time with other values."""
    from gradview.engine.compiled import tracings
    from gradview.engine.compute import compute
    from gradview.spec.experiment import Experiment

    taken, traced = [], []
    for seed in (0, 1):
        experiment = Experiment.from_draft(KINDS[kind](steps, seed))
        before, began = tracings(), time.perf_counter()
        compute(experiment)
        taken.append(time.perf_counter() - began)
        traced.append(tracings() - before)
    return Growth(kind, steps, taken[0], taken[1], traced[0], traced[1])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, nargs="+", default=[100, 1000, 10_000])
    steps = parser.parse_args().steps
    print(f"{'kind':<10} {'T':>6} {'first run':>10} {'again':>9} {'a step':>9} {'traced':>7} {'again':>6}")
    for kind in KINDS:
        for T in steps:
            found = grow(kind, T)
            seconds = f"{found.first:>8.3f} s {found.second:>7.3f} s {found.second / T * 1e6:>6.0f} us"
            print(f"{kind:<10} {T:>6} {seconds} {found.tracings:>7} {found.traced_again:>6}")


if __name__ == "__main__":
    main()
