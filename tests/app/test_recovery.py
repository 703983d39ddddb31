"""An unsaved draft outlives its program, and is offered once that is dead and not before."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gradview.app import recovery as module
from gradview.app.recovery import SUFFIX, Recovery
from gradview.jobs.ownership import this_process

DRAFT = {"name": "länger", "model": {"units": "-3"}, "rate": float("inf")}

EDIT_AND_WAIT = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from gradview.app.recovery import Recovery
app = QCoreApplication([])
recovery = Recovery(Path(sys.argv[1]))
recovery.keep({"name": "of the dead"}, Path("a.gradview"))
recovery.write()
print("kept", flush=True)
time.sleep(60)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "recovery"


@pytest.fixture
def start(qapp: QApplication, folder: Path) -> Iterator[Callable[[], Recovery]]:
    """A start of the program: another recovery over the same folder."""
    made = []

    def begin() -> Recovery:
        made.append(Recovery(folder))
        return made[-1]

    yield begin
    for recovery in made:
        recovery.deleteLater()


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.exists() else []


def left_by(folder: Path, name: str, **owner: Any) -> Path:
    """What another program has left; by default of this computer, and dead since its last start."""
    content = {
        "owner": replace(this_process(), **{"boot": "an earlier one", **owner}).as_json(),
        "path": None,
        "draft": {"name": name},
    }
    folder.mkdir(exist_ok=True)
    file = folder / f"{name}{SUFFIX}"
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


def test_draft_is_written_after_a_pause_and_not_at_once(
    start: Callable[[], Recovery], folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE", 50)
    recovery = start()
    recovery.keep(DRAFT, None)
    assert files(folder) == []
    qtbot.waitUntil(lambda: len(files(folder)) == 1)
    assert json.loads(files(folder)[0].read_text(encoding="utf-8"))["draft"] == DRAFT


def test_somebody_who_never_pauses_is_not_forgotten(
    start: Callable[[], Recovery], folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE", 100_000)
    monkeypatch.setattr(module, "LONGEST", 50)
    recovery = start()

    def type_on() -> bool:
        recovery.keep(DRAFT, None)
        return bool(files(folder))

    qtbot.waitUntil(type_on)


def test_only_the_last_draft_is_kept(start: Callable[[], Recovery], folder: Path) -> None:
    recovery = start()
    for name in ("one", "two"):
        recovery.keep({"name": name}, None)
        recovery.write()
    assert [json.loads(file.read_text(encoding="utf-8"))["draft"]["name"] for file in files(folder)] == [
        "two"
    ]


def test_forgetting_leaves_nothing_now_or_later(
    start: Callable[[], Recovery], folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE", 10)
    recovery = start()
    recovery.keep(DRAFT, None)
    recovery.write()
    recovery.keep(DRAFT, None)
    recovery.forget()
    qtbot.wait(50)
    assert files(folder) == []


def test_draft_of_a_killed_program_is_offered_with_its_path(
    start: Callable[[], Recovery], folder: Path
) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen(
        [sys.executable, "-c", EDIT_AND_WAIT, str(folder)],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder.parent,
    )
    assert process.stdout is not None and process.stdout.readline() == "kept\n"
    alive = start().leftovers()
    process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    process.communicate(timeout=30)
    assert alive == []
    (found,) = start().leftovers()
    assert found.draft == {"name": "of the dead"}
    assert found.path == folder.parent / "a.gradview"
    start().take(found)
    assert start().leftovers() == [] and files(folder) == []


def test_own_draft_and_that_of_another_computer_are_not_offered(
    start: Callable[[], Recovery], folder: Path
) -> None:
    recovery = start()
    recovery.keep(DRAFT, None)
    recovery.write()
    elsewhere = left_by(folder, "elsewhere", host="another.example")
    assert recovery.leftovers() == []
    assert elsewhere.exists()


def test_leftovers_are_offered_the_oldest_first(start: Callable[[], Recovery], folder: Path) -> None:
    for age, name in enumerate(("b", "c", "a")):
        os.utime(left_by(folder, name), (1e9 - age, 1e9 - age))
    assert [found.draft["name"] for found in start().leftovers()] == ["a", "c", "b"]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"owner": 3}', "[" * 100_000], ids=["empty", "list", "blank", "owner", "deep"]
)
def test_broken_file_is_passed_over(start: Callable[[], Recovery], folder: Path, text: str) -> None:
    good = left_by(folder, "good")
    (folder / f"broken{SUFFIX}").write_text(text, encoding="utf-8")
    content = json.loads(good.read_text(encoding="utf-8"))
    (folder / f"other{SUFFIX}").write_text(json.dumps({**content, "draft": "text"}), encoding="utf-8")
    assert [found.draft["name"] for found in start().leftovers()] == ["good"]


def test_folder_that_cannot_be_written_is_one_line_and_all_goes_on(
    start: Callable[[], Recovery], folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.touch()  # a file where the folder should be: stops root too
    recovery = start()
    with caplog.at_level(logging.WARNING, "gradview"):
        for _ in range(3):
            recovery.keep(DRAFT, None)
            recovery.write()
        recovery.forget()
        assert recovery.leftovers() == []
    assert len(caplog.records) == 1 and "cannot be kept" in caplog.text


def test_folder_is_the_user_s_state_and_closed_to_others(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    recovery = Recovery()
    recovery.keep(DRAFT, None)
    recovery.write()
    folder = tmp_path / "gradview" / "recovery"
    assert len(files(folder)) == 1
    if os.name == "posix":
        assert folder.stat().st_mode & 0o777 == 0o700
    recovery.deleteLater()
