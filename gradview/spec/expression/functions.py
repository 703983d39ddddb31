"""The functions that expressions may call, with the words shown in tooltips and completion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Rule = Literal["each", "reduce", "softmax", "concat", "stack", "dot", "transpose"]


@dataclass(frozen=True)
class Function:
    """One function of the whitelist.

    Parameters
    ----------
    name : str
    arguments : tuple of str
        What each argument is called in the tooltip; its length is the smallest number of arguments.
    words : str
        One sentence for tooltips.
    rule : str
        How the shape follows: `each` element by element with broadcasting, `reduce` without the axes of
        `axis` (default: all), `softmax` along one axis (default: the last), `concat` and `stack` along one
        axis (default: 0), `dot` and `transpose` as NumPy's.
    no_path : tuple of int
        The arguments that no gradient reaches, by position.
    many : bool
        The last argument may be repeated; a list is taken as well.
    """

    name: str
    arguments: tuple[str, ...]
    words: str
    rule: Rule = "each"
    no_path: tuple[int, ...] = ()
    many: bool = False

    @property
    def has_axis(self) -> bool:
        """Whether `axis=` may be given."""
        return self.rule in ("reduce", "softmax", "concat", "stack")

    @property
    def many_axes(self) -> bool:
        """Whether `axis=` may be several: (0, 1)."""
        return self.rule == "reduce"

    @property
    def arity(self) -> tuple[int, int | None]:
        """Smallest and largest number of arguments; None: no largest."""
        return len(self.arguments), None if self.many else len(self.arguments)

    @property
    def signature(self) -> str:
        """How it is written: `sum(a, axis=...)`."""
        parts = [*self.arguments, *(["..."] if self.many else []), *(["axis=..."] if self.has_axis else [])]
        return f"{self.name}({', '.join(parts)})"


_ALL = (
    Function("tanh", ("a",), "Hyperbolic tangent."),
    Function("sigmoid", ("a",), "Logistic function, 1 / (1 + exp(-a))."),
    Function("relu", ("a",), "a where it is positive, else 0; its derivative at 0 is 0."),
    Function("softplus", ("a",), "log(1 + exp(a))."),
    Function("exp", ("a",), "Exponential."),
    Function("log", ("a",), "Natural logarithm."),
    Function("sqrt", ("a",), "Square root; its derivative at 0 is infinite."),
    Function("abs", ("a",), "Absolute value; its derivative at 0 is 0."),
    Function("sign", ("a",), "-1, 0 or 1. No gradient flows through it.", no_path=(0,)),
    Function("square", ("a",), "a * a."),
    Function("sin", ("a",), "Sine."),
    Function("cos", ("a",), "Cosine."),
    Function("sum", ("a",), "Sum over all elements, or over `axis`.", "reduce"),
    Function("mean", ("a",), "Mean over all elements, or over `axis`.", "reduce"),
    Function("max", ("a",), "Largest element; elements that tie share the gradient.", "reduce"),
    Function("min", ("a",), "Smallest element; elements that tie share the gradient.", "reduce"),
    Function("norm", ("a",), "Square root of the sum of squares; its derivative at 0 is 0.", "reduce"),
    Function("prod", ("a",), "Product of all elements, or over `axis`.", "reduce"),
    Function("logsumexp", ("a",), "log(sum(exp(a))), without overflow.", "reduce"),
    Function("softmax", ("a",), "exp(a) / sum(exp(a)) along `axis`, by default the last.", "softmax"),
    Function(
        "where",
        ("condition", "a", "b"),
        "a where the condition is not 0, else b. No gradient flows through the condition.",
        no_path=(0,),
    ),
    Function("minimum", ("a", "b"), "The smaller of two; a tie gives the first the whole gradient."),
    Function("maximum", ("a", "b"), "The larger of two; a tie gives the first the whole gradient."),
    Function(
        "clip", ("a", "low", "high"), "a, at least low and at most high; its derivative at both ends is 1."
    ),
    Function("concat", ("a",), "Joins arrays along `axis` (default 0): concat(a, b).", "concat", many=True),
    Function(
        "stack",
        ("a",),
        "Lays arrays side by side along a new `axis` (default 0): stack(a, b).",
        "stack",
        many=True,
    ),
    Function(
        "dot", ("a", "b"), "Sum of products over a's last axis and b's last but one (or only) axis.", "dot"
    ),
    Function("transpose", ("a",), "The axes in reverse order.", "transpose"),
    Function("previous", ("state",), "The state as the step began, before any update."),
    Function("stop_gradient", ("a",), "a itself, but no gradient flows through it.", no_path=(0,)),
)

FUNCTIONS: dict[str, Function] = {function.name: function for function in _ALL}
