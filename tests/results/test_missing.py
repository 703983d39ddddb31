"""TensorFlow that is missing is told with the line that installs it."""

import pytest

from gradview.results.missing import why_not

IMPORTS = [
    pytest.param(
        ModuleNotFoundError("No module named 'keras'", name="keras"),
        "Keras is not installed. Install",
        id="keras",
    ),
    pytest.param(
        ModuleNotFoundError("No module named 'wrapt'", name="wrapt"),
        "TensorFlow cannot be imported (No module named 'wrapt'). Installing it again may help: pip",
        id="a part of it",
    ),
    pytest.param(ImportError(), "TensorFlow cannot be imported (ImportError)", id="without a word"),
    pytest.param(ImportError("\n\nDLL load failed\nmore"), "imported (DLL load failed)", id="many lines"),
    pytest.param(
        ImportError(
            "Traceback (most recent call last):\n  File 'a.py', line 1, in <module>\n"
            "ImportError: libcudart.so.12: cannot open shared object file\n\n\n"
            "Failed to load the native TensorFlow runtime.\nSee https://www.tensorflow.org/install/errors"
        ),
        "TensorFlow cannot be imported (libcudart.so.12: cannot open shared object file). Installing",
        id="as TensorFlow says it",
    ),
]


@pytest.mark.parametrize(("error", "words"), IMPORTS)
def test_failed_import_is_told_with_a_remedy(error: ImportError, words: str) -> None:
    assert words in why_not(error)
