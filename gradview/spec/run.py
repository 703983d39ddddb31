"""How the experiment is computed; nothing here changes what the numbers mean."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import PlainValidator

from gradview.spec.base import Flag, Spec
from gradview.spec.problems import shown, wrong
from gradview.spec.values import whole_or


def _device(value: Any) -> str:
    number = value[4:] if isinstance(value, str) and value.startswith("gpu:") else ""
    if value in ("auto", "cpu") or (number.isascii() and number.isdigit() and len(number) <= 3):
        return str(value)
    raise wrong(f"must be 'auto', 'cpu' or 'gpu:0' (is {shown(value)})")


def _check(value: Any) -> Any:
    if value == "auto" or isinstance(value, bool):
        return value
    raise wrong(f"must be 'auto', true or false (is {shown(value)})")


def _path(value: Any) -> str:
    if value in ("auto", "generic"):
        return str(value)
    if value == "fast":
        raise wrong("this version has no fast path; write 'auto' or 'generic'")
    raise wrong(f"must be 'auto' or 'generic' (is {shown(value)})")


class Run(Spec):
    """Device, precision, and how much is checked.

    `check` is "auto", True or False; `memory` the bytes that may be used, or "auto".
    """

    device: Annotated[str, PlainValidator(_device)] = "auto"
    precision: Literal["float32", "float64"] = "float32"
    check: Annotated[Any, PlainValidator(_check)] = "auto"
    path: Annotated[str, PlainValidator(_path)] = "auto"
    memory: Annotated[Any, PlainValidator(whole_or("auto"))] = "auto"
    tf32: Flag = False
    deterministic: Flag = False
