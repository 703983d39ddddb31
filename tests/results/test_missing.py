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
]


@pytest.mark.parametrize(("error", "words"), IMPORTS)
def test_failed_import_is_told_with_a_remedy(error: ImportError, words: str) -> None:
    assert words in why_not(error)
