"""Names, words and dims of arrays."""

import pytest

from gradview.results.names import KINDS, NAME, ArrayInfo, array_dims, array_info, is_step_axis

SLICE = [
    "value",
    "total",
    "direct",
    "through_time",
    "same_step",
    "initial",
    "inputs",
    "weights",
    "weights_by_step",
    "weights_outside_steps",
    "outputs_by_weights",
    "loss",
    "loss_by_step",
    "steps",
    "structure",
]


@pytest.mark.parametrize("kind", SLICE)
def test_every_kind_that_is_computed_has_words(kind: str) -> None:
    assert KINDS[kind].words


def test_total_is_named_and_described() -> None:
    info = array_info("total", "h", dims=("step", "unit:h"))
    assert info.name == "total/h"
    assert info.words == "Total gradient of the loss by h, dL/dh_t"


@pytest.mark.parametrize("kind", KINDS)
def test_words_leave_nothing_to_be_filled_in(kind: str) -> None:
    info = array_info(kind, "h", "c")
    assert "{" not in info.words and NAME.fullmatch(info.name)


def test_loss_has_a_name_of_one_part() -> None:
    assert array_info("loss").name == "loss"


def test_info_comes_back_from_meta() -> None:
    info = array_info("states_by_states", "h", "c", ("step", "from_step"))
    assert ArrayInfo.from_meta(info.name, info.to_meta()) == info


@pytest.mark.parametrize(
    "entry", [{}, {"kind": "total"}, None, "total", {"kind": 1, "state": 2, "other": 3, "dims": 4}]
)
def test_an_entry_that_is_none_raises_what_is_caught(entry: object) -> None:
    with pytest.raises((KeyError, TypeError)):
        ArrayInfo.from_meta("total/h", entry)  # type: ignore[arg-type]


DIMS = [
    pytest.param("total", "h", 3, True, False, ("step", "sample", "unit:h"), id="state with samples"),
    pytest.param("total", "h", 2, False, False, ("step", "unit:h"), id="state without samples"),
    pytest.param("value", "x", 1, False, False, ("step",), id="scalar state"),
    pytest.param("value", "m", 3, False, False, ("step", "unit:m:0", "unit:m:1"), id="matrix state"),
    pytest.param("initial", "h", 2, True, False, ("sample", "unit:h"), id="initial"),
    pytest.param("initial", "x", 0, False, False, (), id="scalar initial"),
    pytest.param("inputs", "x", 3, True, False, ("step", "sample", "feature:x"), id="inputs"),
    pytest.param("weights", "kernel", 2, True, False, ("kernel:0", "kernel:1"), id="weight"),
    pytest.param("weights", "w", 1, False, True, ("step",), id="per-step weight"),
    pytest.param("weights_by_step", "b", 2, True, False, ("step", "b:0"), id="weight by step"),
    pytest.param(
        "outputs_by_weights", "w", 2, False, True, ("step", "from_step"), id="outputs by per-step weight"
    ),
    pytest.param("outputs_by_weights", "w", 1, False, False, ("step",), id="outputs by scalar weight"),
    pytest.param("loss", None, 0, True, False, (), id="loss"),
    pytest.param("loss_by_step", None, 1, True, False, ("step",), id="loss by step"),
]


@pytest.mark.parametrize(("kind", "state", "ndim", "samples", "per_step", "dims"), DIMS)
def test_dims_name_each_axis(
    kind: str, state: str | None, ndim: int, samples: bool, per_step: bool, dims: tuple[str, ...]
) -> None:
    assert array_dims(kind, state, ndim, samples=samples, per_step=per_step) == dims


def test_too_few_axes_are_an_error() -> None:
    with pytest.raises(ValueError, match="total/h has 1 axes and needs 2"):
        array_dims("total", "h", 1, samples=True)


def test_an_axis_that_belongs_to_nobody_is_an_error() -> None:
    with pytest.raises(ValueError, match="loss"):
        array_dims("loss", None, 1, samples=True)


@pytest.mark.parametrize("dim", ["step", "from_step", "input_step", "step:gain/h"])
def test_step_axes_are_known(dim: str) -> None:
    assert is_step_axis(dim)


@pytest.mark.parametrize("dim", ["sample", "unit:step", "kernel:0", "stepper"])
def test_other_axes_count_no_steps(dim: str) -> None:
    assert not is_step_axis(dim)
