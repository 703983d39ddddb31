"""How much memory there is to share: a spare child costs about 0.6 GB."""

from pathlib import Path

import psutil

ENOUGH = 15 * 2**30  # what a computer sold with 16 GB reports at least
CGROUP = Path("/sys/fs/cgroup/memory.max")


def allows_spare() -> bool:
    return total_memory() >= ENOUGH


def total_memory(limit: Path = CGROUP) -> int:
    """Bytes of memory that this process could have: the machine's, or less where a container has a limit."""
    total = int(psutil.virtual_memory().total)
    try:
        return min(total, int(limit.read_text(encoding="ascii")))
    except (OSError, ValueError):  # no limit is written as "max"
        return total
