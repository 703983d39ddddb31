"""What is remembered comes back at the next start, whatever state the file is in."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QApplication

from gradview.app.settings import MOST_RECENT, Settings


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder where the settings go."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def start(qapp: QApplication, config: Path) -> Iterator[Callable[[], Settings]]:
    """Starts anew: other settings over the same file."""
    made = []

    def begin() -> Settings:
        made.append(Settings())
        return made[-1]

    yield begin
    for settings in made:
        settings.deleteLater()


def write(config: Path, text: str) -> Path:
    file = config / "gradview" / "settings.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_first_start_follows_the_system_in_a_process_of_its_own(start: Callable[[], Settings]) -> None:
    settings = start()
    assert settings.theme() == "system"
    assert settings.workerMode() == "process"
    assert settings.spare() is None
    assert settings.recent() == []
    assert settings.geometry().isEmpty() and settings.windowState("window").isEmpty()


def test_looking_writes_nothing(start: Callable[[], Settings], config: Path) -> None:
    start().lastFolder()
    assert list(config.iterdir()) == []


def test_what_was_set_comes_back_at_the_next_start(start: Callable[[], Settings], tmp_path: Path) -> None:
    settings = start()
    settings.setTheme("dark")
    settings.setWorkerMode("thread")
    settings.setSpare(False)
    settings.setLastFolder(tmp_path)
    settings.setGeometry(QByteArray(b"\0\1\xff"))
    settings.setWindowState("window", QByteArray(b"docks"))
    settings.setWindowState("panels", QByteArray(b"tabs"))

    again = start()
    assert again.theme() == "dark"
    assert again.workerMode() == "thread"
    assert again.spare() is False
    assert again.lastFolder() == tmp_path
    assert again.geometry() == QByteArray(b"\0\1\xff")
    assert again.windowState("window") == QByteArray(b"docks")
    assert again.windowState("panels") == QByteArray(b"tabs")


def test_a_change_is_heard_once_and_no_change_not_at_all(start: Callable[[], Settings]) -> None:
    settings = start()
    heard: list[str] = []

    def hear() -> None:
        heard.append(settings.theme())

    settings.themeChanged.connect(hear)
    settings.setTheme("dark")
    settings.setTheme("dark")
    assert heard == ["dark"]


def test_recent_files_are_the_last_ten_that_are_still_there(
    start: Callable[[], Settings], tmp_path: Path
) -> None:
    settings = start()
    files = [tmp_path / f"{number}.gradview" for number in range(MOST_RECENT + 2)]
    for file in files:
        file.touch()
        settings.addRecent(file)
    settings.addRecent(files[5])
    last_first = [files[5], *(file for file in reversed(files) if file != files[5])]
    assert settings.recent() == last_first[:MOST_RECENT]

    files[11].unlink()
    assert start().recent() == [file for file in last_first[:MOST_RECENT] if file != files[11]]


def test_recent_files_keep_names_of_any_bytes(start: Callable[[], Settings], tmp_path: Path) -> None:
    file = tmp_path / "a, b; [ü] 名 \udcff.gradview"
    file.touch()
    start().addRecent(file)
    assert start().recent() == [file]


def test_folder_that_is_gone_is_not_offered(start: Callable[[], Settings], tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    start().setLastFolder(gone)
    gone.rmdir()
    assert start().lastFolder() == Path.cwd()


def test_two_windows_do_not_wipe_out_what_the_other_has_kept(start: Callable[[], Settings]) -> None:
    one, other = start(), start()
    one.setWorkerMode("thread")
    other.setTheme("light")
    assert start().theme() == "light"
    assert start().workerMode() == "thread"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param('{"theme": "da', id="cut off"),
        pytest.param("[1, 2]", id="another kind of file"),
        pytest.param("[" * 100_000, id="nested without end"),
    ],
)
def test_broken_file_is_a_line_in_the_log_and_replaced(
    start: Callable[[], Settings], config: Path, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    write(config, text)
    with caplog.at_level(logging.WARNING, "gradview"):
        settings = start()
        assert settings.theme() == "system"
        settings.setTheme("dark")
    assert len(caplog.records) == 1 and "settings.json cannot be read" in caplog.text
    assert start().theme() == "dark"


def test_values_of_the_wrong_kind_are_taken_for_absent(start: Callable[[], Settings], config: Path) -> None:
    write(
        config,
        '{"theme": 3, "worker": null, "spare_worker": "yes", "recent": [1, "", {}], "folder": ["/"],'
        ' "geometry": "no base64", "docks": []}',
    )
    settings = start()
    assert settings.theme() == "system" and settings.workerMode() == "process" and settings.spare() is None
    assert settings.recent() == [] and settings.lastFolder() == Path.cwd()
    assert settings.geometry().isEmpty() and settings.windowState("window").isEmpty()
    settings.setWindowState("window", QByteArray(b"docks"))
    assert start().windowState("window") == QByteArray(b"docks")


def test_what_a_later_version_wrote_stays(start: Callable[[], Settings], config: Path) -> None:
    file = write(config, '{"language": "tlh"}')
    start().setTheme("light")
    assert '"language": "tlh"' in file.read_text(encoding="utf-8")


def test_file_that_cannot_be_written_is_one_line_and_all_goes_on(
    start: Callable[[], Settings], config: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (config / "gradview").touch()  # a file where the folder should be: stops root too
    settings = start()
    with caplog.at_level(logging.WARNING, "gradview"):
        settings.setTheme("dark")
        settings.setWorkerMode("thread")
    assert settings.theme() == "dark" and settings.workerMode() == "thread"  # for this sitting
    assert len(caplog.records) == 1
