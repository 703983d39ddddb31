"""What every test shares: Qt offscreen, folders of its own, drawn examples that repeat, one TensorFlow."""

import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from types import ModuleType

# Before anything imports Qt or TensorFlow.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import hypothesis
import pytest

from tests.leaks import no_leaks

__all__ = ["no_leaks"]

FOLDERS = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "GRADVIEW_CACHE")

# The default repeats the same few examples: a red test is red for everybody. `long` looks for new ones:
# HYPOTHESIS_PROFILE=long bash packaging/test.sh tests/engine
hypothesis.settings.register_profile("default", max_examples=25, deadline=None, derandomize=True)
hypothesis.settings.register_profile("long", max_examples=1000, deadline=None, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Settings, caches and results of tests never meet the user's own."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for variable in FOLDERS:
            folder = home / variable.lower()
            folder.mkdir()
            patch.setenv(variable, str(folder))
        yield


@pytest.fixture(scope="session", autouse=True)
def empty_clipboard_at_the_end() -> Iterator[None]:
    """What a test copied must not outlive Python.

    Without a screen Qt's clipboard is a static of its library, freed by exit() after the interpreter is gone.
    A QMimeData made in Python then calls back into it: a segmentation fault after the last test. (On X11,
    Windows and macOS the clipboard goes with the application.)
    """
    yield
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and isinstance(gui.QGuiApplication.instance(), gui.QGuiApplication):
        gui.QGuiApplication.clipboard().clear()


@pytest.fixture(scope="session")
def tensorflow() -> ModuleType:
    """TensorFlow, imported once for the whole run (5-13 s) and only if a test asks for it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own dependencies' deprecations are not ours to mend
        import tensorflow

    return tensorflow


@pytest.fixture(scope="session")
def screen() -> Iterator[dict[str, str]]:
    """The environment of a process that has a (virtual) screen: to start the program as a user does."""
    if shutil.which("Xvfb") is None:
        pytest.fail("Xvfb is missing: apt-get install xvfb (packaging/test.sh does it)")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()  # empty at once if the server could not start
    try:
        assert number, "Xvfb did not start"
        yield {**os.environ, "DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
    finally:
        server.terminate()
        server.wait(10)
