"""--set follows a path into a draft."""

import json
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from gradview.cli.arguments import UsageError
from gradview.cli.draft import set_field

KEYS = st.from_regex(r"[a-z_]{1,6}", fullmatch=True)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=5,
)


@given(st.lists(KEYS, min_size=1, max_size=4), VALUES)
def test_what_is_set_is_there(path: list[str], value: Any) -> None:
    draft: dict[str, Any] = {}
    set_field(draft, f"{'.'.join(path)}={json.dumps(value)}")
    for key in path:
        draft = draft[key]
    assert draft == value


TEXTS = [
    ("a=sum(h)", "sum(h)"),
    ("a=x=1", "x=1"),
    ("a=", ""),
    ('a="1"', "1"),
    ("a=1", 1),
    ("a=null", None),
    ("a=[1, 2]", [1, 2]),
]


@pytest.mark.parametrize(("assignment", "value"), TEXTS)
def test_a_value_is_json_or_else_a_text(assignment: str, value: Any) -> None:
    draft: dict[str, Any] = {"a": 0, "b": 1}
    set_field(draft, assignment)
    assert draft == {"a": value, "b": 1}


def test_places_of_lists_are_counted_from_0() -> None:
    draft: dict[str, Any] = {"layers": [{"units": 1}, {"units": 2}]}
    set_field(draft, "layers.1.units=5")
    assert draft == {"layers": [{"units": 1}, {"units": 5}]}


@pytest.mark.parametrize(
    "assignment", ["layers.2=1", "layers.-1=1", "layers.x=1", "layers.0.units.deep=1", "=1", "x"]
)
def test_what_cannot_be_followed_is_said(assignment: str) -> None:
    with pytest.raises(UsageError, match="--set"):
        set_field({"layers": [{"units": 1}, {}]}, assignment)
