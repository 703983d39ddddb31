"""What a run came to, in lines for people and in JSON for programs."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradview.cli.tables import shortened, table, terminal_width
from gradview.results.check import badge
from gradview.results.estimate import bytes_words
from gradview.results.reduce import norm
from gradview.results.result import Result
from gradview.results.store import plain


def summary(result: Result, output: str | None) -> dict[str, Any]:
    """The result without its arrays, for --json; numbers that are not finite are texts."""
    meta, check = result.meta, badge(result.meta)
    found = {
        "name": result.experiment.get("name", ""),
        "loss": float(result["loss"]) if "loss" in result else None,
        "norms": {name: {"first": first, "last": last} for name, first, last in end_norms(result)},
        "check": {"level": check.level, "text": check.text, **(meta.get("check") or {}).get("summary", {})},
        "findings": meta.get("findings", []),
        "device": meta.get("device"),
        "precision": meta.get("precision"),
        "path": meta.get("path"),
        "timings": meta.get("timings", {}),
        "arrays": {
            name: {"dims": list(result.info(name).dims), "shape": list(result[name].shape)} for name in result
        },
        "output": output,
    }
    return dict(plain(found))


def summary_lines(result: Result, output: str | None) -> list[str]:
    """The summary for people."""
    rows = [("loss", loss_words(result))] if "loss" in result else []
    for name, first, last in end_norms(result):
        words = f"{first:.4g} at the first step, {last:.4g} at the last"
        rows.append((f"|{name}|", words + mean_words(result, name)))
    check = badge(result.meta)
    rows.append(("check", check.text))
    rows += [("", detail) for detail in shortened(check.details)]
    rows += [(finding.level, finding.sentence) for finding in result.findings]
    rows.append(("device", f"{result.meta.get('device', '?')}, {result.meta.get('precision', '?')}"))
    seconds = [float(taken) for taken in (result.meta.get("timings") or {}).values()]
    if seconds:
        rows.append(("time", f"{sum(seconds):.2f} s"))
    if output is None:
        rows.append(("written", "nothing: -o OUT.npz keeps the result"))
    else:
        size = bytes_words(sum(array.nbytes for array in result.values()))
        rows.append(("written", f"{output}, {len(result)} arrays, {size}"))
    return table(("", ""), rows, width=terminal_width())


def loss_words(result: Result) -> str:
    """The loss with the digits that its precision has; '-' where there is none."""
    if "loss" not in result:
        return "-"
    loss = result["loss"]
    return f"{float(loss):.{np.finfo(loss.dtype).precision + 1}g}"


def end_norms(result: Result) -> list[tuple[str, float, float]]:
    """Of each total gradient: its norm over units at the first and at the last step, mean over samples."""
    found = []
    for name in result:
        info = result.info(name)
        if info.kind == "total" and len(result[name]):
            axes = tuple(axis for axis, dim in enumerate(info.dims) if axis and dim != "sample")
            ends = norm(result[name][[0, -1]], axes).reshape(2, -1).mean(axis=1)
            found.append((name, float(ends[0]), float(ends[1])))
    return found


def mean_words(result: Result, name: str) -> str:
    """What a norm is a mean over, '' if over nothing."""
    dims = result.info(name).dims
    return f" (mean over {result[name].shape[dims.index('sample')]} samples)" if "sample" in dims else ""
