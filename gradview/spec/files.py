"""Opens and saves `.gradview` files: JSON in UTF-8. A draft is read and written as it is, valid or not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gradview.spec.atomic import write_atomically
from gradview.spec.base import plain
from gradview.spec.problems import ExperimentError, Problem, shown

FORMAT = "gradview-experiment"
SUFFIX = ".gradview"


def read_draft(path: str | Path) -> dict[str, Any]:
    """The draft in a file, not yet validated.

    Raises
    ------
    ExperimentError
        The file cannot be read, or is not JSON (with line and column), or holds something else.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise _fault(path, f"is not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise _fault(path, f"cannot be read: {error.strerror or error}") from None
    try:
        draft = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        message = error.msg[:1].lower() + error.msg[1:]
        where = f"line {error.lineno}, column {error.colno}"
        raise _fault(path, f"is not JSON: {message} at {where}") from None
    except RecursionError:
        raise _fault(path, "is nested too deep") from None
    except ValueError as error:
        raise _fault(path, f"is not JSON: {error}") from None
    if not isinstance(draft, dict):
        raise _fault(path, f"must hold an object in braces (is {shown(draft)})")
    return draft


def write_draft(path: str | Path, draft: Mapping[str, Any]) -> None:
    """Save a draft; the file is replaced whole or stays as it was (OSError)."""
    text = json.dumps(plain(dict(draft)), indent=2, ensure_ascii=False, allow_nan=False)
    with write_atomically(path) as file:
        file.write(text.encode("utf-8", "surrogatepass") + b"\n")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the name {shown(name)} is there twice in one object")
        found[name] = value
    return found


def _fault(path: str | Path, message: str) -> ExperimentError:
    return ExperimentError(Problem((), f"{path} {message}"))
