"""Starts the window: looks first whether one can be opened, or is open already."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

from gradview.app.early_log import keep_early_records
from gradview.app.guards import prepare_environment, why_no_window

log = logging.getLogger("gradview")


def main(file: str | None = None) -> int:
    """Open the window, on a file if one is given, and return its exit code.

    Where a window of this user is open on this screen, that one opens the file and comes to the front.
    """
    keep_early_records()
    prepare_environment()
    reason = why_no_window()
    if reason is None and file is not None and not Path(file).exists():
        reason = f"{file} is not there"
    if reason is not None:
        print(f"gradview: {reason}", file=sys.stderr)
        return 2
    from gradview.app.start import start

    return start([] if file is None else [Path(file)])
