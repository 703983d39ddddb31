"""Stands for gradview.engine.device beside tests.jobs.fake_compute: notes what was asked."""

from tests.jobs import fake_compute


def hide_gpus() -> None:
    fake_compute.devices.append("hidden")


def allow_gpus() -> None:
    fake_compute.devices.append("allowed")
