"""The badge says how many comparisons agree, which failed, and what was not checked."""

from typing import Any

import pytest

from gradview.results.check import badge, failed, summary, verdict_words
from tests.results.made import comparison, lstm_result


def meta(*comparisons: dict[str, Any]) -> dict[str, Any]:
    return {"check": {"asked": True, "ran": True, "why_not": None, "comparisons": list(comparisons)}}


def test_all_agree() -> None:
    found = badge(lstm_result().meta)
    assert (found.level, found.text, found.details) == ("ok", "10 of 10 steps locally, 0 end to end", ())


def test_ends_are_counted_beside_steps() -> None:
    found = badge(meta(comparison(0), comparison(1), comparison(None, part="end_to_end")))
    assert (found.level, found.text) == ("ok", "2 of 2 steps locally, 1 end to end")


def test_a_failure_names_array_source_and_step() -> None:
    found = badge(meta(comparison(0), comparison(6, "failed")))
    assert found.level == "fail"
    assert found.text == "1 failed; 1 of 2 steps locally, 0 end to end"
    assert found.details == (
        "total/h by previous state at step 7: failed, 0.25 from the sweep, 0.5 by differences.",
    )


def test_what_is_below_rounding_cannot_tell() -> None:
    found = badge(meta(comparison(0, "below rounding"), comparison(1)))
    assert (found.level, found.text) == ("warn", "1 of 2 steps locally, 0 end to end")
    assert "1 of 2 comparisons are below rounding" in found.details[0]


def test_a_step_agrees_if_one_of_its_comparisons_could_tell() -> None:
    assert summary([comparison(0, "below rounding"), comparison(0)])["local_steps"] == 1


def test_a_step_with_a_failure_does_not_agree() -> None:
    counts = summary([comparison(0, "failed"), comparison(0)])
    assert (counts["local_steps"], counts["of_steps"], counts["failed"]) == (0, 1, 1)


def test_an_exact_zero_agrees() -> None:
    assert badge(meta(comparison(0, "exact zero"))).level == "ok"


@pytest.mark.parametrize("verdict", ["unsettled", "not checked"])
def test_what_was_not_settled_is_a_warning(verdict: str) -> None:
    found = badge(meta(comparison(0), comparison(0, verdict)))
    assert found.level == "warn" and verdict in found.details[0]


def test_a_check_that_compared_nothing_is_no_agreement() -> None:
    assert badge(meta()).level == "warn"


@pytest.mark.parametrize("check", [None, {}, {"ran": False, "why_not": None}])
def test_no_check_is_not_checked(check: Any) -> None:
    found = badge({"check": check})
    assert (found.level, found.text, found.details) == ("none", "not checked", ())


def test_no_check_says_why() -> None:
    found = badge({"check": {"ran": False, "why_not": "it would take 40 s"}})
    assert found.details == ("It would take 40 s.",)


def test_failures_are_listed() -> None:
    assert failed(meta(comparison(0), comparison(3, "failed"))) == [comparison(3, "failed")]
    assert failed({}) == []


def test_numbers_that_are_texts_in_meta_are_read() -> None:
    words = verdict_words({**comparison(None, "failed"), "sweep": "nan"})
    assert words == "total/h by previous state: failed, nan from the sweep, 0.5 by differences"
