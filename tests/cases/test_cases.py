"""Problems that people asked about in public, as experiment files, with values found by other means."""

import json
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.cases import layers, loops, maps, recurrent
from tests.cases.case import EXPECTED, Case, Check

CASES = [*loops.CASES, *maps.CASES, *recurrent.CASES, *layers.CASES]


def test_every_case_has_its_experiments() -> None:
    assert {case.id for case in CASES} == set(EXPECTED)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_result_is_what_the_case_expects(case: Case, tmp_path: Path, tensorflow: ModuleType) -> None:
    import gradview

    file = tmp_path / "case.gradview"
    file.write_text(json.dumps(case.draft))
    for name, arrays in case.files.items():
        np.savez(tmp_path / name, **arrays)
    result = gradview.run(file)
    for check in case.checks:
        numbers = np.asarray(check.of(result[check.array][check.at]))
        np.testing.assert_allclose(
            numbers, check.expected(case.id), rtol=check.rtol, atol=check.atol, err_msg=check.array
        )
        assert_paths(check, result.structure(check.array), result[check.array])
    assert result.meta["check"]["summary"]["failed"] == 0
    assert {finding.kind for finding in result.findings} == set(case.findings)


def assert_paths(check: Check, codes: np.ndarray | None, numbers: np.ndarray) -> None:
    """No path (code 1, and an exact zero) exactly where the check says so."""
    if check.no_path is None:
        return
    absent = np.zeros(numbers.shape[: codes.ndim] if codes is not None else (), bool)
    for steps in check.no_path:
        absent[steps] = True
        assert not numbers[steps].any()
    np.testing.assert_array_equal(codes if codes is not None else 0, absent.astype(np.uint8))
