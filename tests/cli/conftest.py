"""A terminal in a folder of its own."""

from pathlib import Path

import pytest

from tests.cli.fakes import Terminal


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.chdir(tmp_path)
    return Terminal(tmp_path, capsys)
