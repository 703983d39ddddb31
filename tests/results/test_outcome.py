"""Outcomes are sentences, and failures travel between processes."""

import pickle

import pytest

from gradview.results.outcome import Outcome, RunError, Stopped


@pytest.mark.parametrize("outcome", Outcome)
def test_outcomes_are_sentences(outcome: Outcome) -> None:
    assert outcome.value[0].isupper() and outcome.value.endswith(".")


def test_a_failure_keeps_its_words_on_the_way() -> None:
    back = pickle.loads(pickle.dumps(RunError("It failed at step 3.", "trace")))
    assert (str(back), back.message, back.details) == (
        "It failed at step 3.",
        "It failed at step 3.",
        "trace",
    )


def test_stopping_says_that_nothing_was_written() -> None:
    assert "Nothing was written" in str(Stopped())
    assert str(pickle.loads(pickle.dumps(Stopped()))) == str(Stopped())
