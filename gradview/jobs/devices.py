"""Which class of device a run belongs to; a process's first run fixes it. Nothing here touches a device."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

DRIVERS = ("/proc/driver/nvidia/version", "/dev/nvidiactl", "/dev/dxg", "/dev/kfd")


def seen_devices() -> tuple[str, ...]:
    """ "cpu", and "gpu" where a driver for one is loaded (TensorFlow knows GPUs on Linux only)."""
    return ("cpu", "gpu") if any(Path(driver).exists() for driver in DRIVERS) else ("cpu",)


def wants_gpu(draft: Mapping[str, Any]) -> bool:
    """Whether a draft's run may use a GPU: it names one, or leaves it open on a machine that has one."""
    run = draft.get("run")
    device = run.get("device", "auto") if isinstance(run, Mapping) else "auto"
    if device == "auto":
        return "gpu" in seen_devices()
    return isinstance(device, str) and device.startswith("gpu")
