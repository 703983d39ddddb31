"""Any text whatever is an expression or an ExpressionError that points into it; nothing else ever comes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradview.spec.expression.grammar import MAX_CHARACTERS, MAX_DEPTH, MAX_NODES, parse
from gradview.spec.expression.nodes import ExpressionError, walk
from tests.spec.expression.drawn import SHAPES, expressions, soup, spaced_soup


def read(text: str) -> None:
    refused: ExpressionError | None = None
    try:
        node = parse(text)
    except ExpressionError as error:
        refused = error
    if refused is None:
        assert all(0 <= part.column < len(text) for part in walk(node)), text
    else:
        assert refused.message, text
        assert 0 <= refused.column <= len(text), text


@settings(max_examples=400)
@given(st.one_of(st.text(max_size=60), soup, spaced_soup))
def test_any_text_is_read_or_refused_at_a_column(text: str) -> None:
    read(text)


@settings(max_examples=200)
@given(expressions(list(SHAPES)), st.data())
def test_a_well_formed_expression_with_one_character_changed_is_read_or_refused(
    text: str, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(
        st.one_of(st.just(""), st.sampled_from("()[],.:=+-*@<! 0a\"'\\#{}é（１"), st.characters())
    )
    read(text[:place] + other + text[place + 1 :])


@settings(max_examples=100)
@given(expressions(list(SHAPES)))
def test_well_formed_text_is_read(text: str) -> None:
    parse(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("(" * 100_000, id="brackets"),
        pytest.param("-" * 5_000 + "a", id="signs"),
        pytest.param("not " * 2_000 + "a", id="nots"),
        pytest.param("a" + "**a" * 3_000, id="powers"),
        pytest.param("a" + "+a" * 4_999, id="sums"),
        pytest.param("a" + "[0]" * 3_000, id="indices"),
        pytest.param("tanh(" * 1_900 + "a" + ")" * 1_900, id="calls"),
        pytest.param("a<" * 3_000 + "a", id="comparisons"),
        pytest.param("9" * 9_000, id="one number"),
        pytest.param("x" * 9_000, id="one name"),
        pytest.param("a" * (MAX_CHARACTERS + 1), id="too long"),
    ],
)
def test_long_and_deep_texts_are_read_or_refused(text: str) -> None:
    read(text)


def test_what_is_within_the_bounds_is_read() -> None:
    parse("tanh(" * (MAX_DEPTH - 1) + "a" + ")" * (MAX_DEPTH - 1))
    parse("a" + " + a" * (MAX_DEPTH - 1))
    many = ", ".join(["a * b"] * (MAX_NODES // 3 - 1))
    assert MAX_NODES - 6 < len(list(walk(parse(f"concat({many})")))) <= MAX_NODES


def test_full_width_signs_are_read_as_their_kin() -> None:
    assert parse("tanh（a ＋ １．５）") == parse("tanh(a + 1.5)")
    assert parse("concat（a， b）［０］") == parse("concat(a, b)[0]")
    assert parse("a − b") == parse("a - b")


def test_an_error_after_full_width_signs_points_into_the_text_as_written() -> None:
    with pytest.raises(ExpressionError) as caught:
        parse("tanh（a） ％ 2")
    assert caught.value.column == 8
