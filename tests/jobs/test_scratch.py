"""Where large results lie: in the first place that can be written, gone with the owner; nothing is locked."""

import dataclasses
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import platformdirs
import pytest

from gradview.jobs import scratch
from gradview.jobs.mounts import Mount, is_on_network, type_at
from gradview.jobs.ownership import Owner, is_dead, this_process
from gradview.jobs.scratch import OWNER, ScratchError, Session, remove_leftovers
from tests.jobs.conftest import Hear

LOCKS = """
import fcntl
import threading
from pathlib import Path

def {what}(*_):
    {does}

for name in ("flock", "lockf", "fcntl"):
    setattr(fcntl, name, {what})

from gradview.jobs.scratch import Session

session = Session()
folder = session.run_folder("job")
folder.mkdir()
(folder / "x.npy").write_bytes(bytes(10))
session.close()
print(session.folder.exists())
"""
NOT_FOR_ROOT = "/proc/gradview"  # a folder that not even root can make


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Three places to look for room, in order."""
    found = [tmp_path / name for name in ("first", "second", "third")]
    monkeypatch.setattr(scratch, "places", lambda: iter(found))
    return found


@pytest.fixture
def session() -> Iterator[Session]:
    opened = Session()
    yield opened
    opened.close()


def test_the_users_choice_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADVIEW_CACHE", str(tmp_path / "mine"))
    session = Session()
    assert session.folder.parent == tmp_path / "mine"
    assert session.folder.stat().st_mode & 0o777 == 0o700
    session.close()
    assert not session.folder.exists()


def test_folder_says_whose_it_is(session: Session) -> None:
    owner = json.loads((session.folder / OWNER).read_text())
    assert owner == dataclasses.asdict(this_process())
    assert owner["pid"] == os.getpid() and owner["host"] and owner["started"]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that not even root may write")
def test_place_that_cannot_be_written_is_passed_over_and_said(
    places: list[Path], caplog: pytest.LogCaptureFixture
) -> None:
    places[0] = Path(NOT_FOR_ROOT)
    places[1].write_text("a file where a folder should be")
    with caplog.at_level(logging.WARNING):
        session = Session()
    assert session.folder.parent == places[2]
    assert NOT_FOR_ROOT in caplog.text and str(places[1]) in caplog.text
    session.close()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that not even root may write")
def test_no_place_at_all_is_said(places: list[Path]) -> None:
    places[:] = [Path(NOT_FOR_ROOT)]
    with pytest.raises(ScratchError, match=rf"No folder for large results can be written: {NOT_FOR_ROOT} \("):
        Session()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that not even root may write")
def test_without_a_place_large_results_come_through_the_pipe(
    hear: Hear, places: list[Path], caplog: pytest.LogCaptureFixture
) -> None:
    places[:] = [Path(NOT_FOR_ROOT)]
    heard = hear()
    result = heard.result(heard.run("big"))
    assert result.folder is None and not isinstance(result["value/x"], np.memmap)
    assert result["value/x"][-1] == len(result["value/x"]) - 1
    assert "They stay in memory." in caplog.text
    heard.result(heard.run("big"))
    assert caplog.text.count("They stay in memory.") == 1


def test_folder_of_the_session_goes_when_the_worker_closes(hear: Hear, places: list[Path]) -> None:
    heard = hear()
    result = heard.result(heard.run("big"))
    assert result.folder is not None and result.folder.is_dir()
    heard.worker.close()
    assert list(places[0].iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such calls on Windows")
@pytest.mark.parametrize(
    ("what", "does"),
    [
        pytest.param("fail", 'raise OSError(37, "No locks available")', id="fail"),
        pytest.param("hang", "threading.Event().wait(300)", id="hang"),
    ],
)
def test_lock_calls_that_fail_or_hang_do_not_matter(tmp_path: Path, what: str, does: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", LOCKS.format(what=what, does=does)],
        env={**os.environ, "GRADVIEW_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (answer.stdout, answer.stderr) == ("False\n", "")


ME = Owner("here", "boot 2", "space", os.getpid(), this_process().started)
OWNERS = [
    pytest.param(dataclasses.replace(ME), False, id="we ourselves"),
    pytest.param(dataclasses.replace(ME, pid=2**22 + 1), True, id="a process that is gone"),
    pytest.param(dataclasses.replace(ME, started="1"), True, id="a later process has its number"),
    pytest.param(dataclasses.replace(ME, boot="boot 1", started="1"), True, id="before a restart"),
    pytest.param(dataclasses.replace(ME, host="there", started="1"), False, id="of another computer"),
    pytest.param(dataclasses.replace(ME, host="there", boot="boot 1"), False, id="of another that restarted"),
    pytest.param(dataclasses.replace(ME, space="other", started="1"), False, id="of another container"),
    pytest.param(dataclasses.replace(ME, started=""), False, id="when it started is not known"),
]


@pytest.mark.parametrize(("owner", "dead"), OWNERS)
def test_only_the_certainly_dead_of_this_computer_are_dead(owner: Owner, dead: bool) -> None:
    assert is_dead(owner, ME) is dead


@pytest.mark.parametrize(("owner", "dead"), OWNERS)
def test_leftovers_go_if_their_owner_is_dead(tmp_path: Path, owner: Owner, dead: bool) -> None:
    folder = tmp_path / "session-abc"
    (folder / "job" / "value").mkdir(parents=True)
    (folder / OWNER).write_text(json.dumps(owner.as_json()))
    remove_leftovers(tmp_path, ME)
    assert folder.exists() is not dead


@pytest.mark.parametrize("text", ["", "{", "[]", '{"host": "here"}', None])
def test_folder_that_does_not_say_whose_it_is_stays(tmp_path: Path, text: str | None) -> None:
    folder = tmp_path / "session-abc"
    folder.mkdir()
    if text is not None:
        (folder / OWNER).write_text(text)
    remove_leftovers(tmp_path, ME)
    assert folder.exists()


def test_folder_with_another_name_stays(tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / OWNER).write_text(json.dumps(dataclasses.replace(ME, started="1").as_json()))
    remove_leftovers(tmp_path, ME)
    assert folder.exists()


CRASH = """
import os
from gradview.jobs.scratch import Session
session = Session()
session.run_folder("job").mkdir()
print(session.folder, flush=True)
os._exit(1)
"""


def test_what_a_crashed_session_left_goes_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRADVIEW_CACHE", str(tmp_path))
    answer = subprocess.run([sys.executable, "-c", CRASH], capture_output=True, text=True, timeout=60)
    left = Path(answer.stdout.strip())
    assert left.parent == tmp_path and (left / "job").is_dir()
    session = Session()
    assert not left.exists()
    session.close()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and modes of POSIX")
def test_place_in_a_shared_folder_must_be_ours(places: list[Path], caplog: pytest.LogCaptureFixture) -> None:
    shared = places[0].parent
    shared.chmod(0o1777)
    elsewhere = shared / "elsewhere"
    elsewhere.mkdir()
    places[0].symlink_to(elsewhere)
    session = Session()
    assert session.folder.parent == places[1] and "belongs to another user" in caplog.text
    session.close()


MOUNTS = [
    Mount("/", "ext4"),
    Mount("/home", "nfs4"),
    Mount("/home/me/local", "xfs"),
    Mount("/mnt", "fuse.sshfs"),
]


@pytest.mark.parametrize(
    ("folder", "found"),
    [
        pytest.param("/var/tmp/x", False, id="local"),
        pytest.param("/home/me/.cache", True, id="a home on NFS"),
        pytest.param("/home/me/local/x", False, id="a disk mounted in it"),
        pytest.param("/homely/x", False, id="a name that begins alike"),
        pytest.param("/mnt/x", True, id="sshfs"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="paths of POSIX")
def test_network_is_known_by_the_innermost_mount(folder: str, found: bool) -> None:
    assert is_on_network(Path(folder), MOUNTS) is found


def test_of_two_mounts_at_one_point_the_later_counts() -> None:
    assert type_at(Path("/home/me"), [Mount("/home", "autofs"), Mount("/home", "ext4")]) == "ext4"


def test_cache_on_a_network_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRADVIEW_CACHE")
    monkeypatch.setattr(scratch, "is_on_network", lambda folder: True)
    cache = platformdirs.user_cache_path("gradview", appauthor=False)
    assert cache not in [place for found in scratch.places() for place in (found, *found.parents)]
    monkeypatch.setattr(scratch, "is_on_network", lambda folder: False)
    assert cache / "sessions" in list(scratch.places())


def test_sessions_of_several_threads_do_not_meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADVIEW_CACHE", str(tmp_path))
    made: list[Session] = []
    threads = [threading.Thread(target=lambda: made.append(Session())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({session.folder for session in made}) == 8
    assert all(session.folder.is_dir() for session in made)
    for session in made:
        session.close()
