"""What the palette cannot say: flat fields, headings, tabs, tables, docks, and a ring where the focus is."""

from __future__ import annotations

from string import Template

from gradview.spec.resources import resource
from gradview.views.colours import Palette

COLOURS = (
    *("window", "base", "raised", "border", "text", "muted", "hatch"),
    *("accent", "accent_text", "selection"),
)
DRAWINGS = ("check", "down", "up", "close", "float")
"""Drawings of resources/icons that exist once for each theme: a style sheet cannot tint them."""

_SHEET = Template(
    """
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 4px 6px; }

QMenuBar { background: $window; }
QMenuBar::item:selected { background: $selection; color: $text; }
QMenu { background: $base; color: $text; border: 1px solid $border; padding: 4px 0px; }
QMenu::item { padding: 3px 22px 3px 18px; }
QMenu::item:selected { background: $selection; color: $text; }
QMenu::item:disabled { color: $muted; }
QMenu::separator { background: $border; height: 1px; margin: 4px 8px; }
QMenu::indicator { width: 13px; height: 13px; left: 8px; border: 1px solid $muted; border-radius: 2px;
    background: $base; }
QMenu::indicator:checked { background: $accent; border-color: $accent; image: url("$check"); }

QLineEdit, QPlainTextEdit, QComboBox, QAbstractSpinBox { background: $base; color: $text;
    border: 1px solid $border; border-radius: 3px; padding: 2px 4px;
    selection-background-color: $accent; selection-color: $accent_text; placeholder-text-color: $muted; }
QLineEdit:hover, QPlainTextEdit:hover, QComboBox:hover, QAbstractSpinBox:hover { border-color: $hatch; }
QLineEdit:focus, QPlainTextEdit:focus, QComboBox:focus, QComboBox:on, QAbstractSpinBox:focus {
    border-color: $accent; }
QLineEdit:disabled, QPlainTextEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled {
    color: $muted; background: $window; }
QComboBox { padding: 2px 0px 2px 4px; }
QComboBox::drop-down { subcontrol-origin: border; subcontrol-position: center right; width: 16px;
    border: none; }
QComboBox::down-arrow { image: url("$down"); width: 9px; height: 9px; }
QComboBox QAbstractItemView { background: $base; color: $text; border: 1px solid $border; outline: none;
    selection-background-color: $selection; selection-color: $text; }
QAbstractSpinBox { padding: 2px 0px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { subcontrol-origin: border; width: 16px;
    border: none; }
QAbstractSpinBox::up-button { subcontrol-position: top right; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; }
QAbstractSpinBox::up-arrow { image: url("$up"); width: 8px; height: 8px; }
QAbstractSpinBox::down-arrow { image: url("$down"); width: 8px; height: 8px; }

Card { border: 1px solid $border; border-radius: 4px; }

QPushButton, QToolButton { background: $raised; color: $text; border: 1px solid $border;
    border-radius: 3px; padding: 3px 10px; outline: none; }
QToolButton { padding: 1px 2px; }
Disclosure { background: transparent; border: none; outline: 1px solid $accent; outline-radius: 3px; }
QToolButton[autoRaise="true"] { background: transparent; border-color: transparent; }
QToolButton[popupMode="2"] { background: $base; padding: 2px 16px 2px 2px; }
QPushButton:hover, QToolButton:hover { border-color: $hatch; }
QPushButton:pressed, QPushButton:checked, QToolButton:pressed { background: $selection; }
QPushButton:focus, QPushButton:default, QToolButton:focus, QToolButton[autoRaise="true"]:focus {
    border-color: $accent; }
QPushButton:disabled, QToolButton:disabled { color: $muted; background: $window; }
QToolButton[autoRaise="true"]:disabled { background: transparent; }
QToolButton[popupMode="2"]::menu-indicator { image: url("$down"); width: 9px; height: 9px;
    subcontrol-origin: border; subcontrol-position: center right; right: 5px; }

QToolBar { background: $window; border: none; border-bottom: 1px solid $border; spacing: 2px;
    padding: 3px 6px; }
QToolBar::separator { background: $border; width: 1px; margin: 5px 6px; }
QToolBar QToolButton { border: 1px solid transparent; border-radius: 4px; padding: 4px 9px; }
QToolBar QToolButton:hover { background: $raised; border-color: $border; }
QToolBar QToolButton:pressed { background: $selection; }
QToolBar QToolButton:focus { border-color: $accent; }
QToolBar QToolButton#tool-run, QToolBar QToolButton#tool-stop {
    background: $accent; color: $accent_text; font-weight: bold; padding: 4px 14px; }
QToolBar QToolButton#tool-run:hover, QToolBar QToolButton#tool-stop:hover,
QToolBar QToolButton#tool-run:focus, QToolBar QToolButton#tool-stop:focus { border-color: $text; }
QToolBar QToolButton#tool-run:disabled, QToolBar QToolButton#tool-stop:disabled {
    background: $raised; color: $muted; border-color: $border; }
QToolBar QToolButton::menu-indicator { image: none; width: 0px; }
QToolBar QToolButton[popupMode="2"] { background: transparent; border-color: transparent; border-radius: 4px;
    padding: 4px 9px; }
QToolBar QToolButton[popupMode="2"]:hover { background: $raised; border-color: $border; }
QToolBar QToolButton[popupMode="2"]:focus { border-color: $accent; }
QToolBar QToolButton[popupMode="2"]::menu-indicator { image: none; width: 0px; }

QCheckBox, QRadioButton { border: 1px solid transparent; border-radius: 3px; padding: 1px 2px; }
QCheckBox:focus, QRadioButton:focus { border-color: $accent; }
QCheckBox::indicator, QRadioButton::indicator { width: 13px; height: 13px; border: 1px solid $muted;
    border-radius: 2px; background: $base; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url("$check"); }
QCheckBox::indicator:indeterminate { background: $muted; }
QCheckBox::indicator:disabled { border-color: $border; }
QCheckBox::indicator:checked:disabled { background: $hatch; border-color: $hatch; }
QRadioButton::indicator { border-radius: 7px; }
QRadioButton::indicator:checked { border: 4px solid $accent; width: 7px; height: 7px; }

QSlider::groove:horizontal { background: $border; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::sub-page:horizontal:disabled { background: $border; }
QSlider::handle:horizontal { background: $base; border: 1px solid $muted; width: 11px; margin: -5px 0px;
    border-radius: 6px; }
QSlider::handle:horizontal:hover { border-color: $accent; }
QSlider::handle:horizontal:focus { background: $accent; border-color: $text; }

QAbstractScrollArea::corner, QTableCornerButton::section { background: $window; border: none; }
QScrollBar { background: transparent; margin: 0px; }
QScrollBar:vertical { width: 11px; }
QScrollBar:horizontal { height: 11px; }
QScrollBar::handle { background: $hatch; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0px; height: 0px; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }

QDockWidget { color: $muted; font-weight: bold; titlebar-close-icon: url("$close");
    titlebar-normal-icon: url("$float"); }
QDockWidget::title { background: $window; padding: 5px 9px; text-align: left; }
QDockWidget::close-button, QDockWidget::float-button { border: 1px solid transparent; border-radius: 3px;
    padding: 0px; icon-size: 20px; }
QDockWidget::close-button:hover, QDockWidget::float-button:hover { background: $raised;
    border-color: $border; }
QMainWindow::separator { background: $border; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: $accent; }
QSplitter::handle { background: $border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: $accent; }

QTabBar { qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: $muted; border: 1px solid transparent;
    border-bottom: 2px solid transparent; padding: 5px 11px; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:focus { border-color: $accent; }

QHeaderView { background: $window; }
QHeaderView::section { background: $window; color: $muted; border: none; border-bottom: 1px solid $border;
    padding: 3px 6px; }
QTableView, QTreeView { background: $base; border: none; gridline-color: $border;
    selection-background-color: $selection; selection-color: $text; outline: none; }
QTreeView::item { padding: 1px 3px; }
QTableView::item { padding: 0px 6px; border: none; }
QTableView::item:focus { border: 1px solid $accent; }

QStatusBar { background: $window; color: $muted; border-top: 1px solid $border; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $muted; padding: 0px 8px; }
QLabel#muted, QLabel#caption { color: $muted; }
QLabel#caption { font-weight: bold; }
QProgressBar { background: $raised; border: 1px solid $border; border-radius: 3px; height: 10px;
    text-align: center; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }
"""
)


def style_sheet(palette: Palette) -> str:
    """The style sheet in a theme's colours."""
    colours = {name: getattr(palette, name) for name in COLOURS}
    drawings = {name: resource(f"icons/{name}-{palette.name}.svg").as_posix() for name in DRAWINGS}
    return _SHEET.substitute(colours, **drawings)
