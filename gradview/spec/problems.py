"""What is wrong with an experiment: one sentence at one field, and the error that carries a list of them."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pydantic_core import PydanticCustomError

Path = tuple[str | int, ...]
WRONG = "gradview"
"""Error type of what our own validators raise, see `wrong`."""


@dataclass(frozen=True)
class Problem:
    """What is wrong, and where.

    Parameters
    ----------
    path : tuple of str and int
        The field in the draft: ("model", "layers", 0, "units"); empty for the draft as a whole.
    message : str
        What is wrong and what would be right, without the field's name.
    column : int, optional
        0-based place in the field's text, for an expression.
    """

    path: Path
    message: str
    column: int | None = None

    @property
    def where(self) -> str:
        """The path in words: model.layers.0.units."""
        return ".".join(str(part) for part in self.path)

    def __str__(self) -> str:
        message = self.message if self.column is None else f"{self.message} (column {self.column + 1})"
        return f"{self.where}: {message}" if self.path else message


class ExperimentError(Exception):
    """An experiment that cannot be computed as it stands; its text is one line for each problem."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[ExperimentError], tuple[tuple[Problem, ...]]]:
        return (type(self), (self.problems,))


def wrong(message: str, path: Path = ()) -> PydanticCustomError:
    """Build the error that a validator raises; `path` leads on from the field to the culprit inside."""
    return PydanticCustomError(WRONG, "{message}", {"message": message, "path": path})


def shown(value: Any) -> str:
    """A value as a message quotes it: short, and in JSON's words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, str):
        short = value if len(value) <= 40 else value[:37] + "..."
        return "'" + "".join(sign if sign.isprintable() else "?" for sign in short) + "'"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**15 else f"{'-' if value < 0 else ''}a very large number"
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else str(value)
    if isinstance(value, (list, tuple)):
        return "a list"
    return "an object" if isinstance(value, dict) else f"a {type(value).__name__}"


def did_you_mean(given: object, known: Iterable[str]) -> str:
    """Return '; did you mean NAME?' if a known name is like the given one, else nothing."""
    found = difflib.get_close_matches(str(given)[:100], list(known), 1)
    return f"; did you mean {found[0]}?" if found else ""


def listed(words: Iterable[object]) -> str:
    """Join words as a sentence does: a, b or c."""
    texts = [str(word) for word in words]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def sized(shape: Iterable[int | None]) -> str:
    """A shape as messages show it: [2, 16], or 'a number' for one without axes."""
    sizes = ["?" if size is None else str(size) for size in shape]
    return f"[{', '.join(sizes)}]" if sizes else "a number"
