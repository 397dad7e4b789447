"""An alert's life, look by look."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.alerts.machine import Event, Memory, Phase, Rule, Sign, forgettable, step

SIGNS = {"F": Sign.BAD, "S": Sign.GOOD, "-": Sign.NONE}


def play(
    rule: Rule, looks: str, every: float = 60.0, memory: Memory | None = None
) -> tuple[list[tuple[int, Event]], Memory]:
    """Events by position from 1; one look each `every` seconds."""
    memory, found = memory or Memory(), []
    for position, look in enumerate(looks, 1):
        memory, events = step(rule, memory, SIGNS[look], position * every)
        found += [(position, event) for event in events]
    return found, memory


def test_single_failure_tells_nobody() -> None:
    assert play(Rule(min_bad=2), "FSFSFS")[0] == []


def test_alert_fires_once_and_ends_once() -> None:
    assert play(Rule(min_bad=3), "FFSFFFFFFS")[0] == [(6, Event.FIRED), (10, Event.RESOLVED)]


def test_two_of_three_looks_fire_although_one_between_was_good() -> None:
    assert play(Rule(min_bad=2, of=3), "FSF")[0] == [(3, Event.FIRED)]
    assert play(Rule(min_bad=2, of=3), "FSSF")[0] == []


def test_condition_must_hold_for_its_duration() -> None:
    assert play(Rule(min_bad=2, for_s=180), "FFFFF")[0] == [(4, Event.FIRED)]


def test_recovery_needs_its_count_and_its_duration() -> None:
    rule = Rule(min_bad=1, min_good=2, keep_s=120)
    assert play(rule, "FSFSSS")[0] == [(1, Event.FIRED), (6, Event.RESOLVED)]


def test_no_data_neither_resolves_nor_resets_nor_counts() -> None:
    found, memory = play(Rule(min_bad=1), "F" + "-" * 300)
    assert (found, memory.phase) == ([(1, Event.FIRED)], Phase.FIRING)
    assert play(Rule(min_bad=2), "F-F")[0] == [(3, Event.FIRED)]
    assert play(Rule(min_bad=1, min_good=2), "FS-SS")[0] == [(1, Event.FIRED), (5, Event.RESOLVED)]


def test_no_data_alarms_by_its_own_time_where_the_rule_says_so() -> None:
    assert play(Rule(no_data_s=300), "-" * 8)[0] == [(6, Event.FIRED)]


def test_subject_that_vanished_is_closed_and_never_resolved() -> None:
    rule, memory = Rule(min_bad=1, gone_s=120), Memory()
    memory, _ = step(rule, memory, Sign.BAD, 0)
    memory, first = step(rule, memory, Sign.NONE, 60, gone=True)
    memory, last = step(rule, memory, Sign.NONE, 180, gone=True)
    assert (first, last, memory.open) == ((), (Event.CLOSED,), False)


def test_flapping_alert_is_one_incident_until_it_is_calm() -> None:
    rule = Rule(min_bad=1, flap_count=3, flap_s=3600, calm_s=600)
    found, memory = play(rule, "FS" * 20)
    assert [event for _, event in found].count(Event.FIRED) == 3
    assert (5, Event.FLAPPING) in found
    assert memory.open
    calm, memory = play(rule, "FS" * 20 + "S" * 12)
    assert (calm[:-1], calm[-1][1], memory.open) == (found, Event.RESOLVED, False)


def test_every_new_episode_after_the_cool_down_is_told() -> None:
    rule = Rule(min_bad=1, cool_s=120)
    found, _ = play(rule, "FSSSSS" * 20)
    assert [event for _, event in found].count(Event.FIRED) == 20


def test_alert_that_goes_on_is_repeated_by_its_count() -> None:
    assert play(Rule(min_bad=2, remind_every=3), "FFFFFFFFS")[0] == [
        (2, Event.FIRED), (5, Event.REMIND), (8, Event.REMIND), (9, Event.RESOLVED),
    ]  # fmt: skip


@given(
    st.text("FS-", max_size=60),
    st.integers(1, 3),
    st.integers(1, 3),
    st.sampled_from((0, 3)),
    st.sampled_from((0.0, 90.0)),
)
def test_ends_and_firings_alternate_whatever_is_seen(looks: str, bad: int, good: int, flaps: int, keep: float) -> None:
    found, memory = play(Rule(min_bad=bad, min_good=good, flap_count=flaps, keep_s=keep, calm_s=120), looks)
    turns = [event for _, event in found if event is not Event.FLAPPING]
    assert turns == [Event.FIRED if n % 2 == 0 else Event.RESOLVED for n in range(len(turns))]
    assert memory.open == (len(turns) % 2 == 1)


@pytest.mark.parametrize("cut", range(1, 9))
def test_restart_between_any_two_looks_changes_nothing(cut: int) -> None:
    rule, looks = Rule(min_bad=2, for_s=60, min_good=2, flap_count=3), "FFSFSSFFS"
    memory = Memory()
    for position, look in enumerate(looks, 1):
        if position == cut:
            memory = msgspec.json.decode(msgspec.json.encode(memory), type=Memory)
        memory, _ = step(rule, memory, SIGNS[look], position * 60.0)
    assert memory == play(rule, looks)[1]


def test_alert_is_forgotten_only_when_nothing_of_it_matters_any_more() -> None:
    rule = Rule(min_bad=1, flap_count=3, flap_s=600)
    _, memory = play(rule, "FS")
    assert (forgettable(rule, memory, 300), forgettable(rule, memory, 900)) == (False, True)
