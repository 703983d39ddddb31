"""Everything that can be done from menus, the toolbar and the keyboard, as one table."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QIcon, QKeySequence
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True)
class Entry:
    """One action.

    Attributes
    ----------
    menu : the title of its menu; "-" before it in the text of `menu` begins a new group
    icon : the name of a file in resources/icons
    """

    name: str
    menu: str
    text: str
    tip: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    checkable: bool = False


ACTIONS = (
    Entry("new", "File", "&New", "Begin another experiment", ("Ctrl+N",), "new"),
    Entry("open", "File", "&Open…", "Open an experiment or a result", ("Ctrl+O",), "open"),
    Entry("save", "-File", "&Save", "Save the experiment", ("Ctrl+S",), "save"),
    Entry("save_as", "File", "Save &As…", "Save the experiment under another name", ("Ctrl+Shift+S",)),
    Entry(
        "export",
        "-File",
        "&Export result…",
        "Write the shown result, every array and what describes it, to an .npz file",
        ("Ctrl+E",),
        "export",
    ),
    Entry(
        "export_panel",
        "File",
        "Export &panel…",
        "Write the panel in front as PNG, SVG or PDF, or its numbers as CSV",
        ("Ctrl+Shift+E",),
    ),
    Entry("quit", "-File", "&Quit", "Close gradview", ("Ctrl+Q",)),
    Entry("run", "Run", "&Run", "Compute the gradients", ("Ctrl+R", "F5"), "run"),
    Entry("stop", "Run", "&Stop", "Stop the run; earlier results stay", ("Esc",), "stop"),
    Entry(
        "in_process",
        "-Run",
        "Compute in a &process of its own",
        "Stop works within a second, and a crash ends only the run. From the next start on.",
        checkable=True,
    ),
    Entry(
        "in_thread",
        "Run",
        "Compute in this process' worker &thread",
        "For computers that allow no second process. Stop works between segments only, and the window waits"
        " while TensorFlow is imported. From the next start on.",
        checkable=True,
    ),
    Entry("as_tabs", "-View", "Panels as &tabs", "Put all panels behind each other"),
    Entry("side_by_side", "View", "Panels s&ide by side", "Put all panels beside each other"),
    Entry("stacked", "View", "Panels one a&bove another", "Put all panels above each other"),
    Entry("dock_all", "View", "&Dock what floats", "Put panels that were torn off back into the window"),
    Entry("reset_layout", "View", "&Reset the layout", "Every panel and dock where it was at first"),
    Entry("step_back", "-View", "Step &back", "Move the step cursor one step back", ("Ctrl+Left",)),
    Entry("step_on", "View", "Step &on", "Move the step cursor one step on", ("Ctrl+Right",)),
    Entry("next_area", "View", "Next &area", "Move the focus to the next part of the window", ("F6",)),
    Entry("full_screen", "-View", "&Full screen", "Use the whole screen", ("F11",), checkable=True),
    Entry("help", "Help", "&Explain what has the focus", "Say what the field with the focus means", ("F1",)),
    Entry("about", "Help", "&About gradview", "Versions of gradview and what it uses"),
)


def make_actions(parent: QWidget) -> dict[str, QAction]:
    """The actions by name, known to the parent so that their keys work."""
    found = {}
    for entry in ACTIONS:
        action = QAction(entry.text, parent)
        action.setObjectName(entry.name)
        action.setShortcuts([QKeySequence(key) for key in entry.keys])
        action.setCheckable(entry.checkable)
        keys = f" ({' or '.join(entry.keys)})" if entry.keys else ""
        action.setToolTip(entry.tip + keys)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        parent.addAction(action)
        found[entry.name] = action
    return found


def set_words(action: QAction, text: str, tip: str, icon: QIcon | None = None) -> None:
    """Let an action say something else."""
    action.setText(text)
    action.setIconText(text.replace("&", ""))
    action.setToolTip(tip)
    if icon is not None:
        action.setIcon(icon)
