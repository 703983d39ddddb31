"""Messages over a pair of pipes: one pickle and its arrays beside it, each with its length before it.

Arrays travel outside the pickle, so that neither side holds the interpreter while it copies them.
"""

import pickle
import struct
import threading
from typing import IO, Any

from gradview.jobs.messages import PROTOCOL, Message

HEAD = struct.Struct("!4sHI")  # mark, protocol, number of parts
LENGTH = struct.Struct("!Q")
MARK = b"gvw\0"


class ChannelError(Exception):
    """What came is no message of this protocol."""


class Channel:
    """One end of the pipes. `send` may be called by several threads, `receive` by one."""

    def __init__(self, incoming: IO[bytes], outgoing: IO[bytes]) -> None:
        self._incoming, self._outgoing = incoming, outgoing
        self._sending = threading.Lock()

    def send(self, message: Message) -> None:
        """Raises OSError when the other end is gone."""
        buffers: list[pickle.PickleBuffer] = []
        head = pickle.dumps(message, protocol=5, buffer_callback=buffers.append)
        parts = [memoryview(head), *(buffer.raw() for buffer in buffers)]
        with self._sending:
            self._outgoing.write(HEAD.pack(MARK, message.protocol, len(parts)))
            for part in parts:
                self._outgoing.write(LENGTH.pack(part.nbytes))
                self._outgoing.write(part)
            self._outgoing.flush()

    def receive(self) -> Message:
        """The next message; EOFError when the other end is gone, ChannelError when it speaks otherwise."""
        mark, protocol, count = HEAD.unpack(self._exactly(HEAD.size))
        if mark != MARK:
            raise ChannelError("what comes is no message")
        if protocol != PROTOCOL:
            raise ChannelError(f"it is of another version of gradview (protocol {protocol}, here {PROTOCOL})")
        head, *buffers = [self._exactly(LENGTH.unpack(self._exactly(LENGTH.size))[0]) for _ in range(count)]
        try:
            message: Any = pickle.loads(head, buffers=buffers)
        except Exception as error:  # of another version anything can be missing: a module, a class, a field
            raise ChannelError(f"a message cannot be read ({error})") from error
        if not isinstance(message, Message):
            raise ChannelError(f"a {type(message).__name__} is no message")
        return message

    def close(self) -> None:
        """Close both ends; what is being written is lost."""
        for stream in (self._outgoing, self._incoming):
            try:
                stream.close()
            except OSError:  # the other end is gone with something still to be written
                continue

    def _exactly(self, size: int) -> bytearray:
        data = bytearray(size)
        view, filled = memoryview(data), 0
        while filled < size:
            count = self._incoming.readinto(view[filled:])  # type: ignore[attr-defined]
            if not count:
                raise EOFError
            filled += count
        return data
