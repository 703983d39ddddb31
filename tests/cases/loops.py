"""The cases that are loops of named states and expressions."""

import math

from tests.cases.case import Case, Check, Draft, experiment, loop

TABLE = ("states", "weights", "outputs_by_weights")


def first_weight_and_one_for_each_step() -> Draft:
    model = {
        "kind": "loop",
        "steps": 5,
        "states": [{"name": "x", "initial": "x_in * weight_0"}],
        "constants": [{"name": "x_in", "value": 2.0}],
        "weights": [
            {"name": "weight_0", "value": 1.5},
            {"name": "w", "per_step": True, "value": [0.5, 2, -1, 0.8, 1.2]},
        ],
        "updates": [{"state": "x", "expression": "x * w"}],
    }
    return experiment(model, "x[-1]", TABLE)


def powers_from_the_old_values() -> Draft:
    return loop(
        3,
        {"y": "sum(before)", "s": "sum(before)"},
        {"y": "y * s", "s": "s * s"},
        "y[-1]",
        measures=TABLE,
        weights={"before": [0.5, 0.3, -0.1, 0.4]},
    )


def one_step(c: str) -> Draft:
    updates = {"b": "2 * a", "c": c, "d": "2 * c"}
    return loop(1, {"a": 1, "b": 0, "c": 0, "d": 0}, updates, "d[-1]")


def oscillator(loss: str, new_v: str) -> Draft:
    updates = {"v": "v - 0.1 * 4 * p", "p": f"p + 0.1 * {new_v}"}
    return loop(5, {"p": 1.0, "v": 0.5}, updates, f"{loss}[-1]", measures=["states"])


def peephole_lstm(peephole: list[float]) -> Draft:
    return loop(
        4,
        {"h": 0.0, "c": 0.0},
        {
            "c": "sigmoid(z[1] + peephole[1] * c) * c + sigmoid(z[0] + peephole[0] * c) * tanh(z[2])",
            "h": "sigmoid(z[3] + peephole[2] * c) * tanh(c)",
        },
        "h[-1]",
        let={"z": "x * kernel + h * recurrent + bias"},
        weights={
            "kernel": [0.5, -0.3, 0.8, 0.2],
            "recurrent": [0.4, 0.6, -0.7, 0.9],
            "bias": [0.1, 1, 0, -0.2],
            "peephole": peephole,
        },
        x=[1, -0.5, 0.25, 2],
    )


def drifting_body() -> Draft:
    updates = {"v": "v + 0.1 * k", "z": "z + 0.1 * v"}
    measures = ["states", "weights", "weights_by_step"]
    return loop(10, {"z": 0.0, "v": 0.0}, updates, "z[-1]", measures=measures, weights={"k": 0.0})


def logistic_map(steps: int) -> Case:
    draft = loop(steps, {"x": math.sin(0.3) ** 2}, {"x": "4 * x * (1 - x)"}, "x[-1]", measures=["states"])
    closed_form = 2**steps * math.sin(2 ** (steps + 1) * 0.3) / math.sin(0.6)
    checks = (Check("initial/x", ("initial_x", str(steps))), Check("initial/x", closed_form))
    return Case("Y05", draft, checks, f"{steps} steps")


def newton_for_a_root() -> Draft:
    return loop(5, {"x": 1.0}, {"x": "(x + a / x) / 2"}, "x[-1]", measures=TABLE, weights={"a": 2.0})


def uneven_steps() -> Draft:
    # x[0] is what arrives, x[1] the time since the step before
    updates = {"h": "exp(-lam * x[1]) * h + x[0]"}
    x = [[1, 1], [-0.5, 0.2], [0.25, 3], [2, 0.5]]
    return loop(4, {"h": 0.0}, updates, "h[-1]", weights={"lam": 0.5}, x=x)


def leaky_sum(lam: str) -> Case:
    draft = loop(2000, {"h": 0.0}, {"h": "lam * h + 1"}, "h[-1]", weights={"lam": float(lam)})
    checks = (Check("value/h", (f"lam {lam}", "h"), at=-1), Check("weights/lam", (f"lam {lam}", "weights")))
    return Case("Y11", draft, checks, f"lam {lam}")


def cancelling_steps() -> Draft:
    measures = ["states", "weights", "weights_by_step"]
    x = [1, -2, 1, 0, 0, 1]
    return loop(6, {"h": 0.0}, {"h": "w * h + x"}, "h[-1]", measures=measures, weights={"w": 0.5}, x=x)


CASES = [
    Case(
        "L01",
        loop(3, {"x": 1.0}, {"x": "2 * x"}, "x[-1]", measures=["states"]),
        (
            Check("total/x", ()),
            Check("direct/x", [0, 0, 1], no_path=[0, 1]),
            Check("through_time/x", [4, 2, 0], no_path=[2]),
        ),
    ),
    Case(
        "L02",
        first_weight_and_one_for_each_step(),
        (
            Check("value/x", ("x_out",)),
            Check("outputs_by_weights/weight_0", ("jacobian_step_by_weight", ":", 0)),
            Check(
                "outputs_by_weights/w",
                ("jacobian_step_by_weight", ":", slice(1, None)),
                no_path=[(row, column) for row in range(5) for column in range(row + 1, 5)],
            ),
        ),
    ),
    Case(
        "L09",
        powers_from_the_old_values(),
        (
            Check("value/y", ("y",)),
            *(Check("outputs_by_weights/before", ("dy_ds0",), at=(..., one)) for one in range(4)),
        ),
    ),
    Case(
        "N02",
        loop(4, {"h": 0.0}, {"h": "tanh(w * h + x)"}, "max(h)", weights={"w": 0.5}, x=[0.1, 0.9, -0.2, 0.4]),
        (Check("total/h", ("dL_dh_t",)), Check("total/h", [0, 0], at=slice(2, None), atol=0)),
    ),
    Case(
        "X01",
        one_step("a + b"),
        (
            *(Check(f"total/{name}", ("total", name), at=0) for name in "abcd"),
            *(Check(f"direct/{name}", [0], no_path=[0]) for name in "abc"),
            Check("direct/d", [1]),
            Check("same_step/a", [6]),
        ),
    ),
    Case(
        "X01",
        one_step("a + stop_gradient(b)"),
        (Check("total/a", ("with_stop_gradient_on_b", "a"), at=0), Check("total/b", [0], no_path=[0])),
        "stop_gradient on b",
    ),
    Case(
        "X04",
        loop(10, {"x": 0.5}, {"x": "-sin(x)"}, "x[-1]", measures=["states"]),
        (
            Check("value/x", ("x_10",), at=-1),
            Check("initial/x", ("d_by_x0",)),
            Check("total/x", ("total_x_first_three",), at=slice(3)),
        ),
    ),
    Case(
        "X06",
        loop(
            5, {"s": 0.0}, {"s": "s + a * x"}, "s[-1]", measures=TABLE, weights={"a": 1.0}, x=[0, 1, 2, 3, 4]
        ),
        (Check("outputs_by_weights/a", ("outputs_by_weights_a",)),),
    ),
    *(
        Case(
            "X15",
            oscillator(loss, new_v),
            (Check("initial/p", (key, row, 0)), Check("initial/v", (key, row, 1))),
            f"{words}, {loss}",
        )
        for key, words, new_v in (
            ("J5", "semi-implicit", "v"),
            ("explicit_J5", "explicit", "previous(v)"),
        )
        for row, loss in enumerate("pv")
    ),
    Case(
        "X16",
        peephole_lstm([0.5, -0.4, 0.3]),
        (Check("value/h", ("h_4",), at=-1), Check("total/c", ("total_c",))),
    ),
    Case(
        "X16",
        peephole_lstm([0, 0, 0]),
        (Check("total/c", ("total_c_without_peepholes",)),),
        "without peepholes",
    ),
    Case(
        "Y02",
        drifting_body(),
        (
            Check("total/v", ("total_v",)),
            Check("total/z", [1] * 10),
            Check("weights_by_step/k", [0.01 * (11 - t) for t in range(1, 11)]),
            Check("weights/k", ("weights_k",)),
        ),
    ),
    *(logistic_map(steps) for steps in (5, 10, 20)),
    Case(
        "Y07",
        newton_for_a_root(),
        (
            Check("outputs_by_weights/a", ("outputs_by_weights_a",)),
            Check("total/x", ("total_x",), rtol=1e-3, atol=0),  # early ones hang on rounding
        ),
    ),
    Case(
        "Y10",
        uneven_steps(),
        (
            Check("value/h", ("h_4",), at=-1),
            Check("total/h", ("total_h",)),
            Check("weights/lam", ("weights_lam",)),
        ),
    ),
    *(leaky_sum(lam) for lam in (".9", ".99", ".999")),
    Case(
        "Y13",
        cancelling_steps(),
        (Check("weights_by_step/w", ("weights_by_step_w",)), Check("weights/w", ("sum",))),
    ),
]
