"""Every control can be reached by keyboard and says what it means."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QTableView,
    QTreeWidget,
    QWidget,
)

from gradview.app.runs import Run, RunState
from gradview.app.window import Window
from gradview.forms.disclosure import Disclosure
from gradview.spec.examples import Example, examples
from tests.results.made import loop_result, lstm_result

CONTROLS = (
    QAbstractButton, QLineEdit, QComboBox, QPlainTextEdit, QAbstractSpinBox, QSlider, QTableView, QTreeWidget,
)  # fmt: skip
PARTS_OF_ONE = (QComboBox, QAbstractSpinBox, QDockWidget)


def controls(window: Window) -> Iterator[QWidget]:
    """What can be used and is in sight, everything folded out."""
    QApplication.processEvents()
    for disclosure in window.findChildren(Disclosure):
        disclosure.setChecked(True)
    QApplication.processEvents()
    for widget in window.findChildren(QWidget):
        if (
            isinstance(widget, CONTROLS)
            and widget.isVisible()
            and not isinstance(widget.parent(), PARTS_OF_ONE)
        ):
            yield widget


def described(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, (QAbstractButton, QLineEdit)) else ""
    return (
        f"{type(widget).__name__} {widget.accessibleName() or text!r} in a {type(widget.parent()).__name__}"
    )


def explained(widget: QWidget) -> bool:
    """Whether it, or what it stands in, has a tooltip."""
    part: QWidget | None = widget
    while part is not None and not part.toolTip():
        part = part.parentWidget()
    return part is not None


def check_all(window: Window) -> None:
    found = list(controls(window))
    assert len(found) > 20
    assert [described(one) for one in found if not explained(one)] == []
    assert [described(one) for one in found if one.focusPolicy() == Qt.FocusPolicy.NoFocus] == []


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_fields_of_each_example_are_explained_and_take_the_focus(
    idle_window: Window, example: Example
) -> None:
    idle_window.files.open_example(example)
    check_all(idle_window)


@pytest.mark.parametrize("made", [lstm_result, loop_result], ids=["recurrent", "loop"])
def test_panels_are_explained_and_take_the_focus(idle_window: Window, made: object) -> None:
    assert callable(made)
    idle_window.runs.add(Run("", "made-up", {}, state=RunState.OPENED, result=made()))
    for name in idle_window.panels.docks:
        idle_window.panels.bring(name)
        check_all(idle_window)
