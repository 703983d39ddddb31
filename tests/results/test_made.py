"""The made-up results are what they say: described, and readable by everything."""

import pytest

from tests.results.made import every_result


@pytest.mark.parametrize("words", list(every_result()))
def test_made_results_describe_every_array(words: str) -> None:
    result = every_result()[words]
    for name, array in result.items():
        assert len(result.info(name).dims) == array.ndim
        assert result.info(name).name == name
