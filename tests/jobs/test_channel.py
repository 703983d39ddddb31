"""Messages through a pair of pipes: whole, in order, arrays beside the pickle, and of one protocol only."""

import io
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from gradview.jobs import messages
from gradview.jobs.channel import HEAD, LENGTH, MARK, Channel, ChannelError
from gradview.jobs.messages import PROTOCOL, Finished, Message, Progress, Request, StopRequest


@pytest.fixture
def ends() -> Iterator[tuple[Channel, Channel]]:
    """Both ends of a channel."""
    (read_a, write_b), (read_b, write_a) = os.pipe(), os.pipe()
    pair = [
        Channel(os.fdopen(read, "rb", buffering=0), os.fdopen(write, "wb"))
        for read, write in ((read_a, write_a), (read_b, write_b))
    ]
    yield pair[0], pair[1]
    for channel in pair:
        channel.close()


def receiving(data: bytes) -> Channel:
    """A channel into which somebody has written this."""
    return Channel(io.BytesIO(data), io.BytesIO())


def head(mark: bytes = MARK, protocol: int = PROTOCOL) -> bytes:
    return HEAD.pack(mark, protocol, 1)


SENT = [
    pytest.param(Request("j", {"name": "x"}, Path("a"), Path("b"), gpu=True), id="request"),
    pytest.param(StopRequest("j"), id="stop"),
    pytest.param(Progress("j", "running", 3, 9, 1.5), id="progress"),
    pytest.param(messages.Ready("", {"tensorflow": "2"}, ("cpu", "gpu")), id="ready"),
    pytest.param(messages.Failed("j", "run", "why", (), "details"), id="failed"),
]


@pytest.mark.parametrize("message", SENT)
def test_message_arrives_as_it_was_sent(ends: tuple[Channel, Channel], message: Message) -> None:
    ends[0].send(message)
    assert ends[1].receive() == message


def test_arrays_arrive_with_values_types_and_shapes(ends: tuple[Channel, Channel]) -> None:
    arrays = {
        "float32": np.arange(12, dtype=np.float32).reshape(3, 4),
        "turned": np.arange(12.0).reshape(3, 4).T,
        "number": np.array(2.5),
        "empty": np.empty((0, 3)),
        "codes": np.array([0, 1, 2], np.uint8),
        "large": np.arange(200_000.0),  # more than a pipe holds
        "every other": np.arange(10)[::2],
    }
    thread = threading.Thread(target=ends[0].send, args=[Finished("j", arrays, {"device": "cpu"})])
    thread.start()
    answer = ends[1].receive()
    thread.join()
    assert isinstance(answer, Finished) and answer.meta == {"device": "cpu"}
    for name, array in arrays.items():
        np.testing.assert_array_equal(answer.arrays[name], array)
        assert (answer.arrays[name].dtype, answer.arrays[name].shape) == (array.dtype, array.shape)
        answer.arrays[name][...] = 0  # a result's arrays belong to whoever holds it


def test_messages_of_two_threads_do_not_mix(ends: tuple[Channel, Channel]) -> None:
    def send(name: str) -> None:
        for step in range(200):
            ends[0].send(Progress(name, "running", step, 200))

    threads = [threading.Thread(target=send, args=[name]) for name in ("a", "b")]
    for thread in threads:
        thread.start()
    got = [ends[1].receive() for _ in range(400)]
    for thread in threads:
        thread.join()
    for name in ("a", "b"):
        assert [one.step for one in got if isinstance(one, Progress) and one.job == name] == list(range(200))


def test_the_end_of_the_other_side_is_an_end(ends: tuple[Channel, Channel]) -> None:
    ends[0].close()
    with pytest.raises(EOFError):
        ends[1].receive()
    with pytest.raises(OSError, match="pipe"):
        ends[1].send(StopRequest("j"))


WRONG = [
    pytest.param(b"Fatal Python error: " * 3, "no message", id="text"),
    pytest.param(
        head(protocol=PROTOCOL + 1) + LENGTH.pack(1) + b"x",
        rf"another version of gradview \(protocol {PROTOCOL + 1}, here {PROTOCOL}\)",
        id="another protocol",
    ),
    pytest.param(head() + LENGTH.pack(4) + b"junk", "cannot be read", id="no pickle"),
    pytest.param(
        head() + LENGTH.pack(24) + b"cgradview.nowhere\nThing\n", "cannot be read", id="a class not here"
    ),
    pytest.param(head() + LENGTH.pack(4) + b"I42\n."[:4], "cannot be read", id="a pickle cut off"),
    pytest.param(head() + LENGTH.pack(5) + b"I42\n.", "a int is no message", id="something else"),
]


@pytest.mark.parametrize(("data", "words"), WRONG)
def test_what_is_no_message_of_ours_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(ChannelError, match=words):
        receiving(data).receive()


def test_half_a_message_is_an_end() -> None:
    with pytest.raises(EOFError):
        receiving(head() + LENGTH.pack(100) + b"x").receive()
