"""Drawn experiments: small, smooth and moderate, so that two routes can be compared to 1e-9."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

SMOOTH = ["tanh", "sigmoid", "linear", "softplus", "softsign", "gelu", "silu"]
GATES = ["sigmoid", "tanh", "softsign"]
seeds = st.integers(0, 2**16)


@st.composite
def recurrent(draw: Any) -> dict[str, Any]:
    """A stack of one to three layers, with or without a readout, initial states and a target."""
    steps, samples, features = draw(st.integers(1, 5)), draw(st.integers(1, 3)), draw(st.integers(1, 3))
    layers = [
        {
            "cell": draw(st.sampled_from(["simple_rnn", "gru", "lstm"])),
            "units": draw(st.integers(1, 3)),
            "activation": draw(st.sampled_from(SMOOTH)),
            "recurrent_activation": draw(st.sampled_from(GATES)),
            "reset_after": draw(st.booleans()),
            "bias_initializer": draw(st.sampled_from(["zeros", "ones", "random_normal"])),
            **draw(st.sampled_from([{}, {"unit_forget_bias": False}, {"forget_bias": 0.4}])),
        }
        for _ in range(draw(st.integers(1, 3)))
    ]
    model: dict[str, Any] = {
        "kind": "recurrent",
        "layers": layers,
        "weights": {"from": "random", "seed": draw(seeds)},
    }
    last = f"layer{len(layers) - 1}_" if len(layers) > 1 else ""
    reads = [
        "sum(h[-1] * h[-1])",
        "mean(h ** 2)",
        "sum(y[0]) + 0.5 * sum(tanh(h))",
        f"sum({last}kernel) * mean(y)",
    ]
    if layers[-1]["cell"] == "lstm":
        reads += ["sum(c[-1]) + sum(h[0])", "logsumexp(c)"]
    if len(layers) > 1:
        reads += ["sum(layer0_h[-1] * 2) + sum(h)", "sum(layer0_h)"]
    if draw(st.booleans()):
        model["readout"] = {
            "units": draw(st.integers(1, 2)),
            "activation": draw(st.sampled_from([*SMOOTH, "softmax"])),
        }
        reads += ["mean((y - sin(x[:, :, :1])) ** 2)"]
    targeted = draw(st.booleans())
    if targeted:
        reads += ["mean((y - target) ** 2)", "sum(target * h[:, :, :1])"]
    inputs: dict[str, Any] = {
        "from": "random", "seed": draw(seeds), "steps": steps, "samples": samples, "features": features,
    }  # fmt: skip
    if targeted:
        inputs["target"] = _waves([steps, samples, 1], draw(seeds))
    if draw(st.booleans()):
        number = draw(st.integers(0, len(layers) - 1))
        state = draw(st.sampled_from("hc" if layers[number]["cell"] == "lstm" else "h"))
        name = (f"layer{number}_" if len(layers) > 1 else "") + state
        inputs["initial"] = {
            name: {"from": "random", "shape": [samples, layers[number]["units"]], "seed": draw(seeds)}
        }
    each = "sum(y * y) + t * sum(h)" + " * sum(target)" * targeted
    per_step = [{"per_step": each, "reduce": draw(st.sampled_from(["sum", "mean"]))}]
    per_step += [
        {**per_step[0], "steps": "last"},
        {**per_step[0], "steps": [draw(st.integers(0, steps - 1))]},
    ]
    loss = draw(st.sampled_from([{"expression": text} for text in reads] + per_step))
    return _experiment(model, inputs, loss)


@st.composite
def loop(draw: Any) -> dict[str, Any]:
    """Up to three states of one shape that read each other, with lets, per-step weights and an output."""
    steps = draw(st.integers(1, 5))
    samples = draw(st.sampled_from([None, 1, 3]))
    shape = draw(st.sampled_from([[], [2], [2, 3]]))
    fed, targeted = draw(st.booleans()), draw(st.booleans())
    names = ["p", "q", "r"][: draw(st.integers(1, 3))]

    def number(name: str, shape: list[int]) -> dict[str, Any]:
        return {"from": "random", "shape": shape, "seed": draw(seeds), "scale": 0.5}

    given = ["x", "target"][: fed * (1 + targeted)]
    atoms = [*names, "w", "v", "k", "u", "0.5", *given]
    atoms += [*(f"previous({n})" for n in names)]
    term = st.recursive(
        st.sampled_from(atoms),
        lambda inner: st.one_of(
            st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map(
                lambda p: f"({p[0]} {p[1]} {p[2]})"
            ),
            st.tuples(st.sampled_from(["tanh", "sin", "sigmoid", "softplus", "stop_gradient"]), inner).map(
                lambda p: f"{p[0]}({p[1]})"
            ),
            st.tuples(inner, inner, inner).map(lambda p: f"where({p[0]} > 0.2, {p[1]}, {p[2]})"),
            st.tuples(st.sampled_from(["sum", "mean", "norm", "logsumexp"]), inner).map(
                lambda p: f"{p[0]}(0.3 + 0.2 * stack({p[1]}, {p[1]} * 2))"
            ),
        ),
        max_leaves=5,
    )
    # sin, not tanh: where that saturates, 1 - tanh^2 has few digits left and no two routes share them.
    # 0 * k gives an update its state's shape where its terms are numbers.
    updated = draw(st.lists(st.sampled_from(names), unique=True, min_size=1, max_size=len(names)))
    updates: list[dict[str, Any]] = []
    for name in updated:
        if draw(st.booleans()) and not any("let" in line for line in updates):
            updates.append({"let": "u2", "expression": draw(term)})
            updates.append({"state": name, "expression": f"sin(u2 + {draw(term)} + 0 * k)"})
        else:
            updates.append({"state": name, "expression": f"sin({draw(term)} + 0 * k)"})
    initial = draw(st.sampled_from(["v * 0.5", "k + v", None]))
    model: dict[str, Any] = {
        "kind": "loop", "steps": steps,
        "samples": "inputs" if fed and samples is not None and draw(st.booleans()) else samples,
        "states": [{"name": n, "initial": initial or number(n, shape)} for n in names],
        "constants": [{"name": "k", "value": number("k", shape)}, {"name": "u", "value": 0.7}],
        "weights": [
            {"name": "w", "per_step": True, "value": number("w", [steps, *shape])},
            {"name": "v", "value": number("v", shape)},
        ],
        "updates": updates,
    }  # fmt: skip
    if draw(st.booleans()):
        model["output"] = draw(term.filter(lambda text: "previous" not in text))
    inputs = None
    if fed:
        lead = [steps] if samples is None else [steps, samples]
        inputs = {"from": "values", "x": _waves([*lead, *shape], draw(seeds))}
        if targeted:
            inputs["target"] = _waves([*lead, *shape], draw(seeds))
    first = names[0]
    losses: list[dict[str, Any]] = [
        {"expression": f"sum({first}[-1])"},
        {"expression": f"sum(tanh({first})) + sum(y[0] * y[0])"},
        {"expression": f"sum({names[-1]}[0]) * 2 + mean(v) + sum(w * w)"},
        {
            "per_step": f"sum({first} * {first}) + sum(y) * t",
            "steps": draw(st.sampled_from(["all", "last", [0]])),
            "reduce": draw(st.sampled_from(["sum", "mean"])),
        },
    ]
    if fed and targeted:
        losses.append({"expression": f"sum(({first} - target) * x)"})
    return _experiment(model, inputs, draw(st.sampled_from(losses)))


def _waves(shape: list[int], seed: int) -> Any:
    """Nested lists of moderate numbers."""
    import numpy as np

    return np.random.default_rng(seed).normal(size=shape).round(3).tolist()


def _experiment(model: Any, inputs: Any, loss: Any) -> dict[str, Any]:
    measures = ["states", "weights", "weights_by_step", "outputs_by_weights"] + (["inputs"] if inputs else [])
    if "per_step" in loss:
        measures += ["losses_by_weights", "losses_by_states"]
    experiment = {
        "model": model,
        "loss": loss,
        "measures": measures,
        "run": {"precision": "float64", "check": False},
    }
    return {**experiment, "inputs": inputs} if inputs else experiment
