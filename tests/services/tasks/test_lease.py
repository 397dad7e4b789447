"""One scheduler leads; another takes over when it falls silent."""

from __future__ import annotations

from datetime import UTC, datetime

from kit.clock import ManualClock
from services.db import Database
from services.tasks.lease import LeaderLease

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def lease(database: Database, holder: str, clock: ManualClock) -> LeaderLease:
    return LeaderLease(database, "scheduler", holder, clock, 10.0)


def test_first_candidate_leads_and_the_second_waits(database: Database, clock: ManualClock) -> None:
    one, two = lease(database, "one", clock), lease(database, "two", clock)
    assert one.acquire() == 1
    assert two.acquire() is None
    assert one.held
    assert not two.held


def test_renewed_lease_is_never_taken(database: Database, clock: ManualClock) -> None:
    one, two = lease(database, "one", clock), lease(database, "two", clock)
    one.acquire()
    for _ in range(30):
        clock.advance(3)
        assert one.acquire() == 1
        assert two.acquire() is None


def test_silent_leader_is_replaced_after_the_lease_time_with_a_higher_number(
    database: Database, clock: ManualClock
) -> None:
    one, two = lease(database, "one", clock), lease(database, "two", clock)
    one.acquire()
    two.acquire()
    clock.advance(9.9)
    assert two.acquire() is None
    clock.advance(0.2)
    assert two.acquire() == 2
    assert not one.held
    assert not one.renew()
    assert one.acquire() is None


def test_leader_that_was_asleep_notices_by_itself_that_its_time_is_over(database: Database, clock: ManualClock) -> None:
    one = lease(database, "one", clock)
    one.acquire()
    clock.advance(10)
    assert not one.held
    assert not one.renew()
    assert one.acquire() == 2


def test_released_lease_is_free_at_once(database: Database, clock: ManualClock) -> None:
    one, two = lease(database, "one", clock), lease(database, "two", clock)
    one.acquire()
    one.release()
    assert not one.held
    assert two.acquire() == 2
    one.release()
    assert two.renew()


def test_only_one_of_two_candidates_wins_a_lapsed_lease(database: Database, clock: ManualClock) -> None:
    one, two, three = (lease(database, name, clock) for name in ("one", "two", "three"))
    one.acquire()
    two.acquire()
    three.acquire()
    clock.advance(11)
    assert [two.acquire(), three.acquire()] == [2, None]


def test_wall_clock_that_is_an_hour_off_neither_steals_nor_keeps_a_lease(database: Database) -> None:
    right, ahead = ManualClock(START), ManualClock(START.replace(hour=13))
    one, two = lease(database, "one", right), lease(database, "two", ahead)
    one.acquire()
    assert two.acquire() is None
    ahead.advance(10.1)
    right.advance(5)
    assert one.renew()
    assert two.acquire() is None


def test_leases_of_different_names_do_not_meet(database: Database, clock: ManualClock) -> None:
    assert LeaderLease(database, "a", "one", clock, 10).acquire() == 1
    assert LeaderLease(database, "b", "two", clock, 10).acquire() == 1
