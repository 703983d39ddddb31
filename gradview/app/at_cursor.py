"""Exact values at the step that all panels point at, as the panels count them. No Qt here."""

from __future__ import annotations

from dataclasses import replace

from gradview.results.names import ArrayInfo
from gradview.results.result import Result
from gradview.views.arrays import found, laid
from gradview.views.presence import presence, value_text
from gradview.views.scale import number_text

KINDS = ("total", "direct")
Row = tuple[str, str]


def values_at(result: Result, step: int) -> tuple[Row, ...]:
    """Of each state, the size of its gradients at a step: (symbol, number)."""
    rows: list[Row] = []
    for info in found(result, *KINDS):
        if step < len(result[info.name]):
            rows.append((f"{info.kind} |dL/d{info.state}_t|", norm_text(result, info, step)))
    if "loss_by_step" in result and step < len(result["loss_by_step"]):
        rows.append(("L_t", number_text(float(result["loss_by_step"][step]))))
    return tuple(rows)


def end_norms(result: Result, digits: int = 6) -> tuple[str, str] | None:
    """At the first and the last step, the size of the total gradient by the last layer's h.

    Of a loop it is that by its first state; None if no total gradient was measured.
    """
    infos = [info for info in found(result, "total") if len(result[info.name])]
    if not infos:
        return None
    hidden = [info for info in infos if str(info.state).rpartition("_")[2] == "h"]
    info = hidden[-1] if hidden else infos[0]
    steps = len(result[info.name])
    return norm_text(result, info, 0, digits), norm_text(result, info, steps - 1, digits)


def norm_text(result: Result, info: ArrayInfo, step: int, digits: int = 6) -> str:
    """The norm at one step, its mean over samples. Reads that step alone: the array may lie in a file."""
    array = laid(result, info)
    here = slice(step, step + 1)
    one = replace(
        array,
        kept={},
        values=array.values[here],
        structure=None if array.structure is None else array.structure[here],
        underflow=None if array.underflow is None else array.underflow[here],
    )
    norms = one.norms(None)
    code = presence(norms, one.structure, one.any_underflow())[0]
    return value_text(float(norms[0]), int(code), digits)
