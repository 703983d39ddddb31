"""The worker's thread where children compute: it owns them and the clock of an unanswered Stop."""

import math

from PySide6.QtCore import Qt, QTimer, Signal, Slot

from gradview.jobs.foreman import Foreman
from gradview.jobs.memory import allows_spare
from gradview.jobs.messages import Message, Request
from gradview.jobs.owner import ChildOwner
from gradview.jobs.spawned import SpawnedChild


class ProcessForeman(Foreman):
    """Brings what children say, read in threads of their own, into this thread and to the owner."""

    _arrived = Signal(object, object)

    def __init__(self, entry: str, spare: bool | None) -> None:
        super().__init__()
        keep = allows_spare() if spare is None else spare
        self._owner = ChildOwner(entry, self._bring, self, keep)
        self._clock = QTimer(self)  # moves to the thread with us
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._tick)
        self._arrived.connect(self._handle, Qt.ConnectionType.QueuedConnection)

    @Slot()
    def begin(self) -> None:
        self._owner.start()

    @Slot(object)
    def run(self, request: Request) -> None:
        self._owner.run(self.with_folder(request))

    @Slot()
    def stop(self) -> None:
        self._owner.stop()
        self._set_clock()

    def end(self) -> None:
        self._clock.stop()
        self._owner.close()

    def _bring(self, child: SpawnedChild, message: Message) -> None:
        try:
            self._arrived.emit(child, message)
        except RuntimeError:  # we were closed and are gone; so will the child be
            return

    @Slot(object, object)
    def _handle(self, child: SpawnedChild, message: Message) -> None:
        self._owner.handle(child, message)
        self._set_clock()

    @Slot()
    def _tick(self) -> None:
        self._owner.tick()
        self._set_clock()

    def _set_clock(self) -> None:
        seconds = self._owner.seconds_to_deadline()
        if seconds is None:
            self._clock.stop()
        elif not self._clock.isActive():
            self._clock.start(math.ceil(seconds * 1000) + 1)
