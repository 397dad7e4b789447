"""What is remembered of a share, and when today counts as lower."""

from __future__ import annotations

from math import exp

import pytest

from services.monitoring.quality import detect, series
from services.monitoring.quality.series import Cause, Limits, Series
from services.monitoring.quality.together import probability, upper_gamma

LIMITS = Limits()


def lived(days: int, ok: int, seen: int) -> Series:
    memory = Series()
    for day in range(1, days + 1):
        found = series.judged(series.norm_of(memory.days, day), memory, ok + day % 2, seen, LIMITS)
        memory = series.closed(memory, day, ok + day % 2, seen, found)
    return memory


def today(memory: Series, day: int, ok: int, seen: int) -> Cause:
    found = series.judged(series.norm_of(memory.days, day), memory, ok, seen, LIMITS)
    assert found is not None
    return found.cause


def test_only_four_weeks_are_kept() -> None:
    assert [one.day for one in lived(40, 45, 50).days] == list(range(13, 41))


def test_a_day_that_has_only_begun_must_be_stranger_than_a_whole_one() -> None:
    memory = lived(28, 190, 200)
    assert today(memory, 30, 18, 25) == Cause.NONE
    assert today(memory, 30, 144, 200) == Cause.FALLEN


def test_a_field_that_was_always_poor_must_lose_half_of_what_it_had() -> None:
    assert today(lived(28, 20, 100), 30, 11, 100) == Cause.NONE
    assert today(lived(28, 20, 100), 30, 2, 100) != Cause.NONE


def test_weekends_are_compared_with_weekends() -> None:
    memory = Series()
    for day in range(1, 29):
        weekend = (day - 1) % 7 >= 5
        found = series.judged(series.norm_of(memory.days, day), memory, 30 if weekend else 95, 100, LIMITS)
        # As if somebody had said that weekends are well.
        memory = series.closed(memory, day, 30 if weekend else 95, 100, found and None)
    assert today(memory, 34, 30, 100) == Cause.NONE
    assert today(memory, 33, 30, 100) == Cause.FALLEN
    assert series.ready(memory, 29).norm(34) != series.ready(memory, 29).norm(33)


def test_what_alarmed_for_four_weeks_is_the_new_usual() -> None:
    memory = lived(28, 45, 50)
    for day in range(29, 70):
        found = series.judged(series.norm_of(memory.days, day), memory, 0, 50, LIMITS)
        memory = series.closed(memory, day, 0, 50, found)
        if day < 50:
            assert found is not None
            assert found.cause
    assert not found or not found.cause


def test_days_without_pages_change_nothing() -> None:
    memory = lived(10, 45, 50)
    assert series.closed(memory, 11, 0, 0, None) == memory


@pytest.mark.parametrize("x", [0.1, 1.0, 5.0, 30.0])
def test_upper_tail_of_the_gamma_is_that_of_the_exponential_and_of_a_sum_of_two(x: float) -> None:
    assert upper_gamma(1, x) == pytest.approx(exp(-x), rel=1e-9)
    assert upper_gamma(2, x) == pytest.approx((1 + x) * exp(-x), rel=1e-9)


def test_several_small_surprises_are_a_large_one_and_none_is_none() -> None:
    assert probability([0.02] * 8) < 1e-4 < probability([0.5] * 8)
    assert probability([]) == 1.0


def test_evidence_of_a_drift_grows_below_the_mean_and_falls_above() -> None:
    assert detect.drift_step(40, 50, 0.9, 0.01, 0.1) > 0 > detect.drift_step(46, 50, 0.9, 0.01, 0.1)
