"""What states, weights and the like may be called."""

from __future__ import annotations

import keyword
import re
from typing import Annotated, Any

from pydantic import PlainValidator

from gradview.spec.problems import shown, wrong

LONGEST = 64
_PATTERN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
# Windows cannot have a file of these names, and results may be a folder with a file for each array.
_DEVICES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{digit}" for port in ("com", "lpt") for digit in range(1, 10)),
}


def name_fault(name: str) -> str | None:
    """What is wrong with a name, or None."""
    if len(name) > LONGEST:
        return f"must have at most {LONGEST} characters (has {len(name)})"
    if not _PATTERN.fullmatch(name):
        return f"must be a letter, then letters, digits and _ (is {shown(name)})"
    if keyword.iskeyword(name):
        return f"is a word of Python's ({name}); choose another"
    if name.lower() in _DEVICES:
        return f"is a device name on Windows ({name}); choose another"
    return None


def _name(value: Any) -> str:
    if not isinstance(value, str):
        raise wrong(f"must be a name (is {shown(value)})")
    if fault := name_fault(value):
        raise wrong(fault)
    return value


Name = Annotated[str, PlainValidator(_name)]
