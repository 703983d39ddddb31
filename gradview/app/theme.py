"""Light and dark: the palette of every widget, one style sheet, and icons in the text's colour."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QByteArray, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from gradview.app.settings import Settings
from gradview.app.style_sheet import style_sheet
from gradview.spec.resources import resource
from gradview.views.colours import Palette, dark, light

ICON_INK = b"#3c4650"  # what the drawings in resources/icons are drawn in
ICON_SIZE = 24
RATIOS = (1, 2)
SCHEMES = {
    "system": Qt.ColorScheme.Unknown,
    "light": Qt.ColorScheme.Light,
    "dark": Qt.ColorScheme.Dark,
}


class Theme(QObject):
    """The look of the application; follows the system until the settings say otherwise."""

    changed = Signal()

    def __init__(self, app: QApplication, settings: Settings) -> None:
        super().__init__()
        self._app, self._settings = app, settings
        self._name: Literal["light", "dark"] | None = None
        app.setStyle("Fusion")
        # The Run button's drawing is in the colour of its text, which a menu's ground would swallow.
        app.setAttribute(Qt.ApplicationAttribute.AA_DontShowIconsInMenus)
        app.styleHints().colorSchemeChanged.connect(self.follow)
        settings.themeChanged.connect(self.follow)
        self.follow()

    def name(self) -> Literal["light", "dark"]:
        """Which of the two it is now."""
        choice = self._settings.theme()
        if choice != "system":
            return choice
        return "dark" if self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"

    def palette(self) -> Palette:
        """Its colours."""
        return dark() if self.name() == "dark" else light()

    def icon(self, name: str, colour: str = "") -> QIcon:
        """A drawing of resources/icons in the colour of text, or another; disabled ones are muted."""
        drawing = resource(f"icons/{name}.svg").read_bytes()
        palette, icon = self.palette(), QIcon()
        for mode, ink in (
            (QIcon.Mode.Normal, colour or palette.text),
            (QIcon.Mode.Disabled, palette.muted),
        ):
            renderer = QSvgRenderer(QByteArray(drawing.replace(ICON_INK, ink.encode())))
            for ratio in RATIOS:
                icon.addPixmap(drawn(renderer, ratio), mode)
        return icon

    def follow(self) -> None:
        """Apply what the settings and the system say."""
        # Title bars and the system's own dialogs follow too; unknown means as the system has it.
        self._app.styleHints().setColorScheme(SCHEMES[self._settings.theme()])
        name = self.name()
        if name == self._name:
            return
        self._name = name
        palette = self.palette()
        self._app.setPalette(qt_palette(palette))
        self._app.setStyleSheet(style_sheet(palette))
        self.changed.emit()


def drawn(renderer: QSvgRenderer, ratio: int) -> QPixmap:
    """A drawing as a picture for screens of this many pixels a point."""
    pixmap = QPixmap(ICON_SIZE * ratio, ICON_SIZE * ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, ICON_SIZE * ratio, ICON_SIZE * ratio))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def qt_palette(colours: Palette) -> QPalette:
    """The same colours in Qt's roles."""
    roles = QPalette.ColorRole
    found = QPalette()
    for role, colour in {
        roles.Window: colours.window,
        roles.WindowText: colours.text,
        roles.Base: colours.base,
        roles.AlternateBase: colours.raised,
        roles.Text: colours.text,
        roles.PlaceholderText: colours.muted,
        roles.Button: colours.raised,
        roles.ButtonText: colours.text,
        roles.BrightText: colours.error_text,
        roles.ToolTipBase: colours.raised,
        roles.ToolTipText: colours.text,
        roles.Highlight: colours.accent,
        roles.HighlightedText: colours.accent_text,
        roles.Accent: colours.accent,
        roles.Link: colours.accent,
        roles.LinkVisited: colours.accent,
        roles.Mid: colours.border,
        roles.Midlight: colours.raised,
        roles.Light: colours.base,
        roles.Dark: colours.border,
        roles.Shadow: colours.border,
    }.items():
        found.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText, roles.PlaceholderText):
        found.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.muted))
    # An inactive window's selection stays readable.
    found.setColor(QPalette.ColorGroup.Inactive, roles.Highlight, QColor(colours.selection))
    found.setColor(QPalette.ColorGroup.Inactive, roles.HighlightedText, QColor(colours.text))
    return found
