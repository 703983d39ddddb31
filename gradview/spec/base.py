"""The base of every part of an experiment: frozen, without unknown fields, dumped under files' names."""

from __future__ import annotations

import math
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, PlainValidator

from gradview.spec.problems import shown, wrong

MAX_SIZE = 2**31 - 1


class Spec(BaseModel):
    """One part of an experiment.

    `ALWAYS` names fields that a draft holds even where nobody set them: those that tell kinds apart.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, hide_input_in_errors=True)
    ALWAYS: ClassVar[frozenset[str]] = frozenset()

    def to_draft(self) -> dict[str, Any]:
        """This part as plain JSON data, without defaults that nobody set."""
        part: dict[str, Any] = {}
        for name, field in type(self).model_fields.items():
            if name in self.model_fields_set or name in self.ALWAYS:
                part[field.alias or name] = plain(getattr(self, name))
        for name, value in (self.__pydantic_extra__ or {}).items():
            part[name] = plain(value)
        return part


def plain(value: Any) -> Any:
    """A value as JSON holds it: lists, no tuples; 'nan' and 'inf' as words."""
    if isinstance(value, Spec):
        return value.to_draft()
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def _number(value: Any) -> float:
    """A finite number, given as a number: neither text nor true."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise wrong(f"must be a number (is {shown(value)})")
    if abs(value) > 1.7e308 or value != value:
        raise wrong(f"must be a finite number (is {shown(value)})")
    return value


Finite = Annotated[float, PlainValidator(_number)]
"""A finite number; 2 stays 2 and does not become 2.0, so that a file comes back as it was."""
Whole = Annotated[int, Field(strict=True)]
Size = Annotated[int, Field(strict=True, ge=1, le=MAX_SIZE)]
Seed = Annotated[int, Field(strict=True, ge=0, le=2**63 - 1)]
Flag = Annotated[bool, Field(strict=True)]
Text = Annotated[str, Field(strict=True)]
