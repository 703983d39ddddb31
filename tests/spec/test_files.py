"""Files are read with a line and column where they are wrong, and replaced whole or not at all."""

import stat
from pathlib import Path
from typing import Any

import pytest

from gradview.spec.atomic import write_atomically
from gradview.spec.examples import example, examples
from gradview.spec.experiment import Experiment
from gradview.spec.files import read_draft, write_draft
from gradview.spec.migrations import migrate
from gradview.spec.problems import ExperimentError
from gradview.spec.resources import resource

BAD = [
    (b'{"model": {\n  "kind": loop}}', "is not JSON: expecting value at line 2, column 11"),
    (b'{"a": 1,}', "is not JSON: "),
    (b"", "is not JSON: expecting value at line 1, column 1"),
    (b'{"a": 1, "a": 2}', "is not JSON: the name 'a' is there twice in one object"),
    (b"[1, 2]", "must hold an object in braces (is a list)"),
    (b'{"name": "\xff"}', "is not UTF-8 text (byte 10)"),
    (b"[" * 100_000, "is nested too deep"),
    (b'{"a": ' + b"9" * 5000 + b"}", "is not JSON: "),
]


@pytest.mark.parametrize(("content", "said"), BAD, ids=[said for _, said in BAD])
def test_file_that_is_no_json_is_one_line(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "bad.gradview"
    path.write_bytes(content)
    with pytest.raises(ExperimentError) as caught:
        read_draft(path)
    assert str(caught.value).startswith(f"{path} {said}") and "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["missing.gradview", "."], ids=["missing", "a folder"])
def test_file_that_cannot_be_read_is_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(ExperimentError, match="cannot be read: "):
        Experiment.load(tmp_path / name)


def test_byte_order_mark_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "a.gradview").write_text('\ufeff{"name": "é"}', encoding="utf-8")
    assert read_draft(tmp_path / "a.gradview") == {"name": "é"}


def test_any_draft_is_saved_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.gradview"
    draft = {"name": "é", "model": {"kind": None, "value": [1, 2.5, "nan", float("inf")]}, "odd": []}
    write_draft(path, draft)
    assert read_draft(path) == {**draft, "model": {"kind": None, "value": [1, 2.5, "nan", "inf"]}}
    assert path.read_text(encoding="utf-8").startswith('{\n  "name": "é"')


def test_what_is_written_takes_the_place_of_the_file_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("before")
    path.chmod(0o640)
    with write_atomically(path) as file:
        file.write(b"after")
        assert path.read_text() == "before"
    assert path.read_text() == "after" and stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def _write_half(path: Path) -> None:
    with write_atomically(path) as file:
        file.write(b"half")
        raise KeyboardInterrupt


def test_what_fails_leaves_the_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("before")
    with pytest.raises(KeyboardInterrupt):
        _write_half(path)
    assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]


def test_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("before")
    (tmp_path / "link.txt").symlink_to("real.txt")
    with write_atomically(tmp_path / "link.txt") as file:
        file.write(b"after")
    assert (tmp_path / "link.txt").is_symlink() and (tmp_path / "real.txt").read_text() == "after"


def test_missing_folder_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), write_atomically(tmp_path / "none" / "a.txt"):
        pass


def _rename_units(draft: dict[str, Any]) -> dict[str, Any]:
    return {**{name: part for name, part in draft.items() if name != "width"}, "units": draft["width"]}


def _double_units(draft: dict[str, Any]) -> dict[str, Any]:
    return {**draft, "units": 2 * draft["units"]}


STEPS = {1: _rename_units, 2: _double_units}


@pytest.mark.parametrize(
    ("draft", "migrated"),
    [
        ({"version": 1, "width": 3}, {"version": 3, "units": 6}),
        ({"version": 2, "units": 3}, {"version": 3, "units": 6}),
        ({"version": 3, "units": 3}, {"version": 3, "units": 3}),
        ({"units": 3}, {"units": 3}),
    ],
    ids=["two steps", "one step", "current", "none given"],
)
def test_older_draft_is_migrated_step_by_step(draft: dict[str, Any], migrated: dict[str, Any]) -> None:
    before = dict(draft)
    assert migrate(draft, STEPS, 3) == migrated
    assert draft == before


def test_newer_draft_is_refused_with_both_versions() -> None:
    with pytest.raises(ExperimentError, match=r"^version: this is version 4, .* up to version 3"):
        migrate({"version": 4}, STEPS, 3)


@pytest.mark.parametrize("entry", examples(), ids=lambda entry: entry.name)
def test_example_is_a_valid_experiment(entry: Any) -> None:
    experiment = Experiment.load(entry.path)
    assert experiment.name == entry.title and entry.sentence


def test_example_that_is_not_there_is_none() -> None:
    assert example("nothing") is None


def test_resources_are_found_in_a_checkout_and_in_an_installed_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert resource("examples/index.json").is_file()
    inside = tmp_path / "gradview" / "resources" / "examples" / "index.json"
    inside.parent.mkdir(parents=True)
    inside.write_text("[]")
    monkeypatch.setattr("gradview.spec.resources._PACKAGE", tmp_path / "gradview")
    assert resource("examples/index.json") == inside
