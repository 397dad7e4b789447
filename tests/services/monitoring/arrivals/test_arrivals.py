"""When items come is learnt, and a silence is told from a night."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from kit.clock import ManualClock
from services.db import Database
from services.monitoring.arrivals import profile
from services.monitoring.arrivals.profile import Profile, arrived, silence
from services.monitoring.arrivals.service import of_sources
from services.monitoring.base import State
from services.monitoring.events.feed import EventFeed
from services.monitoring.source.checks.content import Content
from tests.services.monitoring.conftest import Look

MONDAY = datetime(2026, 11, 2, tzinfo=UTC)
Send = Callable[..., None]


def office(weeks: int) -> Profile:
    """Three items an hour from 8 to 18 h on workdays."""
    learnt: Profile | None = None
    for day in range(weeks * 7):
        for hour in range(8, 18) if day % 7 < 5 else ():
            learnt = arrived(learnt, profile.hour_of(MONDAY + timedelta(days=day, hours=hour)), 3)
    assert learnt is not None
    return learnt


def test_nights_and_weekends_cost_nothing_and_a_quiet_workday_does() -> None:
    learnt = office(4)
    sunday = silence(learnt, MONDAY + timedelta(days=27, hours=23))
    tuesday = silence(learnt, MONDAY + timedelta(days=29, hours=12))
    assert sunday is not None
    assert tuesday is not None
    assert sunday[1] > 0.01
    assert tuesday[1] < 1e-4
    assert tuesday[0] == pytest.approx(42, rel=0.25)


def test_two_weeks_must_be_known_before_anything_is_said() -> None:
    assert silence(office(1), MONDAY + timedelta(days=12)) is None


def test_late_item_counts_in_its_own_hour_and_never_moves_the_last_one_back() -> None:
    learnt = office(2)
    late = arrived(learnt, learnt.last - 5, 1)
    assert late.last == learnt.last
    assert dict(late.days)[(learnt.last - 5) // 24] == dict(learnt.days)[(learnt.last - 5) // 24] + 1


def test_old_habits_fade() -> None:
    learnt = office(4)
    later = arrived(learnt, learnt.last + 16 * profile.HOURS, 1)
    busy = profile.slot(profile.hour_of(MONDAY + timedelta(hours=9)))
    assert later.hours[busy] == pytest.approx(learnt.hours[busy] / 4, rel=0.05)


def test_items_and_searchable_documents_have_a_clock_each(
    feed: EventFeed, send: Send, database: Database, clock: ManualClock
) -> None:
    send(stage="extracted", url="http://a.example/1", fields={"title": "x"})
    send(stage="extracted", url="http://a.example/list", numbers={"links": 3.0})
    clock.advance(600)
    send(stage="indexed", url="http://a.example/1")
    feed.step()
    with database.session() as session:
        known = of_sources(session, [7])[7]
    assert known.item_at == clock.now() - timedelta(seconds=600)
    assert known.searchable_at == clock.now()
    assert known.profile is not None
    assert sum(known.profile.hours) == 1


def test_source_that_went_silent_is_told_with_its_three_clocks(
    feed: EventFeed, send: Send, clock: ManualClock, look: Look, add_source: Callable[..., int]
) -> None:
    source = add_source(last_run_at=clock.now())
    for hour in range(24 * 16):
        if 8 <= hour % 24 < 18:
            send(f"src_{source}_202611301200", "extracted", url=f"http://a.example/{hour}", fields={"title": "x"})
            send(f"src_{source}_202611301200", "indexed", url=f"http://a.example/{hour}")
        clock.advance(3600)
    feed.step()
    assert look(Content())[str(source)].state is State.OK
    clock.advance(3 * 86_400)
    finding = look(Content())[str(source)]
    assert finding.state is State.DOWN
    assert {"fetched", "item", "searchable", "expected_items"} <= set(finding.evidence)


def test_item_that_never_becomes_searchable_is_told(
    feed: EventFeed, send: Send, clock: ManualClock, look: Look, add_source: Callable[..., int]
) -> None:
    source = add_source()
    task = f"src_{source}_202611301200"
    send(task, "indexed", url="http://a.example/0")
    clock.advance(5 * 3600)
    send(task, "extracted", url="http://a.example/1", fields={"title": "x"})
    clock.advance(3 * 3600)
    feed.step()
    finding = look(Content())[str(source)]
    assert (finding.state, finding.expected) == (State.WARN, "handled within 2 h")
    send(task, "rejected", url="http://a.example/1", outcome="empty")
    feed.step()
    assert look(Content())[str(source)].state is State.UNKNOWN
