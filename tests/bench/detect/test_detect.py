"""The protocol runs, and detection keeps its goals on a small piece of it."""

from __future__ import annotations

from tests.bench.detect import fields, peers, scale, silence
from tests.bench.detect.worlds import World


def test_nothing_wrong_makes_hardly_any_alarm_where_simple_rules_make_many() -> None:
    found = fields.false_alarms(World(0.85, 0.01, 20), 2, seed=1)
    assert found["ours"] <= 0.1
    assert min(found[name] for name in peers.RULES) > 0.3


def test_broken_field_is_found_at_the_first_evaluation_and_a_halved_one_by_the_second() -> None:
    assert fields.delays(World(0.97, 0.01, 20), "broken", 1, 3, seed=2)["ours"][:2] == (1, 1)
    assert fields.delays(World(0.97, 0.01, 50), "halved", 1, 3, seed=2)["ours"][1] <= 2


def test_a_look_at_many_sources_finds_each() -> None:
    assert all(seconds > 0 for seconds in scale.measure(300))


def test_silence_alarms_hardly_ever_where_multiples_of_the_mean_gap_do_daily() -> None:
    found = silence.measure(0.0, 1, seed=3)
    assert found["ours"][0] <= 0.2 < 1 < found["2 x mean gap"][0]
    assert found["ours"][1] < 72
