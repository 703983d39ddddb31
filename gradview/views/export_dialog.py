"""A panel to a file: one dialog for pictures and numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

if TYPE_CHECKING:
    from gradview.views.view import View

FORMATS = {"png": "PNG picture", "svg": "SVG drawing", "pdf": "PDF document", "csv": "Numbers as CSV"}


def ask_export(view: View, folder: Path, ending: str = "") -> None:
    """Ask for a file and write what a panel shows; it says itself what came of it.

    Parameters
    ----------
    folder : where the dialog starts
    ending : "png", "svg", "pdf" or "csv"; any of them if empty
    """
    wanted = [ending] if ending else list(FORMATS)
    filters = {f"{FORMATS[each]} (*.{each})": each for each in wanted}
    name = plain_name(f"{view.experiment_name() or 'gradview'} {view.name}")
    chosen, kind = QFileDialog.getSaveFileName(
        view, f"Export {view.label}", str(folder / f"{name}.{wanted[0]}"), ";;".join(filters)
    )
    if not chosen:
        return
    path = Path(chosen)
    if path.suffix.lower().lstrip(".") not in wanted:
        path = path.with_name(f"{path.name}.{filters.get(kind, wanted[0])}")
    try:
        view.export(path, *view.paper_size())
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        view.exportFailed.emit(f"{path.name} was not written: {reason}")
    else:
        view.exported.emit(path)


def plain_name(name: str) -> str:
    """A file's name made of an experiment's, without signs that file systems refuse."""
    kept = "".join(sign if sign.isalnum() or sign in " ._-" else " " for sign in name)
    return " ".join(kept.split()).strip(". ") or "gradview"
