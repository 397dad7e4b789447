"""Overdue work after an outage is spread, evenly, the same way each time, high priorities first."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from kit.clock import ManualClock
from services.sources.schemas import DueSource, SourceReason
from services.sources.spread import FEW, overdue, turn
from tests.services.sources.test_schedule import add

if TYPE_CHECKING:
    from tests.services.conftest import Desk

NOW = datetime(2026, 11, 30, 12, 0, 30, tzinfo=UTC)
HOUR_AGO = NOW - timedelta(hours=1)
LONGEST = timedelta(seconds=300)


def late(number: int, priority: int = 9, due_at: datetime = HOUR_AGO, cron: str = "0 * * * *") -> DueSource:
    return DueSource(number, "COLUMN", priority, 1, cron, "UTC", False, None, due_at, due_at)


def seconds(source: DueSource) -> float:
    return (turn(source, NOW, LONGEST) - NOW).total_seconds()


def test_no_ten_seconds_get_more_than_their_share_of_ten_thousand_overdue_sources() -> None:
    slots = [0] * 30
    for number in range(10_000):
        slots[int(seconds(late(number)) // 10)] += 1
    assert max(slots) < 1.3 * 10_000 / 30
    assert min(slots) > 0.7 * 10_000 / 30


def test_the_turn_of_a_source_is_the_same_each_time() -> None:
    assert turn(late(7), NOW, LONGEST) == turn(late(7), NOW, LONGEST)


def test_the_highest_priority_waits_a_ninth_of_the_lowest() -> None:
    assert max(seconds(late(number, priority=1)) for number in range(500)) <= 300 / 9
    assert max(seconds(late(number, priority=9)) for number in range(500)) > 250


def test_catching_up_takes_no_longer_than_the_outage_nor_than_one_interval() -> None:
    short = NOW - timedelta(minutes=3)
    assert max(seconds(late(number, due_at=short)) for number in range(200)) <= 180
    assert max(seconds(late(number, cron="* * * * *")) for number in range(200)) <= 60


def test_a_handful_and_what_is_hardly_late_run_at_once() -> None:
    assert overdue([late(number) for number in range(FEW)], NOW) == []
    assert overdue([late(number, due_at=NOW - timedelta(seconds=60)) for number in range(500)], NOW) == []
    assert len(overdue([late(number) for number in range(FEW + 1)], NOW)) == FEW + 1


def test_a_spread_source_keeps_its_window_says_why_it_waits_and_is_not_spread_again(
    desk: Desk, clock: ManualClock
) -> None:
    with desk() as services:
        sources = [add(services, number, cron_expr="10 * * * *") for number in range(FEW + 1)]
        asked = clock.now() + timedelta(minutes=10)
        clock.advance(3000)
        due = services.schedule.due(clock.now(), 100)
        assert services.schedule.spread(due, clock.now()) == []
        view = services.sources.get(sources[0].id)
        assert services.why([view])[view.id].code is SourceReason.SPREAD
        clock.advance(900)
        due = services.schedule.due(clock.now(), 100)
        assert services.schedule.spread(due, clock.now()) == due
        assert {(one.due_at, one.window) for one in due} == {(asked, asked)}
        services.schedule.scheduled(due, clock.now())
        assert services.sources.get(sources[0].id).missed_at is None
