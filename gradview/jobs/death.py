"""How a process ended, in words for the user."""

import signal
from pathlib import Path

CAUSES = {
    "SIGILL": "this processor lacks an instruction that TensorFlow was built with (AVX)",
    "SIGSEGV": "a crash in compiled code",
    "SIGBUS": "a crash in compiled code, or no space left where a large result was being written",
    "SIGABRT": "compiled code gave up",
    "SIGFPE": "a crash in compiled code",
    "SIGTERM": "somebody ended it",
}
WINDOWS = {
    0xC0000005: "a crash in compiled code: access violation",
    0xC000001D: "this processor lacks an instruction that TensorFlow was built with (AVX)",
    0xC0000017: "out of memory",
    0xC0000135: "a library that TensorFlow needs is missing",
    0xC0000409: "compiled code gave up",
}


def said(exit_code: int, ran_out_of_memory: bool = False) -> str:
    """A clause that follows 'The worker process'."""
    if exit_code < 0:
        return by_signal(-exit_code, ran_out_of_memory)
    cause = WINDOWS.get(exit_code)
    if cause is not None:
        return f"ended with code 0x{exit_code:08X} ({cause})"
    return f"ended by itself (exit code {exit_code})"


def by_signal(number: int, ran_out_of_memory: bool) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = "unknown"
    if name == "SIGKILL" and ran_out_of_memory:
        return f"was killed by signal {number} ({name}): the system ran out of memory"
    if name == "SIGKILL":
        return f"was killed by signal {number} ({name}): out of memory, or somebody ended it"
    cause = CAUSES.get(name)
    return f"was killed by signal {number} ({name})" + (f": {cause}" if cause else "")


def oom_kills(path: Path = Path("/proc/vmstat")) -> int | None:
    """How many processes Linux has ended so far because memory ran out; None where it does not say."""
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return None
    found = [int(line.split()[1]) for line in lines if line.startswith("oom_kill ")]
    return found[0] if found else None
