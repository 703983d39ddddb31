"""`gradview info` and `gradview figure`: what a result holds, in words and in pictures."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from gradview.cli.arguments import UsageError
from gradview.cli.output import look_at_file
from gradview.cli.summary import end_norms, loss_words, mean_words
from gradview.cli.tables import shortened, table, terminal_width
from gradview.results.check import badge
from gradview.results.estimate import bytes_words
from gradview.results.result import Result, load
from gradview.views.binding import use_our_qt

if TYPE_CHECKING:
    from gradview.views.view import View

ENDINGS = (".svg", ".pdf", ".png", ".csv")


def info(path: str) -> int:
    """Do `gradview info` and return its exit code."""
    with load(path) as result:
        print("\n".join(info_lines(result)))
    return 0


def info_lines(result: Result) -> list[str]:
    """What a result is and holds."""
    meta, check = result.meta, badge(result.meta)
    versions = ", ".join(f"{name} {version}" for name, version in (meta.get("versions") or {}).items())
    rows = [
        ("name", result.experiment.get("name") or "-"),
        ("model", (result.experiment.get("model") or {}).get("kind", "-")),
        ("device", f"{meta.get('device', '?')}, {meta.get('precision', '?')}"),
        ("versions", versions or "-"),
        ("loss", loss_words(result)),
        *(
            (f"|{name}|", f"{first:.4g} .. {last:.4g}{mean_words(result, name)}")
            for name, first, last in end_norms(result)
        ),
        ("check", check.text),
        *(("", detail) for detail in shortened(check.details)),
        *((finding.level, finding.sentence) for finding in result.findings),
    ]
    arrays = [
        (name, _dims(result, name), str(array.dtype), bytes_words(array.nbytes), result.info(name).words)
        for name, array in result.items()
    ]
    headers, width = ("array", "dims", "type", "size", "meaning"), terminal_width()
    return [*table(("", ""), rows, width=width), "", *table(headers, arrays, frozenset({"size"}), width)]


def figure(arguments: argparse.Namespace) -> int:
    """Do `gradview figure` and return its exit code."""
    if arguments.list:
        return _list(arguments.result)
    for name, value in (("RESULT", arguments.result), ("--view", arguments.view), ("-o", arguments.output)):
        if value is None:
            raise UsageError(f"{name} is missing (gradview figure RESULT --view NAME -o OUT.svg)")
    if Path(arguments.output).suffix.lower() not in ENDINGS:
        raise UsageError(f"-o {arguments.output}: the name must end in {', '.join(ENDINGS)}")
    look_at_file(arguments.output)
    with load(arguments.result) as result:
        views = {view.name: view for view in _views()}
        if arguments.view not in views:
            raise UsageError(f"--view {arguments.view}: there is no such view; there are {', '.join(views)}")
        reason = views[arguments.view].reason(result)
        if reason is not None:
            raise UsageError(f"--view {arguments.view}: {reason}")
        from gradview.views.figure import save_figure

        save_figure(result, arguments.view, arguments.output)
    print(arguments.output)
    return 0


def _list(path: str | None) -> int:
    result = None if path is None else load(path)
    for view in _views():
        reason = None if result is None else view.reason(result)
        print(f"{view.name:<16}  {view.label}" + ("" if reason is None else f" - {reason}"))
    return 0


def _views() -> tuple[type[View], ...]:
    """The views; Qt is imported here, told not to look for a screen, nor for another Qt's plugins."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    use_our_qt()
    try:
        from gradview.views.registry import VIEWS
    except ImportError as error:
        raise UsageError(
            f"pictures need Qt, which cannot be imported ({error}); gradview doctor says more"
        ) from None
    return VIEWS


def _dims(result: Result, name: str) -> str:
    sizes = zip(result.info(name).dims, result[name].shape, strict=True)
    return ", ".join(f"{dim} {size}" for dim, size in sizes) or "-"
