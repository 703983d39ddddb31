"""The experiment: its parts together, from a draft or a file and back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import PrivateAttr, ValidationError

from gradview.spec.agreement import disagreements
from gradview.spec.base import Spec, Text
from gradview.spec.files import read_draft, write_draft
from gradview.spec.inputs import Inputs
from gradview.spec.loss import Loss
from gradview.spec.measures import DEFAULT_MEASURES, Measures
from gradview.spec.migrations import migrate
from gradview.spec.models import Model
from gradview.spec.problems import ExperimentError, Problem, shown
from gradview.spec.run import Run
from gradview.spec.wording import problems_of


class Experiment(Spec):
    """Everything that says what is computed. `from_draft` and `load` also check that the parts agree."""

    ALWAYS: ClassVar[frozenset[str]] = frozenset({"format", "version", "model"})
    format: Literal["gradview-experiment"] = "gradview-experiment"
    version: Literal[1] = 1
    name: Text = ""
    model: Model
    inputs: Inputs | None = None
    loss: Loss | None = None
    measures: Measures = DEFAULT_MEASURES
    run: Run = Run()
    _folder: Path | None = PrivateAttr(default=None)

    @property
    def folder(self) -> Path:
        """Where relative paths start: the file's folder, else the working directory."""
        return self._folder if self._folder is not None else Path.cwd()

    @classmethod
    def from_draft(cls, draft: Mapping[str, Any], folder: Path | None = None) -> Experiment:
        """Validate a draft.

        Raises
        ------
        ExperimentError
            With every problem found: of structure, else of how the parts agree.
        """
        experiment = _structured(cls, draft, folder)
        if found := disagreements(experiment):
            raise ExperimentError(found)
        return experiment

    @classmethod
    def load(cls, path: str | Path) -> Experiment:
        """Read and validate a `.gradview` file (ExperimentError)."""
        return cls.from_draft(read_draft(path), Path(path).resolve().parent)

    def save(self, path: str | Path) -> None:
        """Write a `.gradview` file (OSError). Relative paths stay as they are."""
        write_draft(path, self.to_draft())


def problems(draft: Any, folder: Path | None = None) -> list[Problem]:
    """Everything that is wrong with a draft; nothing is raised, whatever the draft."""
    try:
        Experiment.from_draft(draft, folder)
    except ExperimentError as error:
        return list(error.problems)
    return []


def _structured(cls: type[Experiment], draft: Any, folder: Path | None) -> Experiment:
    if not isinstance(draft, Mapping):
        raise ExperimentError(Problem((), f"an experiment must be an object (is {shown(draft)})"))
    if draft.get("format", "gradview-experiment") != "gradview-experiment":
        message = f"must be 'gradview-experiment' (is {shown(draft['format'])}): this is no experiment"
        raise ExperimentError(Problem(("format",), message))
    migrated = migrate(draft)
    try:
        experiment = cls.model_validate(migrated)
    except ValidationError as error:
        raise ExperimentError(problems_of(error, cls, migrated)) from None
    experiment._folder = None if folder is None else Path(folder).resolve()
    return experiment
