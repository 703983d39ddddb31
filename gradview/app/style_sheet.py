"""The few things that the palette cannot say: headings, tabs, tables, docks, and where the focus is."""

from __future__ import annotations

from string import Template

from gradview.spec.resources import resource
from gradview.views.colours import Palette

_SHEET = Template(
    """
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 4px 6px; }
QToolBar { background: $window; border: none; border-bottom: 1px solid $border; spacing: 2px;
    padding: 3px 6px; }
QToolBar::separator { background: $border; width: 1px; margin: 5px 6px; }
QToolBar QToolButton { border: 1px solid transparent; border-radius: 4px; padding: 4px 9px; }
QToolBar QToolButton:hover { background: $raised; border-color: $border; }
QToolBar QToolButton:pressed { background: $selection; }
QToolBar QToolButton:focus { border-color: $accent; }
QToolBar QToolButton#tool-run, QToolBar QToolButton#tool-stop {
    background: $accent; color: $accent_text; font-weight: bold; padding: 4px 14px; }
QToolBar QToolButton#tool-run:hover, QToolBar QToolButton#tool-stop:hover { border-color: $text; }
QToolBar QToolButton#tool-run:focus, QToolBar QToolButton#tool-stop:focus { border-color: $text; }
QToolBar QToolButton::menu-indicator { image: none; width: 0px; }
QMenuBar { background: $window; }
QMenuBar::item:selected { background: $selection; color: $text; }
QLineEdit, QPlainTextEdit { background: $base; border: 1px solid $border; border-radius: 3px;
    padding: 2px 4px;
    selection-background-color: $accent; selection-color: $accent_text; }
QLineEdit:focus, QPlainTextEdit:focus { border-color: $accent; }
QLineEdit:disabled { color: $muted; background: $window; }
QCheckBox::indicator { width: 13px; height: 13px; border: 1px solid $muted; border-radius: 2px;
    background: $base; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url("$check"); }
QCheckBox::indicator:focus { border-color: $text; }
QDockWidget { color: $muted; font-weight: bold; }
QDockWidget::title { background: $window; padding: 5px 9px; text-align: left; }
QMainWindow::separator { background: $border; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: $accent; }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: $muted; border: none; border-bottom: 2px solid transparent;
    padding: 6px 12px 5px 12px; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:focus { border-bottom-color: $text; }
QHeaderView { background: $window; }
QHeaderView::section { background: $window; color: $muted; border: none; border-bottom: 1px solid $border;
    padding: 3px 6px; }
QTableView { background: $base; border: none; selection-background-color: $selection;
    selection-color: $text; outline: none; }
QTableView::item { padding: 0px 6px; border: none; }
QTableView::item:focus { border: 1px solid $accent; }
QStatusBar { background: $window; color: $muted; border-top: 1px solid $border; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $muted; padding: 0px 8px; }
QLabel#muted, QLabel#caption { color: $muted; }
QLabel#caption { font-weight: bold; }
QProgressBar { background: $raised; border: 1px solid $border; border-radius: 3px; height: 10px; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }
"""
)


def style_sheet(palette: Palette) -> str:
    """The style sheet in a theme's colours."""
    names = ("window", "base", "raised", "border", "text", "muted", "accent", "accent_text", "selection")
    check = resource(f"icons/check-{palette.name}.svg").as_posix()
    return _SHEET.substitute({name: getattr(palette, name) for name in names}, check=check)
