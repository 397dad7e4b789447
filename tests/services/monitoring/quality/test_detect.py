"""The statistics behind field success."""

from __future__ import annotations

import random
from math import comb

import pytest

from services.monitoring.quality.detect import LEAST_SPREAD, judge, lower_tail, spread_of, surprise

DAYS = [(46, 50), (44, 50), (47, 50), (45, 50), (43, 50), (46, 50), (45, 50), (44, 50), (46, 50), (45, 50)]


def test_total_break_is_certain_and_an_ordinary_day_is_not_surprising() -> None:
    assert judge((0, 50), DAYS).p < 1e-9
    assert judge((44, 50), DAYS).p > 0.2
    assert judge((0, 50), DAYS).mean == pytest.approx(0.9, abs=0.01)


def test_same_share_is_more_surprising_the_more_pages_show_it() -> None:
    few, many = judge((12, 20), DAYS).p, judge((60, 100), DAYS).p
    assert many < few < 0.05


def test_days_that_differ_a_lot_make_a_low_day_less_surprising() -> None:
    wild = [(50, 50), (30, 50), (45, 50), (25, 50), (50, 50), (35, 50), (48, 50), (28, 50), (50, 50), (30, 50)]
    assert judge((25, 50), wild).p > 0.05
    assert judge((25, 50), DAYS).p < 1e-4


def test_without_spread_the_tail_is_nearly_binomial() -> None:
    exact = sum(comb(20, k) * 0.9**k * 0.1 ** (20 - k) for k in range(16))
    assert lower_tail(15, 20, 0.9, 1e-6) == pytest.approx(exact, rel=1e-3)


@pytest.mark.parametrize(("trials", "mean", "spread"), [(1, 0.5, 0.1), (50, 0.01, 0.002), (1999, 0.97, 0.3)])
def test_tail_grows_to_one(trials: int, mean: float, spread: float) -> None:
    tails = [lower_tail(k, trials, mean, spread) for k in range(0, trials + 1, max(trials // 20, 1))]
    assert tails == sorted(tails)
    assert lower_tail(trials, trials, mean, spread) == pytest.approx(1.0, abs=1e-6)


def test_huge_counts_cost_no_more_than_large_ones() -> None:
    assert lower_tail(500_000, 1_000_000, 0.9, 0.01) == pytest.approx(lower_tail(1000, 2000, 0.9, 0.01))


def test_equal_days_have_the_least_spread_and_unequal_ones_more() -> None:
    assert spread_of([(45, 50)] * 10, 0.9) == LEAST_SPREAD
    assert spread_of([(50, 50), (10, 50)] * 5, 0.6) > 0.2
    assert spread_of([(9, 10)], 0.9) == LEAST_SPREAD


@pytest.mark.parametrize("days", [[(0, 20)], [(20, 20)], [(0, 20)] * 10, [(20, 20)] * 10])
def test_shares_of_nothing_and_all_are_judged_too(days: list[tuple[int, int]]) -> None:
    for now in ((0, 20), (20, 20)):
        assert 0 <= judge(now, days).p <= 1


def test_false_alarms_are_rare_where_nothing_changed() -> None:
    dice = random.Random(7)
    alarms = 0
    for _ in range(2000):
        *before, now = [(sum(dice.random() < 0.85 for _ in range(20)), 20) for _ in range(11)]
        verdict = judge(now, before)
        alarms += verdict.p < 1e-3 and verdict.drop >= 0.1
    assert alarms <= 6


def test_surprise_is_bounded() -> None:
    assert surprise(0.001) == pytest.approx(3)
    assert surprise(0.0) == 99
