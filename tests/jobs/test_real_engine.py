"""The worker with TensorFlow itself: runs in a row, Stop in each stage, a kill, a large result.

Each child imports TensorFlow (4-13 s), so that one worker lives through a whole story.
"""

import gc
import os
import signal
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from gradview.jobs.entry import ENGINE
from gradview.jobs.state import WorkerState
from gradview.spec.drafts import new_draft
from gradview.spec.examples import example
from gradview.spec.files import read_draft
from tests.jobs.conftest import Hear
from tests.jobs.hearing import Hearing


def lstm_states(**changes: Any) -> dict[str, Any]:
    """The example of 10 steps, changed."""
    found = example("lstm-states")
    assert found is not None
    draft = read_draft(found.path)
    return {**draft, "run": {**draft["run"], "device": "cpu"}, **changes}


def long(steps: int, samples: int = 8, **run: Any) -> dict[str, Any]:
    """An LSTM over many steps; with 64 samples its result is too large for the pipe."""
    draft = new_draft("recurrent")
    draft["model"]["layers"] = [{"cell": "lstm", "units": 16}]
    draft["inputs"] = {**draft["inputs"], "steps": steps, "samples": samples}
    return {**draft, "loss": {"expression": "mean(h)"}, "run": {**draft["run"], "device": "cpu", **run}}


def finish(heard: Hearing, draft: dict[str, Any]) -> Any:
    return heard.result(heard.worker.run(draft))


def test_runs_in_a_row_with_stops_between_come_from_one_child(hear: Hear) -> None:
    heard = hear(entry=ENGINE)
    first = finish(heard, lstm_states())
    wider = finish(heard, lstm_states(loss={"expression": "sum(h[-1])"}))
    again = finish(heard, lstm_states())
    assert wider["loss"] != first["loss"] and list(again) == list(first)
    for name in first:
        np.testing.assert_array_equal(again[name], first[name], err_msg=name)
    stages = list(dict.fromkeys(one.stage for one in next(iter(heard.stages.values()))))
    assert stages == ["starting TensorFlow", "building", "running", "checking"]

    stopped_at = {
        "building": long(20_000),
        "running": long(20_000),
        "checking": long(2_000, check=True),
        "writing": long(5_000, samples=64, check=False),
    }
    for stage, draft in stopped_at.items():
        job = heard.worker.run(draft)
        heard.wait_for_stage(job, stage)
        before = len(heard.events)
        heard.worker.stop()
        assert heard.outcome(job) is None, stage
        after = heard.events[before:]
        assert after[after.index("STOPPING") + 1] == "end", (stage, after)
        np.testing.assert_array_equal(finish(heard, lstm_states())["total/h"], first["total/h"])

    large = finish(heard, stopped_at["writing"])
    assert isinstance(large["total/h"], np.memmap) and large["total/h"].shape == (5_000, 64, 16)
    folder = large.folder
    assert folder is not None and [path.name for path in folder.parent.iterdir() if path.is_dir()] == [
        folder.name
    ]
    del large
    heard.ends.clear()
    gc.collect()
    assert not folder.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="ends a process by a signal")
def test_stop_during_the_import_and_a_kill_during_the_run(hear: Hear) -> None:
    heard = hear(entry=ENGINE)
    job = heard.worker.run(lstm_states())
    heard.wait_for_stage(job, "starting TensorFlow")
    heard.worker.stop()
    assert heard.outcome(job) is None
    assert heard.worker.state() is WorkerState.STARTING, "Stop came before TensorFlow was there"

    job = heard.worker.run(long(20_000))
    heard.wait(lambda: any(one.step > 1_000 for one in heard.stages.get(job, [])))
    (pid,) = heard.warm_children()
    os.kill(pid, signal.SIGKILL)
    failure = heard.failure(job)
    assert failure.kind == "died" and "while running at step" in failure.message
    assert np.isfinite(finish(heard, lstm_states())["loss"])


def test_three_runs_in_the_worker_thread_that_trace_anew(hear: Hear, tensorflow: ModuleType) -> None:
    heard = hear("thread", entry="tests.jobs.real_engine:compute")
    for units in (3, 4, 5):
        draft = lstm_states()
        draft["model"] = {**draft["model"], "layers": [{"cell": "lstm", "units": units}]}
        assert finish(heard, draft)["total/h"].shape == (10, 32, units)
