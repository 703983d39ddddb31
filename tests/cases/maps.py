"""The cases that are short maps of a state or two, among them the ones that sit on a kink."""

from typing import Any

from tests.cases.case import Case, Check, Draft, experiment, loop


def swapped_and_squared() -> Draft:
    return loop(3, {"a": 3.0, "b": 5.0}, {"a": "b", "b": "previous(b)**2"}, "b[-1]")


def powers(expression: str) -> Draft:
    return loop(6, {"x": 2.0}, {"x": expression}, "x[-1]", weights={"theta": 0.9})


def dropout_as_a_gain() -> Draft:
    """Unit 0 is kept, unit 1 dropped."""
    model = {
        "kind": "loop",
        "steps": 20,
        "states": [{"name": "h", "initial": [0.4, 0.4]}],
        "constants": [{"name": "m", "value": [1.0, 0.0]}, {"name": "p", "value": 0.2}],
        "updates": [{"state": "h", "expression": "0.9 * m * h / (1 - p) + x"}],
    }
    return experiment(model, "sum(h[-1])", ["states"], {"from": "values", "x": [0.3] * 20})


def running_maximum(expression: str) -> Draft:
    x = [0.6, 0.6, 0.3]
    return loop(3, {"m": 0.0}, {"m": expression}, "m[-1]", measures=["states", "inputs"], x=x)


def at_zero(expression: str) -> Draft:
    return loop(1, {"h": 0.0}, {"h": expression}, "h[-1]", weights={"w": 2.0})


def on_a_kink(key: str, expression: str, value: Any) -> Case:
    checks = (Check("initial/h", value, rtol=0, atol=0),)
    return Case("Y14", at_zero(expression), checks, key, findings=("kink",))


CASES = [
    Case(
        "L10",
        swapped_and_squared(),
        (
            Check("initial/b", ("total_db3_db0",)),
            Check("initial/b", [10.0 * 50 * 1250], of=lambda whole: [whole]),
            Check("total/b", [50.0 * 1250, 1250, 1]),  # the step-local derivatives, multiplied
            Check("initial/a", 0, no_path=[()]),
            Check("total/a", [0, 0, 0], no_path=[0, 1, 2]),
        ),
    ),
    Case(
        "A09",
        loop(
            3,
            {"m": 0.1},
            {"m": "0.9 * m + 0.1 * x"},
            "m[-1]**2",
            measures=["states", "inputs"],
            x=[0.2, -0.4, 0.6],
        ),
        (Check("value/m", ("m_T",), at=-1), Check("inputs/x", ("dL_dh_t",))),
    ),
    Case(
        "N07",
        loop(24, {"h": 0.0}, {"h": "0.5 * h + 0.1"}, "1e-3 * h[-1]"),
        (Check("total/h", ("total_h_index0",), at=0, rtol=1e-9, atol=0),),
    ),
    Case(
        "N11",
        loop(50, {"x": 1.0}, {"x": "0.16 * x"}, "x[-1]"),
        (Check("initial/x", ("true_value",), rtol=1e-9, atol=0),),
    ),
    Case("X03", powers("theta * x"), (Check("weights/theta", ("dx_dtheta",)),)),
    Case(
        "X03",
        powers("theta * stop_gradient(x)"),
        (
            Check("weights/theta", ("truncate_1_or_stop_gradient",)),
            Check("total/x", [0, 0, 0, 0, 0, 1], no_path=[0, 1, 2, 3, 4]),
        ),
        "stop_gradient",
    ),
    Case(
        "X13",
        dropout_as_a_gain(),
        (
            Check("initial/h", ("with",), at=0),
            Check("initial/h", 0, at=1, rtol=0, atol=0),
            Check("through_time/h", [0] * 20, at=(..., 1), rtol=0, atol=0, no_path=[19]),
            Check("total/h", [0] * 19 + [1], at=(..., 1), rtol=0, atol=0, no_path=[]),
        ),
    ),
    Case(
        "X13",
        loop(20, {"h": 0.4}, {"h": "0.9 * h + x"}, "h[-1]", x=[0.3] * 20),
        (Check("initial/h", ("dh20_dh0_without",), rtol=5e-7, atol=0),),  # seven digits are given
        "without dropout",
    ),
    *(
        Case(
            "Y08",
            running_maximum(key),
            (Check("inputs/x", (key,), rtol=0, atol=0),),
            key,
            findings=("kink",),
        )
        for key in ("maximum(m, x)", "maximum(x, m)")
    ),
    Case(
        "Y08",
        loop(3, {"m": 0.0}, {"m": "m"}, "max(x)", measures=["states", "inputs"], x=[0.6, 0.6, 0.3]),
        (Check("inputs/x", ("max(x)",), rtol=0, atol=0),),
        "max(x)",
        findings=("kink",),
    ),
    *(
        on_a_kink(key, expression, (key,))
        for key, expression in (
            ("relu", "relu(w * h)"),
            ("maximum(., 0)", "maximum(w * h, 0)"),
            ("maximum(0, .)", "maximum(0, w * h)"),
            ("clip(., 0, 1)", "clip(w * h, 0, 1)"),
            ("abs", "abs(w * h)"),
        )
    ),
    on_a_kink("sqrt", "sqrt(2 * h)", float("inf")),  # by w it would be 0 times infinity
]
