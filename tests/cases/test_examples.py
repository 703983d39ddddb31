"""The bundled examples run, and show what their sentences say."""

import csv
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from gradview.results.result import Result
from gradview.spec.examples import examples

FOLDER = Path(__file__).parents[2] / "resources" / "examples"


@pytest.fixture(scope="module")
def results(tensorflow: ModuleType) -> dict[str, Result]:
    import gradview

    return {example.name: gradview.run(example.path) for example in examples()}


def test_every_experiment_in_the_folder_is_listed_once() -> None:
    listed = [example.path for example in examples()]
    assert sorted(listed) == sorted(FOLDER.glob("*.gradview"))
    assert all(example.title and example.sentence for example in examples())


def test_no_check_fails(results: dict[str, Result]) -> None:
    assert {
        name: result.meta["check"]["summary"]["failed"] for name, result in results.items()
    } == dict.fromkeys(results, 0)


def test_doubling_has_the_totals_beside_tensorflows_answer(
    results: dict[str, Result], tensorflow: ModuleType
) -> None:
    np.testing.assert_array_equal(results["doubling"]["total/x"], [4, 2, 1])
    with tensorflow.GradientTape() as tape:
        states = [tensorflow.Variable(1.0)]
        for _ in range(3):
            states.append(2 * states[-1])
        stacked = tensorflow.stack(states[1:])
        tape.watch(stacked)
        loss = stacked[-1]
    np.testing.assert_array_equal(results["doubling"]["direct/x"], tape.gradient(loss, stacked))


def test_while_loop_has_the_values_of_the_case(results: dict[str, Result]) -> None:
    table = results["while-loop"]["outputs_by_weights/w"]
    np.testing.assert_allclose(table[-1], [-5.76, -1.44, 2.88, -3.6, -2.4], rtol=1e-6)


def test_last_step_is_the_only_direct_one(results: dict[str, Result]) -> None:
    result = results["lstm-last-step"]
    assert not result["direct/h"][:-1].any()
    assert result["total/h"][0].any()
    assert result["direct/h"].shape == (10, 32, 32)


def test_every_state_is_read_directly(results: dict[str, Result]) -> None:
    result = results["lstm-states"]
    np.testing.assert_allclose(result["direct/h"], 1 / (10 * 32 * 32), rtol=1e-6)


def test_sunspots_predicts_better_than_saying_as_this_year(results: dict[str, Result]) -> None:
    with (FOLDER / "sunspots.csv").open(newline="") as file:
        series = np.array([float(row["hundreds"]) for row in csv.DictReader(file)])
    last, following = series[39:-1:5], series[40::5]
    assert float(results["sunspots"]["loss"]) < np.mean((following - last) ** 2) / 2


def test_sunspots_numbers_are_hundreds() -> None:
    with (FOLDER / "sunspots.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [rows[0]["year"], rows[-1]["year"], len(rows)] == ["1700", "2008", 309]
    assert all(float(row["hundreds"]) == pytest.approx(float(row["number"]) / 100) for row in rows)
