"""What the check says: how many comparisons agree, which failed, and what could not be compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

AGREE = ("passed", "exact zero")


@dataclass(frozen=True)
class Badge:
    """The check on one line, as the window and the terminal show it.

    Attributes
    ----------
    level : ok, warn (something could not be told), fail, or none (not run)
    text : '32 of 32 steps locally, 6 end to end'
    details : a sentence for each thing that failed or could not be told
    """

    level: Literal["ok", "warn", "fail", "none"]
    text: str
    details: tuple[str, ...] = ()


def summary(comparisons: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Count what meta["check"]["summary"] holds.

    A step agrees locally if nothing there failed and at least one comparison could tell.
    """
    steps: dict[Any, list[str]] = {}
    end_to_end = failed = 0
    for one in comparisons:
        verdict = one["verdict"]
        failed += verdict == "failed"
        if one["part"] == "local":
            steps.setdefault(one["step"], []).append(verdict)
        elif one["part"] == "end_to_end":
            end_to_end += verdict in AGREE
    agreeing = sum(
        "failed" not in verdicts and any(verdict in AGREE for verdict in verdicts)
        for verdicts in steps.values()
    )
    return {"local_steps": agreeing, "of_steps": len(steps), "end_to_end": end_to_end, "failed": failed}


def badge(meta: Mapping[str, Any]) -> Badge:
    """The check of a result on one line."""
    check = meta.get("check") or {}
    if not check.get("ran"):
        return Badge("none", "not checked", tuple(filter(None, [_sentence(check.get("why_not"))])))
    comparisons: Sequence[Mapping[str, Any]] = check.get("comparisons") or ()
    counts = check.get("summary") or summary(comparisons)
    text = f"{counts['local_steps']} of {counts['of_steps']} steps locally, {counts['end_to_end']} end to end"
    details = tuple(f"{verdict_words(one)}." for one in comparisons if one["verdict"] == "failed")
    unsettled = [one for one in comparisons if one["verdict"] in ("unsettled", "not checked")]
    details += tuple(f"{verdict_words(one)}." for one in unsettled)
    below = sum(one["verdict"] == "below rounding" for one in comparisons)
    if below:
        details += (f"{below} of {len(comparisons)} comparisons are below rounding and cannot tell.",)
    if counts["failed"]:
        return Badge("fail", f"{counts['failed']} failed; {text}", details)
    told = counts["local_steps"] == counts["of_steps"] and (counts["of_steps"] or counts["end_to_end"])
    return Badge("ok" if told and not unsettled else "warn", text, details)


def failed(meta: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The comparisons that failed."""
    comparisons = (meta.get("check") or {}).get("comparisons") or ()
    return [one for one in comparisons if one["verdict"] == "failed"]


def verdict_words(comparison: Mapping[str, Any]) -> str:
    """One comparison in words: 'total/h by offset at step 7: failed, 0.31 from the sweep, ...'."""
    step = comparison.get("step")
    where = f"{comparison['array']} by {comparison['by']}" + ("" if step is None else f" at step {step + 1}")
    verdict = comparison["verdict"]
    if verdict == "not checked":
        return f"{where}: not checked"
    sweep, difference = float(comparison["sweep"]), float(comparison["difference"])
    return f"{where}: {verdict}, {sweep:.6g} from the sweep, {difference:.6g} by differences"


def _sentence(text: str | None) -> str | None:
    return text and text[0].upper() + text[1:].rstrip(".") + "."
