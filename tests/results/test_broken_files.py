"""Files that are broken, cut off or not ours: one sentence names the file, and nothing is run."""

import io
import json
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from gradview.results.npz import load_npz
from gradview.results.result import ResultError, load
from tests.results.made import loop_result

META: dict[str, Any] = {"format": "gradview-result", "version": 1, "arrays": {}}


def coded(meta: Any) -> np.ndarray[Any, Any]:
    return np.frombuffer(json.dumps(meta).encode(), np.uint8)


def npz(**arrays: Any) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def members(**raw: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in raw.items():
            archive.writestr(f"{name}.npy", data)
    return file.getvalue()


def npy(array: Any, version: tuple[int, int] = (1, 0)) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array(file, np.asarray(array), version=version)
    return file.getvalue()


def header(shape: str, descr: str = "'<f8'") -> bytes:
    text = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}".encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text


DESCRIBED = {
    **META,
    "arrays": {"x": {"kind": "total", "state": "x", "other": None, "dims": ["step"], "words": ""}},
}
FOREIGN = [
    pytest.param(b"", "not a gradview result", id="empty file"),
    pytest.param(b"nothing of ours" * 100, "not a gradview result", id="a text"),
    pytest.param(npy([1.0]), "not a gradview result", id="an npy file"),
    pytest.param(npz(x=[1.0]), "no description", id="somebody else's npz"),
    pytest.param(npz(meta=coded([1])), "not a gradview result", id="meta is a list"),
    pytest.param(npz(meta=coded({"format": "other"})), "not a gradview result", id="another format"),
    pytest.param(npz(meta=np.frombuffer(b"{", np.uint8)), "not JSON", id="meta is cut off"),
    pytest.param(
        npz(meta=np.frombuffer(b"[" * 100_000, np.uint8)), "not JSON", id="meta is nested without end"
    ),
    pytest.param(npz(meta=coded({**META, "version": 2})), "version 2.*up to version 1", id="a newer version"),
    pytest.param(npz(meta=coded({**META, "version": "x"})), "which version", id="no version"),
    pytest.param(npz(meta=coded({**META, "arrays": 3})), "names no arrays", id="no list of arrays"),
    pytest.param(
        npz(meta=coded(META), x=[1.0]), "does not fit the array x", id="an array that is not described"
    ),
    pytest.param(npz(meta=coded(DESCRIBED)), "array x is missing", id="a described array is missing"),
    pytest.param(
        npz(meta=coded(DESCRIBED), x=[[1.0]]), "2 axes, its description 1", id="other axes than described"
    ),
    pytest.param(npz(meta=coded(DESCRIBED), x=np.array(["a"])), "damaged", id="texts"),
    pytest.param(
        members(meta=npy(coded(DESCRIBED)), x=header("(1,)", "'|O'") + pickle.dumps([1])),
        "damaged",
        id="a pickle",
    ),
    pytest.param(members(meta=npy(coded(DESCRIBED)), x=npy([1.0], (2, 0))), "npy version", id="npy 2.0"),
    pytest.param(
        members(meta=npy(coded(DESCRIBED)), x=header("(10**15,)")), "damaged", id="a size in arithmetic"
    ),
    pytest.param(
        members(meta=npy(coded(DESCRIBED)), x=header("(1000000000000000,)")), "damaged", id="a lie about size"
    ),
    pytest.param(members(meta=npy(coded(DESCRIBED)), x=header("(-1,)")), "damaged", id="a negative size"),
    pytest.param(members(meta=npy(coded(DESCRIBED)), x=b"\x93NUM"), "damaged", id="a cut header"),
    pytest.param(members(meta=npy(coded(DESCRIBED)), x=npy([1.0]) + b"!"), "damaged", id="more than it says"),
]


@pytest.mark.parametrize(("data", "words"), FOREIGN)
def test_a_file_that_is_not_ours_gives_one_sentence(data: bytes, words: str, tmp_path: Path) -> None:
    (tmp_path / "given.npz").write_bytes(data)
    with pytest.raises(ResultError, match=words) as caught:
        load(tmp_path / "given.npz")
    assert "given.npz" in str(caught.value) and "\n" not in str(caught.value)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("good") / "good.npz"
    loop_result().save(path)
    return path.read_bytes()


@given(cut=st.floats(0, 1, exclude_max=True))
def test_a_cut_file_gives_one_sentence(
    good: bytes, tmp_path_factory: pytest.TempPathFactory, cut: float
) -> None:
    path = tmp_path_factory.getbasetemp() / "cut.npz"
    path.write_bytes(good[: int(cut * len(good))])
    with pytest.raises(ResultError, match=r"cut\.npz"):
        load(path)


@given(place=st.integers(0, 10**6), bit=st.integers(0, 7))
def test_a_flipped_bit_changes_no_number_unseen(
    good: bytes, tmp_path_factory: pytest.TempPathFactory, place: int, bit: int
) -> None:
    data = bytearray(good)
    data[place % len(good)] ^= 1 << bit
    path = tmp_path_factory.getbasetemp() / "flipped.npz"
    path.write_bytes(data)
    try:
        arrays, _ = load_npz(path)
    except ResultError:
        return
    assert {name: array.tobytes() for name, array in arrays.items()} == {
        name: array.tobytes() for name, array in loop_result().items()
    }


def remove_meta(folder: Path) -> None:
    (folder / "meta.json").unlink()


def remove_array(folder: Path) -> None:
    (folder / "value" / "x.npy").unlink()


def cut_array(folder: Path) -> None:
    data = (folder / "value" / "x.npy").read_bytes()
    (folder / "value" / "x.npy").write_bytes(data[:-4])


def empty_array(folder: Path) -> None:
    (folder / "value" / "x.npy").write_bytes(b"")


def pickled_array(folder: Path) -> None:
    np.save(folder / "value" / "x.npy", np.array([{}], dtype=object))


def texts(folder: Path) -> None:
    np.save(folder / "value" / "x.npy", np.array(["a"] * 5))


def rename_out(folder: Path) -> None:
    meta = json.loads((folder / "meta.json").read_text())
    meta["arrays"]["../../etc/x"] = meta["arrays"].pop("value/x")
    (folder / "meta.json").write_text(json.dumps(meta))


SPOILT = [remove_meta, remove_array, cut_array, empty_array, pickled_array, texts, rename_out]


@pytest.mark.parametrize("spoil", SPOILT, ids=lambda spoil: spoil.__name__.replace("_", " "))
def test_a_spoilt_folder_gives_one_sentence(spoil: Callable[[Path], None], tmp_path: Path) -> None:
    loop_result().save(f"{tmp_path}/given/")
    spoil(tmp_path / "given")
    with pytest.raises(ResultError, match="given") as caught:
        load(tmp_path / "given")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_gives_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match=r"no\.npz is not there"):
        load(tmp_path / "no.npz")
