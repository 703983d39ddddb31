"""Both themes: they follow the system until told otherwise, text can be read, and the focus can be seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPalette, QStyleHints
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTabBar,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gradview.app.settings import Settings
from gradview.app.style_sheet import DRAWINGS
from gradview.app.theme import ICON_INK, Theme, qt_palette
from gradview.spec.resources import resource
from gradview.views.colours import Palette, contrast, dark, light

ICONS = ("new", "open", "save", "run", "stop", "export", "examples")
BOTH = pytest.mark.parametrize("colours", [light(), dark()], ids=["light", "dark"])
Group, Role = QPalette.ColorGroup, QPalette.ColorRole


@pytest.fixture
def theme(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Theme]:
    """A theme over settings of its own; the application is left as it was."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    palette, sheet, style = qapp.palette(), qapp.styleSheet(), qapp.style().objectName()
    settings = Settings()
    made = Theme(qapp, settings)
    made.settings = settings  # type: ignore[attr-defined]
    yield made
    made.deleteLater()
    settings.deleteLater()
    qapp.setStyleSheet(sheet)
    qapp.setStyle(style)
    qapp.setPalette(palette)


def choose(theme: Theme, name: str) -> None:
    theme.settings.setTheme(name)  # type: ignore[attr-defined]


def system_says(monkeypatch: pytest.MonkeyPatch, app: QApplication, scheme: Qt.ColorScheme) -> None:
    monkeypatch.setattr(QStyleHints, "colorScheme", lambda _: scheme)
    app.styleHints().colorSchemeChanged.emit(scheme)


def heard(theme: Theme) -> list[str]:
    names: list[str] = []

    def hear() -> None:
        names.append(theme.name())

    theme.changed.connect(hear)
    return names


def test_system_is_followed_until_told_otherwise(
    theme: Theme, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = heard(theme)
    assert theme.name() == "light" and theme.palette() == light()
    system_says(monkeypatch, qapp, Qt.ColorScheme.Dark)
    assert theme.name() == "dark" and theme.palette() == dark()
    choose(theme, "light")
    system_says(monkeypatch, qapp, Qt.ColorScheme.Dark)
    assert theme.name() == "light"
    choose(theme, "system")
    assert said == ["dark", "light", "dark"]


def test_choice_that_changes_nothing_is_not_heard(theme: Theme) -> None:
    said = heard(theme)
    choose(theme, "light")
    assert said == []


@pytest.mark.parametrize(("name", "colours"), [("light", light()), ("dark", dark())])
def test_widgets_are_drawn_in_the_theme(theme: Theme, name: str, colours: Palette) -> None:
    choose(theme, name)
    field = QLineEdit()
    field.resize(120, 26)
    drawn = field.grab().toImage()
    assert drawn.pixelColor(60, 13) == QColor(colours.base)
    assert drawn.pixelColor(60, 0) == QColor(colours.border)
    page = QWidget()
    page.resize(20, 20)
    assert page.grab().toImage().pixelColor(5, 5) == QColor(colours.window)


@BOTH
@pytest.mark.parametrize("group", [Group.Active, Group.Inactive], ids=["active", "inactive"])
@pytest.mark.parametrize(
    ("words", "ground"),
    [
        (Role.WindowText, Role.Window),
        (Role.Text, Role.Base),
        (Role.Text, Role.AlternateBase),
        (Role.ButtonText, Role.Button),
        (Role.BrightText, Role.Window),
        (Role.PlaceholderText, Role.Base),
        (Role.HighlightedText, Role.Highlight),
        (Role.ToolTipText, Role.ToolTipBase),
        (Role.Link, Role.Window),
        (Role.LinkVisited, Role.Base),
    ],
)
def test_text_of_every_role_can_be_read(colours: Palette, group: Group, words: Role, ground: Role) -> None:
    palette = qt_palette(colours)
    assert contrast(palette.color(group, words).name(), palette.color(group, ground).name()) >= 4.5


@BOTH
@pytest.mark.parametrize("role", [Role.WindowText, Role.Text, Role.ButtonText, Role.PlaceholderText])
@pytest.mark.parametrize("ground", [Role.Window, Role.Base, Role.Button])
def test_disabled_text_can_still_be_read_and_looks_different(
    colours: Palette, role: Role, ground: Role
) -> None:
    palette = qt_palette(colours)
    words = palette.color(Group.Disabled, role)
    assert contrast(words.name(), palette.color(Group.Disabled, ground).name()) >= 3
    if role is not Role.PlaceholderText:
        assert words != palette.color(Group.Active, role)


@BOTH
def test_colours_of_the_style_sheet_can_be_told_apart(colours: Palette) -> None:
    assert contrast(colours.text, colours.selection) >= 4.5  # rows and menu entries
    assert contrast(colours.accent_text, colours.accent) >= 4.5  # the Run button, selected text
    assert contrast(colours.muted, colours.raised) >= 4.5
    for ground in (colours.window, colours.base, colours.raised):
        assert contrast(colours.accent, ground) >= 3  # the ring of the focus
    assert contrast(colours.hatch, colours.window) >= 2.5  # scroll bars


def combo() -> QWidget:
    made = QComboBox()
    made.addItem("LSTM")
    return made


def menu_button() -> QWidget:
    made = QToolButton()
    made.setText("h, c")
    made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    made.setMenu(QMenu(made))
    return made


def flat_button() -> QWidget:
    made = QToolButton()
    made.setText("×")
    made.setAutoRaise(True)
    return made


def tool(name: str) -> QWidget:
    bar = QToolBar()
    action = bar.addAction("Run")
    bar.widgetForAction(action).setObjectName(name)
    return bar


def tabs() -> QWidget:
    made = QTabBar()
    made.addTab("Over time")
    return made


def checked(kind: type[QCheckBox] | type[QRadioButton]) -> QWidget:
    made = kind("Readout")
    made.setChecked(True)
    return made


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize(
    "make",
    [
        pytest.param(QLineEdit, id="line"),
        pytest.param(QPlainTextEdit, id="text"),
        pytest.param(QSpinBox, id="number"),
        pytest.param(combo, id="choice"),
        pytest.param(menu_button, id="menu button"),
        pytest.param(flat_button, id="flat button"),
        pytest.param(lambda: QPushButton("Add"), id="button"),
        pytest.param(lambda: QCheckBox("Readout"), id="check box"),
        pytest.param(lambda: checked(QCheckBox), id="checked box"),
        pytest.param(lambda: QRadioButton("Total"), id="radio button"),
        pytest.param(lambda: checked(QRadioButton), id="chosen radio button"),
        pytest.param(lambda: QSlider(Qt.Orientation.Horizontal), id="slider"),
        pytest.param(tabs, id="tabs"),
        pytest.param(lambda: tool("tool-open"), id="tool"),
        pytest.param(lambda: tool("tool-run"), id="run"),
    ],
)
def test_focus_is_seen(theme: Theme, name: str, make: Callable[[], QWidget]) -> None:
    """Colours that stand out from what was there before, on 20 pixels and more."""
    choose(theme, name)
    window = QWidget()
    column = QVBoxLayout(window)
    other, widget = QLineEdit(), make()
    column.addWidget(other)
    column.addWidget(widget)
    target = widget.findChild(QToolButton, "tool-open") or widget.findChild(QToolButton, "tool-run") or widget
    target.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    other.setFocus()
    before = widget.grab().toImage()
    target.setFocus(Qt.FocusReason.TabFocusReason)
    after, focused = widget.grab().toImage(), target.hasFocus()
    window.close()
    assert focused and standing_out(before, after) >= 20


def standing_out(before: QImage, after: QImage) -> int:
    """How many pixels changed to a colour of a contrast of 3 and more to what is beside it or was there."""
    places = ((x, y) for x in range(after.width()) for y in range(after.height()))
    pairs = ((before.pixelColor(x, y).name(), after.pixelColor(x, y).name()) for x, y in places)
    changed: dict[tuple[str, str], int] = {}
    for pair in pairs:
        if pair[0] != pair[1]:
            changed[pair] = changed.get(pair, 0) + 1
    return sum(count for pair, count in changed.items() if contrast(*pair) >= 3)


@pytest.mark.parametrize("name", ICONS)
def test_icons_are_drawn_in_the_colour_of_text(theme: Theme, name: str) -> None:
    choose(theme, "dark")
    icon = theme.icon(name)
    assert darkest(icon, QIcon.Mode.Normal) == dark().text
    assert darkest(icon, QIcon.Mode.Disabled) == dark().muted
    assert darkest(theme.icon(name, dark().accent_text), QIcon.Mode.Normal) == dark().accent_text


def darkest(icon: QIcon, mode: QIcon.Mode) -> str:
    """The colour of the pixels that are wholly covered, which must be one."""
    image = icon.pixmap(QSize(24, 24), 2.0, mode).toImage()
    assert image.width() == 48
    places = [(x, y) for x in range(image.width()) for y in range(image.height())]
    inks = {image.pixelColor(x, y).name().upper() for x, y in places if image.pixelColor(x, y).alpha() == 255}
    assert len(inks) == 1
    return inks.pop()


def test_drawings_of_icons_have_the_ink_that_is_exchanged() -> None:
    for name in ICONS:
        assert ICON_INK in resource(f"icons/{name}.svg").read_bytes(), name


@BOTH
def test_drawings_of_the_style_sheet_are_there_in_the_theme_s_colours(colours: Palette) -> None:
    for name in DRAWINGS:
        drawing = ElementTree.fromstring(resource(f"icons/{name}-{colours.name}.svg").read_text("utf-8"))
        assert drawing.get("stroke") == (colours.accent_text if name == "check" else colours.muted), name


def test_name_of_no_drawing_is_an_error(theme: Theme) -> None:
    with pytest.raises(OSError, match="no-such"):
        theme.icon("no-such")
