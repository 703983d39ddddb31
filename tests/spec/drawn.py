"""Drawn drafts: valid ones of both kinds, and the ways in which typing breaks them."""

from typing import Any

from hypothesis import strategies as st

from gradview.spec.measures import MEASURES, PER_STEP_LOSS
from gradview.spec.models.recurrent import ACTIVATIONS, INITIALIZERS, READOUT_ACTIVATIONS

small = st.integers(1, 4)
numbers = st.one_of(st.integers(-5, 5), st.floats(-1e3, 1e3), st.sampled_from(["nan", "inf", "-inf"]))
seeds = st.integers(0, 2**40)


@st.composite
def subset(draw: st.DrawFn, fields: dict[str, st.SearchStrategy[Any]]) -> dict[str, Any]:
    """Some of the fields."""
    names = draw(st.lists(st.sampled_from(sorted(fields)), unique=True))
    return {name: draw(fields[name]) for name in names}


@st.composite
def lists(draw: st.DrawFn, shape: tuple[int, ...]) -> Any:
    """Nested lists of one shape."""

    def nested(sizes: tuple[int, ...]) -> Any:
        return [nested(sizes[1:]) for _ in range(sizes[0])] if sizes else draw(numbers)

    return nested(shape)


def arrays(shape: tuple[int, ...]) -> st.SearchStrategy[Any]:
    """Nested lists or a random draw."""
    head = {"from": "random", "shape": list(shape)}
    random = st.builds(lambda seed, scale: {**head, "seed": seed, "scale": scale}, seeds, st.floats(0.1, 2))
    return st.one_of(lists(shape), random)


initializers = st.sampled_from([name for name in INITIALIZERS if name not in ("orthogonal", "identity")])
layers = st.builds(
    lambda cell, units, more: {"cell": cell, "units": units, **more},
    st.sampled_from(["simple_rnn", "gru", "lstm"]),
    small,
    subset(
        {
            "activation": st.sampled_from(ACTIVATIONS),
            "recurrent_activation": st.sampled_from(ACTIVATIONS),
            "kernel_initializer": st.sampled_from(INITIALIZERS),
            "recurrent_initializer": st.sampled_from(INITIALIZERS),
            "bias_initializer": initializers,
            "reset_after": st.booleans(),
            "forget_bias": st.one_of(st.floats(-2, 2), st.just({"chrono": 20})),
        }
    ),
)
losses = st.sampled_from(
    [
        {"expression": "mean(h)"},
        {"expression": "sum(h[-1]**2)"},
        {"per_step": "sum(h)", "steps": "last"},
        {"per_step": "sum(y * y)", "steps": [0], "reduce": "mean"},
    ]
)
runs = subset(
    {
        "device": st.sampled_from(["auto", "cpu", "gpu:0"]),
        "precision": st.sampled_from(["float32", "float64"]),
        "check": st.sampled_from(["auto", True, False]),
        "path": st.sampled_from(["auto", "generic"]),
        "memory": st.one_of(st.just("auto"), st.integers(1, 10**12)),
        "tf32": st.booleans(),
        "deterministic": st.booleans(),
    }
)


@st.composite
def recurrent(draw: st.DrawFn) -> dict[str, Any]:
    model: dict[str, Any] = {"kind": "recurrent", "layers": draw(st.lists(layers, min_size=1, max_size=3))}
    readout = st.builds(
        lambda units, kind: {"units": units, "activation": kind}, small, st.sampled_from(READOUT_ACTIVATIONS)
    )
    model.update(draw(subset({"readout": st.one_of(st.none(), readout)})))
    model.update(draw(subset({"weights": st.builds(lambda seed: {"from": "random", "seed": seed}, seeds)})))
    steps, samples, features = draw(small), draw(small), draw(small)
    inputs = {"from": "random", "seed": 0, "steps": steps, "samples": samples, "features": features}
    if draw(st.booleans()):
        inputs = {
            "from": "values",
            "x": draw(lists((steps, samples, features))),
        }
    names = {"step_labels": [str(step) for step in range(steps)], "target": draw(arrays((steps, samples, 1)))}
    return {
        "model": model,
        "inputs": {**inputs, **draw(subset({k: st.just(v) for k, v in names.items()}))},
        "loss": draw(losses),
    }


@st.composite
def loops(draw: st.DrawFn) -> dict[str, Any]:
    steps, width = draw(small), draw(small)
    samples = draw(st.sampled_from([None, 3, "inputs"]))
    lead = () if samples is None else (3,)
    model = {
        "kind": "loop",
        "steps": steps,
        "samples": samples,
        "states": [{"name": "h", "initial": draw(arrays((width,)))}, {"name": "k", "initial": "2 * a"}],
        "constants": [{"name": "a", "value": draw(arrays(()))}],
        "weights": [
            {"name": "w", "value": draw(arrays(()))},
            {"name": "v", "per_step": True, "value": draw(arrays((steps, width)))},
        ],
        "updates": [
            {"let": "part", "expression": "tanh(w * h) + x"},
            {"state": "h", "expression": "part * v + previous(k)"},
            {"state": "k", "expression": "k + t"},
        ],
        **draw(subset({"output": st.just("h * 2")})),
    }
    x = draw(lists((steps, *lead, width)))
    return {"model": model, "inputs": {"from": "values", "x": x}, "loss": draw(losses)}


@st.composite
def drafts(draw: st.DrawFn) -> dict[str, Any]:
    """A valid draft."""
    model = draw(st.one_of(recurrent(), loops()))
    by_step = "per_step" in model.get("loss", {})
    fitting = [name for name in MEASURES if by_step or name not in PER_STEP_LOSS]
    measures = st.lists(st.sampled_from(fitting), min_size=1, unique=True)
    head = {"format": st.just("gradview-experiment"), "version": st.just(1), "name": st.text(max_size=20)}
    more = draw(subset({**head, "measures": measures, "run": runs}))
    return {**model, **more}


odd = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from([[], {}, [[]], [1, [2]], {"from": "random"}, {"kind": "loop"}, "h[", "values", 10**400]),
)


@st.composite
def broken(draw: st.DrawFn) -> Any:
    """A draft with a few parts deleted, replaced or renamed."""
    draft = draw(drafts())
    for _ in range(draw(st.integers(1, 3))):
        draft = draw(_broken_somewhere(draft))
    return draft


def _broken_somewhere(part: Any) -> st.SearchStrategy[Any]:
    if isinstance(part, dict) and part:
        return st.sampled_from(list(part)).flatmap(lambda name: _broken_at(part, name))
    if isinstance(part, list) and part:
        place = st.integers(0, len(part) - 1)
        return place.flatmap(
            lambda i: st.one_of(
                _broken_somewhere(part[i]).map(lambda new: [*part[:i], new, *part[i + 1 :]]),
                st.just([*part[:i], *part[i + 1 :]]),
                st.just([*part, part[i]]),
            )
        )
    return odd


def _broken_at(part: dict[str, Any], name: str) -> st.SearchStrategy[Any]:
    others = {key: value for key, value in part.items() if key != name}
    return st.one_of(
        _broken_somewhere(part[name]).map(lambda new: {**part, name: new}),
        odd.map(lambda new: {**part, name: new}),
        st.just(others),
        st.text(max_size=6).map(lambda key: {**others, key: part[name]}),
        odd,
    )
