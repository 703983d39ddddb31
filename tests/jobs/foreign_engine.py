"""The child of a gradview that was updated while the window was open: it speaks the next protocol."""

import dataclasses

from gradview.jobs.channel import Channel
from gradview.jobs.messages import PROTOCOL, Message
from tests.jobs.fake_compute import compute as compute

send = Channel.send


def send_in_the_next_protocol(channel: Channel, message: Message) -> None:
    send(channel, dataclasses.replace(message, protocol=PROTOCOL + 1))


Channel.send = send_in_the_next_protocol  # type: ignore[method-assign]
