"""TensorFlow that is not there or cannot be imported, in a sentence with the line that installs it."""

from __future__ import annotations

INSTALL = "pip install 'gradview[cpu]'"


def why_not(error: ImportError) -> str:
    """A failed import in a sentence, with what to do about it."""
    if isinstance(error, ModuleNotFoundError) and error.name in ("tensorflow", "keras"):
        name = "TensorFlow" if error.name == "tensorflow" else "Keras"
        return f"{name} is not installed. Install it with: {INSTALL}"
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return f"TensorFlow cannot be imported ({lines[0]}). Installing it again may help: {INSTALL}"
