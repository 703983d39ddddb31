"""Which device the next run asks for, beside the toolbar's buttons."""

from __future__ import annotations

import os

from PySide6.QtWidgets import QLabel, QWidget

from gradview.app.document import Document


class DeviceLabel(QLabel):
    """Follows the document."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.setObjectName("muted")
        self.setContentsMargins(8, 0, 10, 0)
        self.setToolTip("The device that the experiment asks for; the status bar says which one was used")
        document.draftChanged.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        """Read the draft."""
        run = self._document.draft().get("run")
        asked = run.get("device", "auto") if isinstance(run, dict) else "auto"
        cores = os.cpu_count() or 1
        words = {"auto": "Device: auto", "cpu": f"CPU, {cores} core{'' if cores == 1 else 's'}"}
        self.setText(words.get(str(asked), str(asked).upper()))
