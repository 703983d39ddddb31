"""Expressions as text: nonsense, near misses, and well-formed ones over names of known shapes."""

from __future__ import annotations

from hypothesis import strategies as st

SHAPES = {"a": (4,), "b": (3, 4), "c": (2, 3, 4), "k": (), "m": (4, 3), "o": (1, 4)}
WORDS = """
h_1 1 0.5 1e3 007 2j 1_000 + - * / ** @ // % < <= == != = := ( ) [ ] { } , : ... . # ; and or not if else
lambda for in is await None True tanh sum concat where previous stop_gradient axis axis= exec __import__ é Σ
（ ） ， １ ＋ ． − 🙂 a b c k m x y t ' " \\
"""
PIECES = [*WORDS.split(), "\n", "\t", "\0", " ", "9" * 400]
soup = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
spaced_soup = st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join)

EACH = ["tanh", "sigmoid", "relu", "softplus", "exp", "abs", "sign", "square", "sin", "cos", "stop_gradient"]
REDUCE = ["sum", "mean", "max", "min", "norm", "prod", "logsumexp"]
INDICES = [
    "0",
    "-1",
    "1:",
    "::2",
    "::-1",
    ":-1",
    "..., 0",
    "0, ...",
    "-1, 0",
    ":, 1",
    "5",
    "0, 0, 0, 0",
    "2:2",
]


def expressions(names: list[str]) -> st.SearchStrategy[str]:
    """Well-formed text; the shapes of its parts may or may not go together."""
    leaf = st.sampled_from([*names, "0.5", "2"])

    def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        axis = st.sampled_from(["", ", axis=0", ", axis=-1", ", axis=1", ", axis=3", ", axis=(0, 1)"])
        one_axis = st.sampled_from(["", ", axis=0", ", axis=-1", ", axis=1", ", axis=2"])
        pair = st.tuples(inner, inner)
        return st.one_of(
            st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "@"]), inner).map(
                lambda p: f"({p[0]} {p[1]} {p[2]})"
            ),
            st.tuples(inner, st.sampled_from(["<", "<=", "==", "and", "or"]), inner).map(
                lambda p: f"({p[0]} {p[1]} {p[2]})"
            ),
            inner.map(lambda text: f"-{text}"),
            inner.map(lambda text: f"(not {text})"),
            st.tuples(st.sampled_from(EACH), inner).map(lambda p: f"{p[0]}({p[1]})"),
            st.tuples(st.sampled_from(REDUCE), inner, axis).map(lambda p: f"{p[0]}({p[1]}{p[2]})"),
            st.tuples(inner, one_axis).map(lambda p: f"softmax({p[0]}{p[1]})"),
            st.tuples(st.sampled_from(["minimum", "maximum", "dot"]), pair).map(
                lambda p: f"{p[0]}({p[1][0]}, {p[1][1]})"
            ),
            st.tuples(st.sampled_from(["concat", "stack"]), pair, one_axis).map(
                lambda p: f"{p[0]}({p[1][0]}, {p[1][1]}{p[2]})"
            ),
            st.tuples(inner, inner, inner).map(lambda p: f"where({p[0]}, {p[1]}, {p[2]})"),
            inner.map(lambda text: f"transpose({text})"),
            st.tuples(inner, st.sampled_from(INDICES)).map(lambda p: f"({p[0]})[{p[1]}]"),
        )

    return st.recursive(leaf, larger, max_leaves=6)
