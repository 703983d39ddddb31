"""TensorFlow that is not there or cannot be imported, in a sentence with the line that installs it."""

from __future__ import annotations

import re

INSTALL = "pip install 'gradview[cpu]'"
ERROR = re.compile(r"^[\w.]*(?:Error|Exception): +(.*\S)", re.MULTILINE)


def why_not(error: ImportError) -> str:
    """A failed import in a sentence, with what to do about it."""
    if isinstance(error, ModuleNotFoundError) and error.name in ("tensorflow", "keras"):
        name = "TensorFlow" if error.name == "tensorflow" else "Keras"
        return f"{name} is not installed. Install it with: {INSTALL}"
    words = cause(str(error)) or type(error).__name__
    return f"TensorFlow cannot be imported ({words}). Installing it again may help: {INSTALL}"


def cause(text: str) -> str:
    """The line that says most of a failed import's words.

    TensorFlow puts a whole traceback into its message, and behind it where to read about causes.
    """
    errors = ERROR.findall(text)
    lines = text.strip().splitlines()
    return errors[-1] if errors else lines[0] if lines else ""
