"""What the command line hands its work to, made up: records what it was asked, answers at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from gradview.cli.command import Doors, main
from gradview.cli.running import Compute
from gradview.results.result import Result
from tests.results.made import lstm_result

DRAFT: dict[str, Any] = {
    "format": "gradview-experiment",
    "version": 1,
    "name": "Small LSTM",
    "model": {"kind": "recurrent", "layers": [{"cell": "lstm", "units": 3}]},
    "inputs": {"from": "random", "steps": 10, "samples": 4, "features": 2},
    "loss": {"expression": "mean(h)"},
}


class FakeCompute:
    """Answers with one result, or raises; keeps the drafts that it was given."""

    def __init__(self, answer: Result | BaseException | None = None) -> None:
        self.answer = lstm_result() if answer is None else answer
        self.drafts: list[Mapping[str, Any]] = []
        self.folders: list[Path] = []

    def __call__(
        self, draft: Mapping[str, Any], folder: Path, *, on_progress: Callable[[str, int, int], bool]
    ) -> Result:
        self.drafts.append(draft)
        self.folders.append(folder)
        for step in range(3):
            assert on_progress("running", step, 2)
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


class Terminal:
    """Runs command lines in a folder with a small experiment in it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        self.compute = FakeCompute()
        self.other_compute: Compute | None = None  # to be used instead
        self.opened: list[str | None] = []
        self.out = self.err = ""
        (folder / "small.gradview").write_text(json.dumps(DRAFT))

    def __call__(self, *words: str) -> int:
        """Run a command line; what it printed is in out and err."""
        self._capsys.readouterr()
        code = main(words, Doors(self.other_compute or self.compute, self._open))
        self.out, self.err = self._capsys.readouterr()
        return code

    def _open(self, file: str | None) -> int:
        self.opened.append(file)
        return 0

    @property
    def files(self) -> set[str]:
        """What lies in the folder beside the experiment."""
        return {path.name for path in self.folder.iterdir()} - {"small.gradview"}
