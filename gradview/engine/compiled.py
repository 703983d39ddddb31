"""Compiled functions, kept by what they compute: a run with other values does not trace again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Any

import tensorflow as tf

KEPT = 256
"""How many compiled functions are kept; the one unused for longest goes first."""

_functions: OrderedDict[Hashable, Any] = OrderedDict()
_tracings = 0


def compiled(key: Hashable, build: Callable[[], Callable[..., Any]], signature: Any) -> Callable[..., Any]:
    """Return the compiled function for `key`, building and remembering it the first time.

    Parameters
    ----------
    key
        Says everything that the traced code depends on, but for the values of its arguments.
    build
        Makes the Python function to trace.
    signature
        Nest of `tf.TensorSpec`, one for each argument.
    """
    if key in _functions:
        _functions.move_to_end(key)
        return _functions[key]  # type: ignore[no-any-return]
    _functions[key] = tf.function(_Counted(build()), input_signature=signature, autograph=False)
    while len(_functions) > KEPT:
        _functions.popitem(last=False)
    return _functions[key]  # type: ignore[no-any-return]


class _Counted:
    """A function that counts how often it is traced.

    An object, not a closure: TensorFlow takes functions of one code for one, and warns of its tracings.
    """

    __name__ = "compiled"

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def __call__(self, *arguments: Any) -> Any:
        global _tracings
        _tracings += 1
        return self._function(*arguments)


def tracings() -> int:
    """Return how many functions were traced in this process so far."""
    return _tracings


def specs(shapes: Mapping[str, tuple[int | None, ...]], dtype: Any, *leading: int | None) -> dict[str, Any]:
    """Return a TensorSpec for each name, with `leading` axes before its shape."""
    return {name: tf.TensorSpec((*leading, *shape), dtype) for name, shape in shapes.items()}
