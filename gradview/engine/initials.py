"""Initial states given as expressions of shared weights and constants: their values, and cotangents back
through them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import tensorflow as tf

from gradview.engine.chain import Array, Chain
from gradview.engine.compiled import compiled, specs
from gradview.engine.expressions import Env, Value, evaluate
from gradview.engine.loop_model import Stops, Tensors
from gradview.engine.models.loop import in_shape
from gradview.spec.expression.paths import reads


def initial_states(chain: Chain, weights: Tensors, constants: Tensors, dtype: Any, stops: Stops) -> Tensors:
    """Evaluate the `initial` expressions; a tape around this sees what they read."""
    names = {n: Value(v) for n, v in (*weights.items(), *constants.items())}
    env = Env(names, dtype, stops=stops)
    return {
        n: in_shape(evaluate(node, env), chain.states[n], chain.batched)
        for n, node in chain.initial_expressions.items()
    }


def weights_read(chain: Chain) -> dict[str, frozenset[str]]:
    """For each state with an `initial` expression, the shared weights that it reads with a path."""
    shared = frozenset(chain.shared_weights)
    return {
        state: frozenset(read.name for read in reads(node)) & shared
        for state, node in chain.initial_expressions.items()
    }


def pulled_back(
    chain: Chain, cotangents: Mapping[str, Array], alive: Iterable[str], dtype: Any
) -> dict[str, Array]:
    """Push cotangents of the initial states through their expressions to the weights.

    Parameters
    ----------
    cotangents
        [M, ...] by state.
    alive
        States that have a path; the others are left out, not multiplied by zero.

    Returns
    -------
    [M, *W.shape] for each shared weight that an alive state's expression reads.
    """
    read = weights_read(chain)
    states = tuple(sorted(n for n in alive if read.get(n)))
    wanted = tuple(sorted(frozenset().union(*(read[n] for n in states)))) if states else ()
    if not wanted:
        return {}
    weights = {n: np.asarray(chain.weights[n], dtype) for n in chain.shared_weights}
    constants = {n: np.asarray(a, dtype) for n, a in chain.constants.items()}
    shapes = {n: a.shape for n, a in (*weights.items(), *constants.items())}
    signature = [
        specs({n: w.shape for n, w in weights.items()}, dtype),
        specs({n: a.shape for n, a in constants.items()}, dtype),
        specs({n: chain.states[n] for n in states}, dtype, None),
    ]
    nodes = tuple(chain.initial_expressions.items())
    of_chain = (nodes, tuple(chain.states.items()), chain.batched, tuple(shapes.items()))
    key = ("initials", of_chain, states, wanted, np.dtype(dtype).name)
    function = compiled(key, lambda: _pull(chain, states, wanted, dtype), signature)
    answer = function(weights, constants, {n: cotangents[n] for n in states})
    return {n: v.numpy() for n, v in answer.items()}


def _pull(
    chain: Chain, states: tuple[str, ...], wanted: tuple[str, ...], dtype: Any
) -> Callable[..., Tensors]:
    def function(weights: Tensors, constants: Tensors, cotangents: Tensors) -> Tensors:
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(weights)
            initial = initial_states(chain, weights, constants, dtype, Stops())

        def product(one: list[Any]) -> Any:
            return tape.gradient(
                [initial[n] for n in states],
                [weights[n] for n in wanted],
                one,
                unconnected_gradients=tf.UnconnectedGradients.ZERO,
            )

        return dict(zip(wanted, tf.vectorized_map(product, [cotangents[n] for n in states]), strict=True))

    return function
