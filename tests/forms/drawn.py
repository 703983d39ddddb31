"""Drawn drafts: as the forms make them, and broken in every way that a file can be."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from gradview.spec.models.recurrent import ACTIVATIONS, INITIALIZERS

Drawn = st.SearchStrategy[Any]

words = st.text("abcxyz_ ,.äé中\"'[]", max_size=8)
numbers = st.one_of(
    st.integers(-5, 50),
    st.integers(),
    st.floats(allow_nan=False),
    st.sampled_from(["1e400", "-3", "abc", "nan", "1,3", "0.5", "", 10**30, 1.0, True, None]),
)
scalars = st.one_of(st.none(), st.booleans(), numbers, words)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)


def often(likely: Drawn) -> Drawn:
    """Mostly what is meant, now and then anything."""
    return st.one_of(likely, likely, likely, anything)


def part(required: dict[str, Drawn], optional: dict[str, Drawn] | None = None) -> Drawn:
    """An object with fields that may be missing, broken or unknown."""
    every = {key: often(value) for key, value in {**required, **(optional or {})}.items()}
    known = st.fixed_dictionaries({}, optional=every)
    strangers = st.dictionaries(st.sampled_from(["direction", "unheard_of", "x y"]), anything, max_size=1)
    return often(st.builds(lambda a, b: {**b, **a}, known, strangers))


arrays = st.one_of(
    numbers, st.lists(numbers, max_size=4), st.lists(st.lists(numbers, max_size=3), max_size=3)
)
random_value = part({"from": st.just("random"), "shape": arrays, "seed": numbers}, {"scale": numbers})
expressions = st.sampled_from(
    ["x * w", "tanh(", "mean(h[-1]**2)", "a.b", "2", "x_in * weight_0", "ｘ＋１", ""]
)
names = st.sampled_from(["x", "w", "weight_0", "", "1a", "x"])
activations = st.sampled_from(ACTIVATIONS)
initializers = st.sampled_from(INITIALIZERS)

layers = part(
    {"cell": st.sampled_from(["simple_rnn", "gru", "lstm", "LSTM"]), "units": numbers},
    {
        "activation": activations,
        "recurrent_activation": activations,
        "kernel_initializer": initializers,
        "recurrent_initializer": initializers,
        "bias_initializer": initializers,
        "unit_forget_bias": st.booleans(),
        "forget_bias": numbers | st.just({"chrono": 40}),
        "reset_after": st.booleans(),
    },
)
weights = st.one_of(
    part({"from": st.just("random"), "seed": numbers}),
    part({"from": st.just("file"), "path": words}, {"layout": st.sampled_from(["auto", "torch", "?"])}),
    part({"from": st.just("values"), "kernel": arrays, "bias": arrays}),
)
recurrent = part(
    {"kind": st.just("recurrent"), "layers": st.lists(layers, max_size=3), "weights": weights},
    {"readout": st.none() | part({"units": numbers}, {"activation": activations})},
)
loops = part(
    {
        "kind": st.just("loop"),
        "steps": numbers,
        "states": st.lists(part({"name": names, "initial": arrays | expressions | random_value}), max_size=2),
        "updates": st.lists(
            part({"state": names, "expression": expressions})
            | part({"let": names, "expression": expressions}),
            max_size=3,
        ),
    },
    {
        "samples": st.none() | numbers | st.just("inputs"),
        "constants": st.lists(part({"name": names, "value": arrays | random_value}), max_size=2),
        "weights": st.lists(
            part({"name": names, "value": arrays | random_value}, {"per_step": st.booleans()}), max_size=2
        ),
        "output": expressions,
    },
)
models = often(recurrent | loops)

common = {
    "target": arrays | random_value,
    "initial": st.dictionaries(st.sampled_from(["h", "c", "layer0_h"]), arrays, max_size=2),
    "step_labels": words | st.lists(words, max_size=3),
    "feature_names": st.lists(words | st.integers(0, 9), max_size=3),
}
inputs = st.one_of(
    st.none(),
    part(
        {
            "from": st.just("random"),
            "seed": numbers,
            "steps": numbers,
            "samples": numbers,
            "features": numbers,
        },
        {"scale": numbers, **common},
    ),
    part({"from": st.just("values"), "x": arrays}, common),
    part(
        {"from": st.just("file"), "path": words},
        {
            "key": words,
            "layout": words,
            "target_key": words,
            "columns": words | st.lists(words, max_size=3),
            "window": st.none() | part({"length": numbers, "stride": numbers}, {"ahead": numbers}),
            **common,
        },
    ),
    part({"from": st.just("example"), "name": words}, common),
)
losses = st.one_of(
    st.none(),
    part({"expression": expressions}),
    part(
        {"per_step": expressions},
        {
            "steps": st.sampled_from(["all", "last", "none"]) | st.lists(st.integers(-2, 9), max_size=3),
            "reduce": st.sampled_from(["sum", "mean", "max"]),
        },
    ),
)
measures = often(
    st.lists(often(st.sampled_from(["states", "inputs", "weights", "weights_by_step"])), max_size=5)
)
runs = part(
    {
        "device": st.sampled_from(["auto", "cpu", "gpu:0", "gpu:7"]),
        "precision": st.sampled_from(["float32", "float64", "float16"]),
        "check": st.sampled_from(["auto", True, False, 1]),
        "path": st.sampled_from(["auto", "generic", "fast"]),
        "memory": numbers | st.just("auto"),
        "tf32": st.booleans(),
        "deterministic": st.booleans(),
    }
)
experiments = st.fixed_dictionaries(
    {},
    optional={
        "format": st.just("gradview-experiment"),
        "version": st.just(1),
        "name": often(words),
        "model": models,
        "inputs": often(inputs),
        "loss": often(losses),
        "measures": measures,
        "run": runs,
        "unheard_of": anything,
    },
)
