"""Where large results lie while a session shows them: one folder a session, removed with it.

What a dead session of this computer has left is removed at the next start. Nothing is ever locked: on network
homes locks lie or hang. The folder's owner file says whose it is instead.
"""

import json
import logging
import os
import shutil
import stat
import tempfile
import weakref
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from gradview.jobs.mounts import is_on_network
from gradview.jobs.ownership import Owner, is_dead, this_process
from gradview.results.result import Result

OWNER = "owner.json"
PREFIX = "session-"

log = logging.getLogger(__name__)


class ScratchError(Exception):
    """No folder can be written; the text says which were tried."""


class Session:
    """This process's folder for results, mode 700.

    Raises
    ------
    ScratchError
        None of the places can be written.
    """

    def __init__(self) -> None:
        self.folder = new_session_folder()
        self._remove = weakref.finalize(self, remove, self.folder)  # also when the program ends
        remove_leftovers(self.folder.parent, this_process())

    def run_folder(self, job: str) -> Path:
        """Where a run's arrays may come to lie; not made yet."""
        return self.folder / job

    def close(self) -> None:
        """Remove the folder with everything in it."""
        self._remove()


def remove_with(result: Result) -> None:
    """Remove a run's folder once nothing holds its result: no list, no panel, no export."""
    if result.folder is not None:
        weakref.finalize(result, remove, result.folder)


def remove(folder: Path) -> None:
    # On Windows a file that is still mapped stays; the next start removes it.
    shutil.rmtree(folder, ignore_errors=True)


def new_session_folder() -> Path:
    """Make the folder in the first place that can be written, and say so when that is not the first."""
    tried: list[str] = []
    for place in places():
        try:
            private(place)
            folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))  # mode 700
            (folder / OWNER).write_text(json.dumps(this_process().as_json()), encoding="utf-8")
        except OSError as error:
            tried.append(f"{place} ({error.strerror or error})")
            continue
        if tried:
            log.warning("Large results go to %s: could not write %s.", place, "; ".join(tried))
        return folder
    raise ScratchError(f"No folder for large results can be written: {'; '.join(tried)}.")


def places() -> Iterator[Path]:
    """Where to look for room: the user's choice, a cache on a local disk, /var/tmp, the temporary folder."""
    chosen = os.environ.get("GRADVIEW_CACHE")
    if chosen:
        yield Path(chosen).expanduser().absolute()
    cache = platformdirs.user_cache_path("gradview", appauthor=False)
    if is_on_network(cache):
        log.info("Large results do not go to %s, which is on a network.", cache)
    else:
        yield cache / "sessions"
    name = f"gradview-{os.getuid()}" if hasattr(os, "getuid") else "gradview"
    if os.name == "posix":
        yield Path("/var/tmp") / name
    yield Path(tempfile.gettempdir()) / name


def private(folder: Path) -> None:
    """Make a folder; PermissionError where it stands in a shared place and is somebody else's, or a link."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not hasattr(os, "getuid") or not folder.parent.stat().st_mode & stat.S_ISVTX:
        return
    found = folder.lstat()
    if stat.S_ISLNK(found.st_mode) or found.st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to another user")
    folder.chmod(0o700)


def remove_leftovers(place: Path, me: Owner) -> None:
    """Remove the session folders whose owner is dead and was of this computer; others stay."""
    for folder in place.glob(f"{PREFIX}*"):
        owner = owner_of(folder)
        if owner is not None and is_dead(owner, me):
            log.info("Removing %s, left by a gradview that is gone.", folder)
            remove(folder)


def owner_of(folder: Path) -> Owner | None:
    """Whose folder it is; None if it does not say, and then it is nobody's to remove."""
    try:
        return Owner.from_json(json.loads((folder / OWNER).read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None
