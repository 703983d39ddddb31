"""The document: edits and the way back, files, and what would be lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from gradview.app import document as module
from gradview.app.document import Document, rebased
from gradview.spec.drafts import KINDS, new_draft
from gradview.spec.files import read_draft


@pytest.fixture
def document(qapp: QApplication) -> Document:
    return Document()


def with_units(draft: dict[str, Any], units: Any) -> dict[str, Any]:
    layer = {**draft["model"]["layers"][0], "units": units}
    return {**draft, "model": {**draft["model"], "layers": [layer]}}


def test_a_new_document_can_be_run_and_has_nothing_to_save(document: Document) -> None:
    assert document.experiment() is not None
    assert document.problems() == ()
    assert not document.isModified()


def test_a_wrong_field_is_a_problem_at_its_path_and_undo_takes_it_back(document: Document) -> None:
    right = document.draft()
    document.edit(with_units(right, -3))
    assert [problem.where for problem in document.problems()] == ["model.layers.0.units"]
    assert document.experiment() is None
    assert document.isModified()
    document.undo.undo()
    assert document.draft() == right
    assert document.problems() == ()
    assert not document.isModified()


def test_typing_in_one_field_is_undone_at_once(document: Document) -> None:
    start = document.draft()
    for units in (1, 12, 128):
        document.edit(with_units(document.draft(), units))
    assert document.undo.count() == 1
    document.undo.undo()
    assert document.draft() == start
    document.undo.redo()
    assert document.draft() == with_units(start, 128)


def test_edits_of_two_fields_are_undone_one_by_one(document: Document) -> None:
    document.edit(with_units(document.draft(), 12))
    document.edit({**document.draft(), "name": "Other"})
    document.undo.undo()
    assert document.draft() == with_units(new_draft("recurrent"), 12)


def test_edits_with_a_pause_between_are_undone_one_by_one(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    document.edit(with_units(document.draft(), 1))
    now[0] += module.PAUSE + 0.1
    document.edit(with_units(document.draft(), 12))
    assert document.undo.count() == 2


@pytest.mark.parametrize(("before", "after"), [(1, 1.0), (1, True), (0.0, False)], ids=str)
def test_numbers_that_compare_equal_but_read_otherwise_are_an_edit(
    document: Document, before: Any, after: Any
) -> None:
    document.open(with_units(new_draft("recurrent"), before))
    document.edit(with_units(document.draft(), after))
    assert type(document.draft()["model"]["layers"][0]["units"]) is type(after)


def test_saving_writes_the_draft_and_leaves_nothing_to_save(document: Document, tmp_path: Path) -> None:
    document.edit({**document.draft(), "name": "Kept"})
    document.save(tmp_path / "kept.gradview")
    assert not document.isModified()
    assert read_draft(tmp_path / "kept.gradview") == document.draft()
    document.undo.undo()
    assert document.isModified()


def test_a_draft_that_is_wrong_is_saved_too(document: Document, tmp_path: Path) -> None:
    document.edit(with_units(document.draft(), "many"))
    document.save(tmp_path / "wrong.gradview")
    assert read_draft(tmp_path / "wrong.gradview") == document.draft()


def test_a_file_that_cannot_be_written_leaves_the_document_as_it_was(
    document: Document, tmp_path: Path
) -> None:
    document.edit({**document.draft(), "name": "Kept"})
    with pytest.raises(FileNotFoundError):
        document.save(tmp_path / "nowhere" / "x.gradview")
    assert document.path() is None
    assert document.isModified()


def test_saving_elsewhere_still_finds_the_data(document: Document, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "data" / "x.csv").write_text("a\n1\n2\n3\n")
    draft = {**new_draft("recurrent"), "inputs": {"from": "file", "path": "x.csv", "window": {"length": 2}}}
    document.open(draft, tmp_path / "data" / "e.gradview")
    assert document.experiment() is not None
    document.save(tmp_path / "other" / "e.gradview")
    assert document.draft()["inputs"]["path"] == "../data/x.csv"
    assert document.experiment() is not None
    assert not document.isModified()


@given(
    path=st.one_of(st.just("x.npz"), st.just("/abs/x.npz"), st.none(), st.integers(), st.just("")),
    kind=st.sampled_from(KINDS),
)
def test_moving_a_draft_changes_nothing_but_relative_paths(path: Any, kind: str) -> None:
    draft = {**new_draft(kind), "inputs": {"from": "file", "path": path}}
    moved = rebased(draft, Path("/one/two"), Path("/one"))
    expected = "two/x.npz" if path == "x.npz" else path
    assert moved == {**draft, "inputs": {"from": "file", "path": expected}}
