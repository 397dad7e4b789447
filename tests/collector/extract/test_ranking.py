"""Choosing among candidates by weights."""

import pytest

from collector.extract.ranking import Candidate, ranked


def test_candidate_with_the_larger_sum_of_weights_is_the_likeliest() -> None:
    one, two = Candidate("a", "x", {"good"}), Candidate("b", "y", {"good", "bad"})
    found = ranked([two, one], {"good": 2.0, "bad": -1.0})
    assert [each.candidate.value for each in found] == ["a", "b"]
    assert found[0].probability == pytest.approx(0.731, abs=0.001)
    assert sum(each.probability for each in found) == pytest.approx(1.0)


def test_unknown_features_count_nothing_and_the_first_of_equals_stays_first() -> None:
    found = ranked([Candidate("a", "x", {"new"}), Candidate("b", "y")], {"good": 2.0})
    assert [each.candidate.value for each in found] == ["a", "b"]
    assert found[0].probability == pytest.approx(0.5)


def test_no_candidate_gives_no_answer() -> None:
    assert ranked([], {"good": 1.0}) == []


def test_extreme_weights_neither_overflow_nor_divide_by_nothing() -> None:
    found = ranked([Candidate("a", "x", {"up"}), Candidate("b", "y", {"down"})], {"up": 1e6, "down": -1e6})
    assert (found[0].candidate.value, found[0].probability) == ("a", 1.0)
