"""A window that cannot open is one line and exit code 2, no core dump of Qt; other Qts' plugins stay out."""

from __future__ import annotations

import ctypes
import logging
import os
import secrets
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import PySide6
import pytest

from gradview.app.guards import prepare_environment, why_no_window

OURS = Path(PySide6.__file__).parent / "Qt" / "plugins"
START = "import sys; from gradview.app.application import main; sys.exit(main())"
LOOK = "from gradview.app.guards import why_no_window; print(why_no_window())"


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment that names no screen and no platform."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "QT_PLUGIN_PATH"):
        monkeypatch.delenv(name, raising=False)


def python(code: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60
    )


def test_other_plugins_are_dropped_and_ours_stay(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("QT_PLUGIN_PATH", os.pathsep.join([str(tmp_path), str(OURS)]))
    monkeypatch.setenv("QT_QPA_PLATFORM_PLUGIN_PATH", str(tmp_path / "platforms"))
    monkeypatch.setenv("PYQTGRAPH_QT_LIB", "PyQt6")
    with caplog.at_level(logging.INFO, "gradview"):
        prepare_environment()
    assert os.environ["QT_PLUGIN_PATH"] == str(OURS)
    assert "QT_QPA_PLATFORM_PLUGIN_PATH" not in os.environ
    assert os.environ["PYQTGRAPH_QT_LIB"] == "PySide6"
    assert len(caplog.records) == 2 and str(tmp_path) in caplog.text


def test_folder_whose_name_only_begins_like_ours_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_PLUGIN_PATH", str(Path(PySide6.__file__).parent) + "-of-conda/plugins")
    prepare_environment()
    assert "QT_PLUGIN_PATH" not in os.environ


def test_our_own_plugins_are_no_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("QT_PLUGIN_PATH", str(OURS))
    with caplog.at_level(logging.INFO, "gradview"):
        prepare_environment()
    assert os.environ["QT_PLUGIN_PATH"] == str(OURS) and not caplog.records


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there a display is named")
@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        pytest.param({}, "there is no display", id="none named"),
        pytest.param({"DISPLAY": ":99"}, ":99 does not answer", id="nobody there"),
        pytest.param({"DISPLAY": "rubbish"}, "rubbish does not answer", id="no name of a display"),
        pytest.param({"WAYLAND_DISPLAY": "wayland-9"}, "there is no display", id="no compositor there"),
        pytest.param({"QT_QPA_PLATFORM": "xcb"}, "there is no display", id="X11 asked for, none named"),
        pytest.param(
            {"QT_QPA_PLATFORM": "wayland", "WAYLAND_DISPLAY": "/gone/wayland-0", "DISPLAY": ":99"},
            "/gone/wayland-0 does not answer",
            id="Wayland asked for, not there",
        ),
    ],
)
def test_screen_that_is_not_there_is_one_line(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], expected: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    reason = why_no_window()
    assert reason is not None and expected in reason and "\n" not in reason
    assert "gradview run and gradview figure" in reason


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere Qt brings what it needs")
@pytest.mark.parametrize(
    ("library", "package"),
    [("libxcb-cursor.so.0", "libxcb-cursor0"), ("libEGL.so.1", "libegl1")],
)
def test_missing_library_is_named_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, library: str, package: str
) -> None:
    load = ctypes.CDLL

    def without(name: str, *args: Any) -> ctypes.CDLL:
        if name == library:
            raise OSError(f"{library}: cannot open shared object file")
        return load(name, *args)

    monkeypatch.setattr(ctypes, "CDLL", without)
    monkeypatch.setenv("DISPLAY", ":99")
    reason = why_no_window()
    assert reason is not None and f"apt-get install {package}" in reason


@pytest.mark.parametrize("platform", ["offscreen", "minimal", "minimal:fontengine=freetype", "vnc"])
def test_platform_without_a_screen_needs_none(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    assert why_no_window() is None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for Linux' plugins")
def test_platform_that_this_qt_has_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "dreams")
    reason = why_no_window()
    assert reason is not None and "dreams" in reason and "offscreen" in reason


def test_looking_imports_no_qt_where_there_is_no_screen() -> None:
    answer = python(
        "import sys; from gradview.app.guards import prepare_environment, why_no_window;"
        "prepare_environment(); why_no_window(); print([name for name in sys.modules if 'PySide' in name])",
        dict(os.environ),
    )
    assert answer.stdout.strip() == "[]", answer.stderr


def test_start_without_a_screen_is_one_line_and_exit_2() -> None:
    answer = python(START, {**os.environ, "DISPLAY": ":99"})
    assert answer.returncode == 2, answer.stderr
    assert answer.stdout == "" and answer.stderr.count("\n") == 1
    assert answer.stderr.startswith("gradview: the display :99 does not answer")


def test_screen_that_answers_is_enough(screen: dict[str, str]) -> None:
    answer = python(LOOK, {**screen, "QT_QPA_PLATFORM": ""})
    assert answer.stdout.strip() == "None", answer.stdout + answer.stderr


def test_screen_that_refuses_us_is_one_line(tmp_path: Path) -> None:
    key = tmp_path / "key"
    entry = [b"", b"", b"MIT-MAGIC-COOKIE-1", secrets.token_bytes(16)]
    key.write_bytes(b"\xff\xff" + b"".join(struct.pack(">H", len(part)) + part for part in entry))
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-auth", str(key), "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as answer:
            display = f":{answer.readline().strip()}"
        stranger = {**os.environ, "DISPLAY": display, "XAUTHORITY": str(tmp_path / "none")}
        refused = python(LOOK, stranger).stdout
        let_in = python(LOOK, {**stranger, "XAUTHORITY": str(key)}).stdout
    finally:
        server.terminate()
        server.wait(10)
    assert f"{display} does not answer" in refused
    assert let_in.strip() == "None"
