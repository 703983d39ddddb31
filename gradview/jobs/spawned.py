"""One child process as its owner sees it: started, listened to, ended. Knows nothing of jobs."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable

from gradview.jobs.channel import Channel, ChannelError
from gradview.jobs.death import oom_kills, said
from gradview.jobs.messages import Died, Failed, Message, Ready

TAIL = 16 * 1024  # bytes of what the child printed last that are kept
REAPED = 2.0  # seconds that an ended process may take to be gone
CODE = "import sys; sys.path[:] = {path!r}; from gradview.jobs.child import main; main({entry!r})"


class SpawnedChild:
    """A child that imports the engine at once.

    Parameters
    ----------
    entry
        `module:function` of what computes.
    deliver
        Called with (child, message) in the thread that reads the pipe; the last message is Died.
    """

    def __init__(self, entry: str, deliver: "Callable[[SpawnedChild, Message], None]") -> None:
        self._deliver = deliver
        self._tail = bytearray()
        self._oom_kills = oom_kills()
        self.ready: Ready | None = None
        self.gpu: bool | None = None  # fixed by its first run
        self.ended_by_us = False
        self._process = start(entry)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._channel = Channel(self._process.stdout, self._process.stdin)
        self._threads = [
            threading.Thread(target=self._listen, name=f"pipe of {self.pid}", daemon=True),
            threading.Thread(target=self._keep_tail, name=f"stderr of {self.pid}", daemon=True),
        ]
        for thread in reversed(self._threads):
            thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, message: Message) -> None:
        """A child that is gone says so itself, by Died."""
        try:
            self._channel.send(message)
        except (OSError, ValueError):  # ValueError: closed by the thread that reads
            return

    def end(self) -> None:
        """End it and what it started, at once, whatever it is doing."""
        self.ended_by_us = True
        kill(self._process)

    def wait(self, seconds: float = REAPED) -> bool:
        """Whether it is gone, with its threads."""
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(seconds)
        return not any(thread.is_alive() for thread in self._threads)

    def _listen(self) -> None:
        broken = ""
        while not broken:
            try:
                message = self._channel.receive()
            except (EOFError, OSError):
                break
            except MemoryError:  # for what it sends; the rest of the stream makes no sense without it
                kill(self._process)
                break
            except (ChannelError, ValueError) as error:  # ValueError: the stream was closed
                broken = f"The worker process cannot be understood: {error}. Start gradview again."
                message = Failed("", "unavailable", broken)
            self._deliver(self, message)
        self._bury()

    def _bury(self) -> None:
        try:
            self._process.wait(REAPED)
        except subprocess.TimeoutExpired:  # it has closed its pipe and stays: nothing to wait for
            kill(self._process)
            self._process.wait()
        self._threads[1].join(REAPED)
        self._channel.close()
        code = self._process.returncode
        before, now = self._oom_kills, oom_kills()
        ran_out = before is not None and now is not None and now > before
        self._deliver(self, Died("", code, said(code, ran_out), self._tail.decode(errors="replace")))

    def _keep_tail(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        with stream:
            while data := os.read(stream.fileno(), 4096):
                self._tail += data
                del self._tail[:-TAIL]


def start(entry: str) -> "subprocess.Popen[bytes]":
    """A fresh interpreter with our import path, in a group of its own, so that a Ctrl-C does not reach it."""
    command = [sys.executable, "-c", CODE.format(path=sys.path, entry=entry)]
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, creationflags=flags, start_new_session=True
    )


def kill(process: "subprocess.Popen[bytes]") -> None:
    """SIGKILL to the whole group; on Windows TerminateProcess."""
    if process.poll() is not None:
        return
    try:
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # it ended by itself meanwhile
        process.kill()
