"""The program from QApplication to its end. Imported after the environment was looked at."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from gradview.app.instance import Instance, hand_over
from gradview.app.numbers import use_c_numbers
from gradview.app.recovery import Recovered, Recovery
from gradview.app.settings import Settings
from gradview.app.theme import Theme
from gradview.app.window import Window
from gradview.jobs.worker import Worker


def start(files: list[Path]) -> int:
    """Run the program; the exit code."""
    app = QApplication(["gradview"])
    app.setApplicationName("gradview")
    app.setApplicationDisplayName("gradview")
    app.setDesktopFileName("gradview")
    use_c_numbers()
    logging.getLogger("gradview").setLevel(logging.INFO)
    if hand_over(files):
        return 0
    settings = Settings()
    theme = Theme(app, settings)
    app.setWindowIcon(theme.icon("gradview"))
    worker = Worker(settings.workerMode(), spare=settings.spare())
    window = Window(settings, theme, worker, Recovery())
    instance = Instance()
    instance.asked.connect(partial(open_in, window))
    instance.listen()
    window.show()
    offer_leftovers(window)
    window.files.open_all(files)
    worker.start()
    code = app.exec()
    instance.close()
    window.deleteLater()
    app.processEvents()
    return code


def open_in(window: Window, paths: list[str]) -> None:
    """Open what another start was asked for."""
    window.bring()
    window.files.open_all([Path(path) for path in paths])


def offer_leftovers(window: Window) -> None:
    """Offer what a start that ended without saving has left."""
    left = window.recovery.leftovers()
    if not left:
        return
    newest = left[-1]
    name = newest.draft.get("name") or "an experiment"
    offers = (
        ("Restore", partial(restore, window, newest)),
        ("Discard", partial(window.recovery.take, newest)),
    )
    words = f"gradview ended without saving '{name}', last changed {newest.when:%Y-%m-%d %H:%M}."
    window.notice.say(words, "warning", offers, topic="recovery")


def restore(window: Window, recovered: Recovered) -> None:
    """Open a recovered draft as unsaved."""
    if window.files.may_leave():
        window.document.open(recovered.draft, recovered.path, unsaved=True)
        window.recovery.take(recovered)
