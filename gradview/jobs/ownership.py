"""Whose a folder is: a process of one computer, told apart from a later one with the same number."""

import os
import platform
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil


@dataclass(frozen=True)
class Owner:
    """A process, once and for all; `space` tells containers of one computer apart."""

    host: str
    boot: str
    space: str
    pid: int
    started: str

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, found: Any) -> "Owner":
        """Raises KeyError or TypeError where it is no owner."""
        texts = {name: str(found[name]) for name in ("host", "boot", "space", "started")}
        return cls(pid=int(found["pid"]), **texts)


def this_process() -> Owner:
    pid = os.getpid()
    return Owner(platform.node(), boot(), space(), pid, started(pid) or "")


def is_dead(owner: Owner, me: Owner) -> bool:
    """Whether the owner is gone for certain, as seen from `me`.

    Of another computer or container nothing is certain. After a restart of this computer all are gone.
    """
    if owner.host != me.host:
        return False
    if owner.boot != me.boot:
        return True
    if owner.space != me.space or not owner.started:
        return False
    try:
        return started(owner.pid) != owner.started
    except PermissionError:
        return False


def boot() -> str:
    """This start of the computer; "" where the system does not name it, and start times tell alone."""
    return read("/proc/sys/kernel/random/boot_id")


def space() -> str:
    """The space of process numbers that we see."""
    try:
        return str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        return ""


def started(pid: int) -> str | None:
    """When a process started, to the tick; None if there is none of that number.

    Linux counts ticks since boot in /proc; psutil's times there move with the clock.
    """
    if Path("/proc/self/stat").exists():
        after_name = read(f"/proc/{pid}/stat").rpartition(")")[2].split()
        if not after_name or after_name[0] in "ZX":
            return None
        return after_name[19]
    try:
        return repr(psutil.Process(pid).create_time())
    except psutil.NoSuchProcess:
        return None
    except psutil.AccessDenied as error:
        raise PermissionError(str(error)) from error


def read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").strip()
    except (FileNotFoundError, ProcessLookupError, NotADirectoryError):
        return ""
