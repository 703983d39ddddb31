"""Drawn results: arrays of every type and shape that a result may hold, NaN payloads and -0.0 among them."""

from typing import Any

import hypothesis.strategies as st
import numpy as np
from hypothesis.extra.numpy import arrays, from_dtype

from gradview.results.names import ArrayInfo
from gradview.results.result import Result
from gradview.results.store import TYPES

SHAPES = st.lists(st.integers(0, 4), max_size=4).map(tuple)
NAMES = st.from_regex(r"[a-z][a-zA-Z0-9_]{0,5}(/[a-z][a-zA-Z0-9_@]{0,5}){0,2}", fullmatch=True).filter(
    lambda name: name not in ("file", "meta")
)


@st.composite
def stored_arrays(draw: st.DrawFn) -> np.ndarray[Any, Any]:
    """An array of any type and byte order, any memory layout, any bits: also NaNs that carry something."""
    dtype = np.dtype(draw(st.sampled_from(sorted(TYPES)))).newbyteorder(draw(st.sampled_from("<>")))
    shape = draw(SHAPES)
    if draw(st.booleans()):
        size = int(np.prod(shape)) * dtype.itemsize
        array = np.frombuffer(draw(st.binary(min_size=size, max_size=size)), dtype).reshape(shape)
    else:
        array = draw(arrays(dtype, shape, elements=from_dtype(dtype)))
    layout = draw(st.sampled_from(["as it is", "Fortran", "every second"]))
    if layout == "Fortran":
        return np.asfortranarray(array) if array.ndim else array
    return np.repeat(array, 2, axis=0)[::2] if layout == "every second" and array.ndim else array


@st.composite
def results(draw: st.DrawFn) -> Result:
    """A result of drawn arrays, no name being a folder of another."""
    drawn = draw(st.dictionaries(NAMES, stored_arrays(), max_size=4))
    kept = {
        name: array
        for name, array in drawn.items()
        if sum(other.lower() == name.lower() or other.startswith(f"{name}.npy") for other in drawn) == 1
    }
    described = {
        name: ArrayInfo(
            name,
            "total",
            draw(st.none() | st.text(max_size=5)),
            None,
            tuple(f"d{i}" for i in range(a.ndim)),
            "ä \n",
        ).to_meta()
        for name, a in kept.items()
    }
    return Result(kept, {"arrays": described, "numbers": draw(st.lists(st.floats(), max_size=3))})


def same_bits(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> bool:
    """Whether two arrays agree in type, shape and every bit."""
    return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
