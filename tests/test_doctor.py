"""Doctor says what there is, and exits with 2 if something is lacking."""

import stat
import sys
from pathlib import Path

import pytest

from gradview.doctor import Line, cache, display, doctor, packages, qt, tensorflow


def python_that(tmp_path: Path, script: str) -> str:
    """A stand-in for Python that runs a shell script."""
    path = tmp_path / "python"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_all_well_exits_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor([lambda: [Line("Python", "3.11")]]) == 0
    assert capsys.readouterr().out == "  Python              3.11\n"


def test_something_lacking_exits_2_and_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor([lambda: [Line("Qt", "is missing", True)], lambda: [Line("Python", "3.11")]]) == 2
    assert capsys.readouterr().out.splitlines()[0].startswith("! Qt")


def test_versions_are_listed() -> None:
    lines = {line.label: line for line in packages()}
    assert lines["Python"].words.startswith(f"{sys.version_info.major}.{sys.version_info.minor}")
    assert not lines["numpy"].lacking and lines["numpy"].words[0].isdigit()


TENSORFLOW = [
    pytest.param(
        'echo noise; echo \'{"version": "2.21.0", "devices": ["CPU:0", "GPU:0"]}\'',
        "2.21.0",
        False,
        id="there",
    ),
    pytest.param(
        "echo \"ModuleNotFoundError: No module named 'tensorflow'\" >&2; exit 1",
        "is not installed: pip install 'gradview[cpu]'",
        True,
        id="not installed",
    ),
    pytest.param(
        "echo 'ImportError: libX.so.1' >&2; exit 1",
        "cannot be imported (libX.so.1); installing it again may help: pip install 'gradview[cpu]'",
        True,
        id="broken",
    ),
    pytest.param("exit 1", "cannot be imported (it gave no reason)", True, id="broken without a word"),
    pytest.param(
        "kill -ILL $$", "ends the process that imports it (signal 4)", True, id="killed, as without AVX"
    ),
]


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
@pytest.mark.parametrize(("script", "words", "lacking"), TENSORFLOW)
def test_tensorflows_state_is_told(tmp_path: Path, script: str, words: str, lacking: bool) -> None:
    line = tensorflow(python_that(tmp_path, script))[0]
    assert (line.lacking, line.words.startswith(words)) == (lacking, True), line.words


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
def test_devices_are_listed(tmp_path: Path) -> None:
    lines = tensorflow(python_that(tmp_path, 'echo \'{"version": "2", "devices": ["CPU:0", "GPU:0"]}\''))
    assert lines[1] == Line("devices", "CPU:0, GPU:0")


def test_qt_is_there() -> None:
    assert [line.label for line in qt()] == ["Qt", "Qt platform"]
    assert not any(line.lacking for line in qt())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the screen has no name")
def test_no_display_names_what_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    (line,) = display()
    assert "gradview run" in line.words and not line.lacking


def test_cache_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADVIEW_CACHE", str(tmp_path / "cache"))
    assert cache() == [Line("large results", str(tmp_path / "cache"))]
    assert list((tmp_path / "cache").iterdir()) == []
