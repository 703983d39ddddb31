"""Numbers are written with a point everywhere, whatever the language of the system."""

from __future__ import annotations

import locale

from PySide6.QtCore import QLocale


def use_c_numbers() -> None:
    """Have Qt read and write 0.5 as 0.5, and C libraries that Qt has put under the system's language too."""
    QLocale.setDefault(QLocale.c())
    locale.setlocale(locale.LC_NUMERIC, "C")
