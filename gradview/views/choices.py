"""The row of choices above a picture."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QMenu, QSpinBox, QToolButton, QWidget

from gradview.views.choice import Choice
from gradview.views.flow import FlowLayout


class ChoicesRow(QWidget):
    """A widget for each choice; `changed(name, value)` when the user picks."""

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offers: tuple[Choice, ...] = ()
        self._widgets: dict[str, QComboBox | QSpinBox | QToolButton] = {}
        self._cells: list[QWidget] = []
        self._layout = FlowLayout(self)

    def show_choices(self, offers: tuple[Choice, ...], chosen: Mapping[str, Any]) -> None:
        """Offer these, with these chosen. Nothing is sent."""
        if offers != self._offers:
            self._offers = offers
            self._build()
        for offer in offers:
            self._set(self._widgets[offer.name], offer, chosen[offer.name])

    def widget(self, name: str) -> QComboBox | QSpinBox | QToolButton:
        """The widget of a choice."""
        return self._widgets[name]

    def _build(self) -> None:
        for cell in self._cells:
            self._layout.removeWidget(cell)
            cell.hide()
            cell.deleteLater()
        self._cells, self._widgets = [], {}
        for offer in self._offers:
            widget = self._make(offer)
            label = QLabel(offer.label)
            label.setBuddy(widget)
            label.setToolTip(offer.tip)
            widget.setToolTip(offer.tip)
            widget.setAccessibleName(offer.label)
            cell = QWidget()
            row = QHBoxLayout(cell)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(5)
            row.addWidget(label)
            row.addWidget(widget)
            self._layout.addWidget(cell)
            self._cells.append(cell)
            self._widgets[offer.name] = widget

    def _make(self, offer: Choice) -> QComboBox | QSpinBox | QToolButton:
        if offer.many:
            return self._make_menu(offer)
        if offer.options:
            box = QComboBox()
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            for value, text in offer.options:
                box.addItem(text, value)
            box.activated.connect(partial(self._picked, offer.name))
            return box
        number = QSpinBox()
        number.setLocale(QLocale.c())
        number.setRange(0, offer.most)
        number.setKeyboardTracking(False)
        number.valueChanged.connect(partial(self.changed.emit, offer.name))
        return number

    def _make_menu(self, offer: Choice) -> QToolButton:
        button = QToolButton()
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        menu = QMenu(button)
        for value, text in offer.options:
            action = menu.addAction(text)
            action.setData(value)
            action.setCheckable(True)
            action.triggered.connect(partial(self._ticked, offer, menu))
        button.setMenu(menu)
        return button

    def _picked(self, name: str, index: int) -> None:
        box = self._widgets[name]
        assert isinstance(box, QComboBox)
        self.changed.emit(name, box.itemData(index))

    def _ticked(self, offer: Choice, menu: QMenu, _: bool = False) -> None:
        ticked = [action.data() for action in menu.actions() if action.isChecked()]
        self.changed.emit(offer.name, ticked)

    def _set(self, widget: QComboBox | QSpinBox | QToolButton, offer: Choice, value: Any) -> None:
        widget.blockSignals(True)
        if isinstance(widget, QComboBox):
            widget.setCurrentIndex([each for each, _ in offer.options].index(value))
        elif isinstance(widget, QSpinBox):
            widget.setValue(value)
        else:
            actions: list[QAction] = widget.menu().actions()
            for action in actions:
                action.setChecked(action.data() in value)
            widget.setText(", ".join(action.text() for action in actions if action.isChecked()))
        widget.blockSignals(False)
