"""A window as the program makes it, closed whatever happens, and the application left as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from gradview.app.recovery import Recovery
from gradview.app.settings import Settings
from gradview.app.theme import Theme
from gradview.app.window import Window
from gradview.jobs.worker import Worker
from gradview.spec.drafts import new_draft

FAKE = "tests.jobs.fake_compute:compute"
SIZE = (1280, 800)

OpenWindow = Callable[..., Window]


@contextmanager
def opened(app: QApplication, worker: Worker, *, start: bool = True) -> Iterator[Window]:
    """A window on the screen; what is unsaved in the end is let go."""
    palette, sheet, style = app.palette(), app.styleSheet(), app.style().objectName()
    settings = Settings()
    theme = Theme(app, settings)
    window = Window(settings, theme, worker, Recovery())
    window.resize(*SIZE)
    window.show()
    if start:
        worker.start()
    try:
        yield window
    finally:
        window.document.open(new_draft("recurrent"))
        window.close()
        window.deleteLater()
        theme.deleteLater()
        settings.deleteLater()
        app.setStyleSheet(sheet)
        app.setStyle(style)
        app.setPalette(palette)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        window.__dict__.clear()  # pytest holds what a fixture gave, and that would hold all the parts


@pytest.fixture
def window(qapp: QApplication) -> Iterator[Window]:
    """With an engine that computes nothing."""
    with opened(qapp, Worker(entry=FAKE, spare=False)) as window:
        yield window


@pytest.fixture
def idle_window(qapp: QApplication) -> Iterator[Window]:
    """Whose worker is never started: for what needs no run."""
    with opened(qapp, Worker(entry=FAKE, spare=False), start=False) as window:
        yield window


@pytest.fixture
def file_chosen(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path | None], None]:
    """What the next file dialogs answer."""

    def choose(path: Path | None) -> None:
        text = "" if path is None else str(path)
        for name in ("getSaveFileName", "getOpenFileName"):
            monkeypatch.setattr(f"PySide6.QtWidgets.QFileDialog.{name}", lambda *_: (text, ""))
        monkeypatch.setattr(
            "PySide6.QtWidgets.QFileDialog.getOpenFileNames", lambda *_: ([text] if text else [], "")
        )

    return choose
