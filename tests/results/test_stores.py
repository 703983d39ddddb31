"""A result comes back from both stores bit for bit, and numpy alone can read it."""

import json
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from gradview.results.result import Result, ResultError, load
from tests.results.drawn import results, same_bits
from tests.results.made import every_result, loop_result, lstm_result

PLACES = ["result.npz", "result/"]


@pytest.mark.parametrize("place", PLACES)
@given(result=results())
def test_what_is_saved_comes_back_bit_for_bit(place: str, result: Result) -> None:
    with tempfile.TemporaryDirectory() as folder:
        result.save(f"{folder}/{place}")
        with load(Path(folder, place)) as back:
            assert list(back) == list(result)
            assert all(same_bits(back[name], array) for name, array in result.items())
            assert back.meta == result.meta
            assert [back.info(name) for name in back] == [result.info(name) for name in result]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("words", list(every_result()))
def test_made_up_results_come_back(words: str, place: str, tmp_path: Path) -> None:
    result = every_result()[words]
    result.save(f"{tmp_path}/{place}")
    back = load(tmp_path / place)
    assert all(same_bits(back[name], array) for name, array in result.items())
    assert back.meta == result.meta


def test_numpy_alone_reads_the_file(tmp_path: Path) -> None:
    result = lstm_result()
    result.save(tmp_path / "out.npz")
    with np.load(tmp_path / "out.npz", allow_pickle=False) as file:
        assert set(file.files) == {*result, "meta"}
        assert file["meta"].dtype == np.uint8 and file["meta"].ndim == 1
        assert json.loads(bytes(file["meta"]))["format"] == "gradview-result"
        assert same_bits(file["total/h"], result["total/h"])


def test_members_are_uncompressed_and_npy_1_0(tmp_path: Path) -> None:
    loop_result().save(tmp_path / "out.npz")
    with zipfile.ZipFile(tmp_path / "out.npz") as archive:
        for member in archive.infolist():
            assert member.compress_type == zipfile.ZIP_STORED
            assert archive.read(member)[:8] == b"\x93NUMPY\x01\x00"


def test_the_same_result_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.npz", "two.npz"):
        loop_result().save(tmp_path / name)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()


def test_a_folder_is_mapped_not_read(tmp_path: Path) -> None:
    lstm_result().save(f"{tmp_path}/out/")
    result = load(tmp_path / "out")
    assert isinstance(result["total/h"], np.memmap)
    assert result.folder == tmp_path / "out"
    assert (tmp_path / "out" / "total" / "h.npy").is_file()


def test_compressed_files_are_read_too(tmp_path: Path) -> None:
    result = loop_result()
    result.save(tmp_path / "plain.npz")
    with np.load(tmp_path / "plain.npz") as file:
        np.savez_compressed(tmp_path / "packed.npz", **file)
    assert same_bits(load(tmp_path / "packed.npz")["value/x"], result["value/x"])


@pytest.mark.parametrize("name", ["out", "out.npy", "out.NPZ", "out.npz.bak"])
def test_a_name_gains_no_ending_in_silence(name: str, tmp_path: Path) -> None:
    with pytest.raises(ResultError, match=r"ends in \.npz"):
        loop_result().save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_ends_in_npz_is_a_file(tmp_path: Path) -> None:
    loop_result().save(tmp_path / "out.npz")
    assert (tmp_path / "out.npz").is_file()


@pytest.mark.parametrize("name", ["file", "meta", "", "/x", "x/", "../x", "a b", "a//b", "ä"])
@pytest.mark.parametrize("place", PLACES)
def test_an_array_cannot_have_every_name(name: str, place: str, tmp_path: Path) -> None:
    result = Result({name: np.zeros(1)}, {"arrays": {}})
    with pytest.raises(ValueError, match="cannot be called"):
        result.save(f"{tmp_path}/{place}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("dtype", ["complex64", "bool", "U3", "O", "longdouble", "M8[s]", "i4,f4"])
@pytest.mark.parametrize("place", PLACES)
def test_types_that_others_cannot_read_are_refused(dtype: str, place: str, tmp_path: Path) -> None:
    result = Result({"x": np.zeros(2, dtype)}, {"arrays": {}})
    with pytest.raises(TypeError, match="not a type that a result holds"):
        result.save(f"{tmp_path}/{place}")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    loop_result().save(tmp_path / "out.npz")
    before = (tmp_path / "out.npz").read_bytes()
    with pytest.raises(TypeError):
        Result({"x": np.zeros(2, complex)}, {"arrays": {}}).save(tmp_path / "out.npz")
    assert (tmp_path / "out.npz").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["out.npz"]


def test_a_result_folder_is_replaced_whole(tmp_path: Path) -> None:
    lstm_result().save(f"{tmp_path}/out/")
    loop_result().save(f"{tmp_path}/out/")
    assert set(load(tmp_path / "out")) == set(loop_result())
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert not (tmp_path / "out" / "total" / "h.npy").exists()


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(ResultError, match="holds other things"):
        loop_result().save(f"{tmp_path}/")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("place", PLACES)
def test_numbers_that_are_not_finite_are_texts_in_meta(place: str, tmp_path: Path) -> None:
    Result({}, {"arrays": {}, "numbers": [float("nan"), float("inf"), -np.inf, np.float32(2)]}).save(
        f"{tmp_path}/{place}"
    )
    assert load(tmp_path / place).meta["numbers"] == ["nan", "inf", "-inf", 2.0]
