"""What a test leaves behind: widgets, threads, timers and child processes that were not there before it.

Compared by identity before and after each test, no type excused. What ends by itself within two seconds is no
leak. Starts are recorded, so that a leak says where it came from. Qt is looked at only once it was imported.
"""

import functools
import gc
import inspect
import multiprocessing.process
import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import psutil
import pytest

PATIENCE = 2.0  # seconds that something already told to end may take
SEEN = "seen_before_the_test"  # a widget property: wrappers come and go, addresses are used again
LIBRARY = (str(Path(threading.__file__).parent), f"{os.sep}site-packages{os.sep}", "<frozen")


@dataclass
class Starts:
    """Where what is alive was started (file:line)."""

    places: "WeakKeyDictionary[Any, str]" = field(
        default_factory=WeakKeyDictionary
    )  # threads, QThreads, QTimers
    processes: dict[int, str] = field(default_factory=dict)
    shots: dict[object, tuple[float, Any, str]] = field(default_factory=dict)  # due, context or None, place
    qt: bool = False  # whether Qt's classes record too


STARTS = Starts()


@dataclass
class Before:
    """What was there when the test began."""

    threads: set[threading.Thread]
    processes: set[psutil.Process]
    places: set[Any]
    shots: set[object]


def place() -> str:
    """Where we are called from, as file:line: the innermost line that is no library's and not this file's."""
    frames = [frame for frame in traceback.extract_stack() if frame.filename != __file__]
    ours = [frame for frame in frames if not any(part in frame.filename for part in LIBRARY)]
    frame = (ours or frames)[-1]
    return f"{frame.filename}:{frame.lineno}"


def call_after(owner: type, name: str, note: Callable[[Any], None]) -> None:
    """Let `note(self)` follow each call of a method of `owner`."""
    original = getattr(owner, name)

    @functools.wraps(original)
    def recorded(self: Any, *args: Any, **kwargs: Any) -> Any:
        answer = original(self, *args, **kwargs)
        note(self)
        return answer

    setattr(owner, name, recorded)


def note_place(started: Any) -> None:
    STARTS.places[started] = place()


def note_process(started: Any) -> None:
    STARTS.processes[started.pid] = place()


call_after(threading.Thread, "start", note_place)
call_after(subprocess.Popen, "__init__", note_process)
call_after(multiprocessing.process.BaseProcess, "start", note_process)


def record_qt() -> bool:
    """Record the starts of Qt's threads, timers and single shots; False as long as nobody has imported Qt."""
    core = sys.modules.get("PySide6.QtCore")
    if core is None or STARTS.qt:
        return STARTS.qt
    call_after(core.QThread, "start", note_place)
    call_after(core.QTimer, "start", note_place)
    original = core.QTimer.singleShot

    def single_shot(*args: Any) -> None:
        context = next((part for part in args if isinstance(part, core.QObject)), None)
        STARTS.shots[object()] = (time.monotonic() + float(args[0]) / 1000, context, place())
        original(*args)

    core.QTimer.singleShot = staticmethod(single_shot)
    STARTS.qt = True
    return True


def top_level_widgets() -> list[Any]:
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or not isinstance(widgets.QApplication.instance(), widgets.QApplication):
        return []
    return list(widgets.QApplication.topLevelWidgets())


def children() -> set[psutil.Process]:
    """Child processes of any depth that run (psutil compares them by number and time of birth)."""
    running = set()
    for child in psutil.Process().children(recursive=True):
        try:
            if child.status() != psutil.STATUS_ZOMBIE:
                running.add(child)
        except psutil.NoSuchProcess:
            continue
    return running


def look() -> Before:
    record_qt()
    for widget in top_level_widgets():
        widget.setProperty(SEEN, True)
    now = time.monotonic()
    STARTS.shots = {key: shot for key, shot in STARTS.shots.items() if shot[0] > now}
    return Before(set(threading.enumerate()), children(), set(STARTS.places), set(STARTS.shots))


def alive(started: Any) -> bool:
    """Whether a Qt object still exists and runs (a QThread) or waits to fire (a QTimer)."""
    if not is_valid(started):
        return False
    return bool(started.isRunning() if hasattr(started, "isRunning") else started.isActive())


def is_valid(qobject: Any) -> bool:
    import shiboken6

    return bool(shiboken6.isValid(qobject))


def runs(thread: threading.Thread) -> bool:
    """A thread that Qt started stays in Python's list after its end: ask the system."""
    if not isinstance(thread, threading._DummyThread):
        return thread.is_alive()
    return thread.native_id in {one.id for one in psutil.Process().threads()}


def describe_widget(widget: Any) -> str:
    kind = type(widget)
    try:
        where = f"{inspect.getsourcefile(kind)}:{inspect.getsourcelines(kind)[1]}"
    except (TypeError, OSError):
        where = kind.__module__
    return (
        f"a {kind.__name__} {widget.objectName()!r} titled {widget.windowTitle()!r} (its class is in {where})"
    )


def left(before: Before) -> list[str]:
    """What is there now and was not before, each with where it was started."""
    unknown = "a place that was not recorded"
    found = [
        f"thread {thread.name!r}, started at {STARTS.places.get(thread, unknown)}"
        for thread in set(threading.enumerate()) - before.threads
        if runs(thread)
    ]
    found += [
        f"process {child.pid}, started at {STARTS.processes.get(child.pid, unknown)}"
        for child in children() - before.processes
    ]
    if not record_qt():
        return found
    found += [describe_widget(widget) for widget in top_level_widgets() if not widget.property(SEEN)]
    found += [
        f"{type(started).__name__} {started.objectName()!r}, started at {where}"
        for started, where in list(STARTS.places.items())
        if not isinstance(started, threading.Thread) and started not in before.places and alive(started)
    ]
    now = time.monotonic()
    found += [
        f"a single shot due in {due - now:.1f} s, started at {where}"
        for key, (due, context, where) in STARTS.shots.items()
        if key not in before.shots and due > now and (context is None or is_valid(context))
    ]
    return found


def settle() -> None:
    """Let Qt do what it was told to do later: deletions above all."""
    core = sys.modules.get("PySide6.QtCore")
    if core is not None and core.QCoreApplication.instance() is not None:
        core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete)
        core.QCoreApplication.processEvents()


def left_after_waiting(before: Before, patience: float = PATIENCE) -> list[str]:
    settle()
    found = left(before)
    end = time.monotonic() + patience
    while found and time.monotonic() < end:
        gc.collect()  # a widget in a cycle is nobody's; what it held may be in a cycle of its own
        settle()
        found = left(before)
        time.sleep(0.02 if found else 0)
        found = left(before)
    return found


@pytest.fixture(autouse=True)
def no_leaks() -> Iterator[None]:
    """Fails a test that leaves widgets, threads, timers or processes behind."""
    before = look()
    yield
    found = left_after_waiting(before)
    assert not found, "left behind by this test:\n" + "\n".join(found)
