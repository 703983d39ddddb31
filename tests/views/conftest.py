"""What the tests of panels share: a shown panel, and results with everything that may go wrong in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot

from gradview.results.result import Result
from gradview.views.colours import Palette, light
from gradview.views.cursor import Cursor
from gradview.views.registry import view
from gradview.views.view import View
from tests.results.made import LOOP, made

Show = Callable[..., View]


@pytest.fixture
def cursor(qapp: object) -> Cursor:
    """A cursor of its own."""
    return Cursor()


@pytest.fixture
def show(qtbot: QtBot, cursor: Cursor) -> Show:
    """Make a panel by name and show it with a result."""

    def shown(
        name: str,
        result: Result | None,
        choices: dict[str, Any] | None = None,
        palette: Palette | None = None,
    ) -> View:
        panel = view(name)(cursor, palette or light())
        qtbot.addWidget(panel)
        panel.resize(900, 560)
        panel.setResult(result)
        panel.setChoices(choices or {})
        with qtbot.waitExposed(panel):
            panel.show()
        settle(panel)
        return panel

    return shown


def settle(panel: View) -> None:
    """Let the layout come to rest: axes learn their width while painting."""
    from PySide6.QtWidgets import QApplication

    for _ in range(3):
        QApplication.processEvents()
        panel.grab()


def pixel_of(panel: View, plot: Any, x: float, y: float) -> QPoint:
    """Where a point of a plot stands in the picture's viewport."""
    at = plot.vb.mapViewToScene(QPointF(x, y))
    return panel.picture.mapFromScene(at)


def click(qtbot: QtBot, panel: View, plot: Any, x: float, y: float) -> None:
    """Click at a point of a plot."""
    qtbot.mouseClick(panel.picture.viewport(), Qt.MouseButton.LeftButton, pos=pixel_of(panel, plot, x, y))


def while_loop() -> Result:
    """x_t = x_{t-1} w_t from x_0 = 2 weight_0, five steps, the last weight zero."""
    start, first, weights = 2.0, 1.5, np.array([0.5, 2.0, -1.0, 0.8, 0.0])
    steps = weights.size
    table = np.zeros((steps, steps))
    for t in range(steps):
        for j in range(t + 1):
            table[t, j] = start * first * np.prod(np.delete(weights[: t + 1], j))
    arrays = {
        "total/x": np.array([np.prod(weights[t + 1 :]) for t in range(steps)]),
        "direct/x": np.eye(steps)[-1],
        "structure/direct/x": np.array([1, 1, 1, 1, 0], np.uint8),
        "outputs_by_weights/weight_0": start * np.cumprod(weights),
        "outputs_by_weights/w": table,
        "structure/outputs_by_weights/w": np.triu(np.ones((steps, steps), np.uint8), 1),
    }
    return made(arrays, {**LOOP, "name": "while-loop"}, samples=False, per_step=("w",))
