"""What the language leaves out, and how it is said: each at its column, with what to write instead."""

from __future__ import annotations

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from gradview.spec.expression.grammar import parse
from gradview.spec.expression.nodes import ExpressionError
from tests.spec.expression.numpy_values import value

REFUSED = [
    ("", 0, "is empty; write an expression such as mean(h)"),
    ("h.mean()", 1, "'.' is not allowed: attributes are not allowed, only the functions of the list"),
    ("f(h)", 0, "f is not a function: there are"),
    ("tahn(h)", 0, "tahn is not a function: did you mean tanh?"),
    ("__import__('os')", 0, "'_' is not allowed: names begin with a letter"),
    ("lambda: h", 0, "'lambda' is not allowed"),
    ("h if a else b", 2, "'if' is not allowed: write where(condition, a, b)"),
    ("[a for a in h]", 3, "'for' is not allowed"),
    ("'text'", 0, "''' is not allowed: text is not allowed"),
    ("(a := 1)", 4, "a value is missing before '='"),
    ("tanh(*h)", 5, "a value is missing before '*'"),
    ("tanh(h, axis=0)", 8, "'axis' is not allowed as a keyword: tanh has none"),
    ("sum(h, keepdims=1)", 7, "'keepdims' is not allowed as a keyword: only axis= is"),
    ("sum(h, axis=0, axis=1)", 15, "axis is given twice"),
    ("sum(h, axis=k)", 12, "axis must be of constant whole numbers, such as -1 or 0:5"),
    ("h[t]", 2, "an index must be of constant whole numbers, such as -1 or 0:5"),
    ("h[0.5]", 2, "an index must be of constant whole numbers, such as -1 or 0:5"),
    ("h[::0]", 1, "the step of a slice cannot be 0"),
    ("h[..., ...]", 1, "'...' is allowed only once in an index"),
    ("h % 2", 2, "'%' is not allowed: there is no remainder"),
    ("h // 2", 2, "'//' is not allowed: there is no whole division"),
    ("h ^ 2", 2, "'^' is not allowed: write ** for a power"),
    ("a & b", 2, "'&' is not allowed: write 'and'"),
    ("a ≤ b", 2, "'≤' is not allowed: write <="),
    ("a is b", 2, "'is' is not allowed"),
    ("a in b", 2, "'in' is not allowed"),
    ("True", 0, "'True' is not allowed: values are numbers; write 1 or 0"),
    ("2j", 0, "'2j' is not a number; write 0.5, 20 or 1e-3"),
    ("007", 0, "a whole number does not begin with 0; write 7"),
    ("1e999", 0, "this number is too large"),
    ("2 h", 2, "an operator or a comma is missing before 'h'"),
    ("a +", 3, "ends after '+', where a value is expected"),
    ("(a", 0, "'(' is not closed"),
    ("a)", 1, "')' closes nothing"),
    ("(a]", 2, "']' closes a '('"),
    ("previous(2 * h)", 0, "previous takes the name of a state: previous(h)"),
    ("maximum(a)", 0, "maximum takes 2 arguments, not 1: maximum(a, b)"),
    ("(a, b)", 0, "a list is allowed only inside concat and stack"),
    ("tanh", 0, "tanh is a function"),
]


@pytest.mark.parametrize(("text", "column", "message"), REFUSED, ids=lambda part: str(part) or "nothing")
def test_refused_with_its_column(text: str, column: int, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert caught.value.message.startswith(message)
    assert caught.value.column == column
    assert str(caught.value) == f"{caught.value.message} (column {column + 1})"


numbers = st.integers(1, 9).map(str)
arithmetic = st.recursive(
    numbers,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "<", "<=", "==", "!="]), inner).map(" ".join),
        inner.map("-{}".format),
        inner.map("({})".format),
        st.tuples(numbers, st.sampled_from(["1", "2", "-1"])).map("{0[0]} ** {0[1]}".format),
    ),
    max_leaves=8,
)


@settings(max_examples=300)
@given(arithmetic)
def test_operators_bind_as_pythons(text: str) -> None:
    try:
        pythons = float(eval(text))
    except ZeroDivisionError:
        reject()
    assert float(value(parse(text), {})) == pytest.approx(pythons, rel=1e-12)
