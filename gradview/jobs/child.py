"""The child process: imports the engine, then computes what the pipe asks for, one after another.

It ends when the pipe closes, whatever it is doing.
"""

import os
import queue
import signal
import sys
import threading
import traceback

from gradview.jobs.channel import Channel, ChannelError
from gradview.jobs.devices import seen_devices
from gradview.jobs.entry import Compute, EngineMissingError, fix_devices, load, versions
from gradview.jobs.messages import Failed, Finished, Message, Progress, Ready, Request, StopRequest
from gradview.jobs.perform import Sparing, perform, told


class Child:
    """What the process knows: the entry to compute by, and which jobs were asked to stop."""

    def __init__(self, channel: Channel, entry: str) -> None:
        self.channel, self.entry = channel, entry
        self.requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
        self.stopped: set[str] = set()
        self.devices_fixed = False

    def watch(self) -> None:
        """Read the pipe for as long as there is one. Nothing can keep the process alive after that."""
        while True:
            try:
                message = self.channel.receive()
            except (EOFError, OSError, ChannelError, ValueError):
                os._exit(0)
            if isinstance(message, Request):
                self.requests.put(message)
            elif isinstance(message, StopRequest):
                self.stopped.add(message.job)

    def serve(self) -> None:
        try:
            compute = load(self.entry)
        except EngineMissingError as error:
            self.channel.send(Failed("", "unavailable", str(error), details=chain(error)))
            return
        self.channel.send(Ready("", versions(), seen_devices()))
        while True:
            request = self.requests.get()
            self.channel.send(self.answer(request, compute))
            self.stopped.discard(request.job)

    def answer(self, request: Request, compute: Compute) -> Message:
        """Compute one request; what it raises is an answer too."""
        job = request.job
        tell = Sparing(lambda stage, step, total: self.channel.send(Progress(job, stage, step, total)))

        def on_progress(stage: str, step: int, total: int) -> bool:
            tell(stage, step, total)
            return job not in self.stopped

        try:
            if not self.devices_fixed:
                fix_devices(self.entry, request.gpu)
                self.devices_fixed = True
            result = perform(request, compute, on_progress)
        except Exception as error:  # a fault in the engine fails this run, not the process
            return told(job, error)
        if result.folder is not None:
            return Finished(job, {}, result.meta, result.folder)
        return Finished(job, dict(result), result.meta)


def chain(error: BaseException) -> str:
    """What an import failed by, with the place."""
    return "".join(traceback.format_exception(type(error), error, error.__traceback__))


def own_pipes() -> Channel:
    """Take the pipes from where prints and reads would find them: those now go to stderr and find nothing."""
    incoming = os.fdopen(os.dup(0), "rb", buffering=0)
    outgoing = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return Channel(incoming, outgoing)


def main(entry: str) -> None:
    """Run until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the owner's to answer
    channel = own_pipes()
    child = Child(channel, entry)
    threading.Thread(target=child.watch, name="pipe", daemon=True).start()
    try:
        child.serve()
    except BrokenPipeError:
        os._exit(0)
    sys.stderr.flush()
    os._exit(0)  # TensorFlow's threads have nothing left to finish
