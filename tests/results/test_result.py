"""A result as a mapping, with findings, structure, and xarray."""

import numpy as np
import pytest

from gradview.results.finding import Finding
from gradview.results.result import Result, load
from tests.results.made import every_result, loop_result, lstm_result, not_a_number_result


def test_result_is_a_mapping_in_the_order_of_its_arrays() -> None:
    result = loop_result()
    assert len(result) == len(list(result)) and "total/x" in result and "total/y" not in result
    assert result["outputs_by_weights/w"].shape == (5, 5)
    with pytest.raises(KeyError):
        result["total/y"]


def test_info_says_what_an_array_is() -> None:
    info = lstm_result().info("total/h")
    assert (info.kind, info.state, info.other) == ("total", "h", None)
    assert info.dims == ("step", "sample", "unit:h")


def test_structure_is_none_where_all_have_a_path() -> None:
    result = lstm_result()
    assert result.structure("total/h") is None
    assert result.structure("direct/c") is not None


def test_findings_are_sentences_with_a_place() -> None:
    (finding,) = not_a_number_result().findings
    assert (finding.level, finding.array, finding.step) == ("error", "total/h", 2)
    assert finding.sentence.endswith(".")


def test_findings_come_back_from_meta() -> None:
    finding = Finding("warning", "decay", "It fades.", "total/h", 3, {"rate": 0.5})
    assert Finding.from_meta(finding.to_meta()) == finding


def test_a_level_that_is_not_known_is_a_warning() -> None:
    assert Finding.from_meta({"level": "dire", "sentence": "x"}).level == "warning"


def test_underflow_is_where_meta_says_so() -> None:
    result = not_a_number_result()
    mask = result.underflow("total/h")
    assert mask is not None and mask[0].all() and not mask[1:].any()
    assert result.underflow("total/c") is None


@pytest.mark.parametrize("words", list(every_result()))
def test_xarray_has_the_same_numbers_and_dims(words: str) -> None:
    result = every_result()[words]
    dataset = result.to_xarray()
    for name, array in result.items():
        assert dataset[name].dims == result.info(name).dims
        np.testing.assert_array_equal(dataset[name].values, array)
        assert dataset[name].attrs["description"] == result.info(name).words


def test_a_closed_result_holds_no_arrays(tmp_path: pytest.TempPathFactory) -> None:
    loop_result().save(f"{tmp_path}/out/")
    with load(f"{tmp_path}/out") as result:
        kept = result["value/x"]
    assert list(result) == []
    assert kept.shape == (5,), "an array that somebody holds stays usable"


def test_results_are_told_apart_by_identity() -> None:
    one, other = loop_result(), loop_result()
    assert one != other and one == one and len({one, other}) == 2


def test_meta_that_json_cannot_say_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match="set"):
        Result({}, {"arrays": {}, "odd": {1}})


def test_numpy_numbers_in_meta_become_plain() -> None:
    meta = Result({}, {"arrays": {}, "a": np.float64(1.5), "b": np.arange(2), "c": np.bool_(True)}).meta
    assert (meta["a"], meta["b"], meta["c"]) == (1.5, [0, 1], True)
