"""Keeps a graph rewrite of TensorFlow away from loops: in version 2.21 it makes some of them return nothing.

Where a while_loop's step adds three terms and one of them has fewer axes, the arithmetic optimizer joins the
sums to one node; what is pruned after it takes the loop's TensorArrays along, and their stack is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import tensorflow as tf

REWRITE = "arithmetic_optimization"


@contextmanager
def without_rewrites() -> Iterator[None]:
    """A block whose functions are optimized without it; the caller's own setting comes back afterwards."""
    before = tf.config.optimizer.get_experimental_options().get(REWRITE, True)
    tf.config.optimizer.set_experimental_options({REWRITE: False})
    try:
        yield
    finally:
        tf.config.optimizer.set_experimental_options({REWRITE: before})
