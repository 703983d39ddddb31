"""Whether a folder lies on a network file system: too slow and too unreliable for memory-mapped results."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import psutil

NETWORK = re.compile(
    r"nfs\d?|cifs|smb\w*|afpfs|webdav|davfs|ncpfs|afs|coda|9p|virtiofs|autofs|fuse\..*|sshfs|lustre|gpfs|beegfs"
    r"|ceph|glusterfs|orangefs|pvfs2|panfs|ocfs2|gfs2?"
)


class Mount(NamedTuple):
    """Where a file system is attached, and of which type it is."""

    point: str
    type: str


def is_on_network(folder: Path, mounts: Iterable[Mount] | None = None) -> bool:
    """Whether a folder (or where it would be made) is on a network; not known counts as not."""
    path = folder.resolve()
    if str(path).startswith("\\\\"):  # a Windows share
        return True
    found = type_at(path, mounts_now() if mounts is None else mounts)
    return NETWORK.fullmatch(found.lower()) is not None


def type_at(path: Path, mounts: Iterable[Mount]) -> str:
    """The type of the innermost file system that holds a path; of two at one point the later one counts."""
    best = Mount("", "")
    for mount in mounts:
        if len(mount.point) >= len(best.point) and path.is_relative_to(mount.point):
            best = mount
    return best.type


def mounts_now() -> list[Mount]:
    """From /proc/mounts on Linux, the system's own list elsewhere."""
    try:
        return [Mount(entry.mountpoint, entry.fstype) for entry in psutil.disk_partitions(all=True)]
    except OSError:
        return []
