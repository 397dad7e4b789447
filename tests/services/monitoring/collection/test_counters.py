"""Daily counts and latencies from events."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from kit.clock import ManualClock
from services.db import Database
from services.monitoring.collection.histogram import BOUNDS_MS, UNBOUNDED_MS, bucket, quantile
from services.monitoring.collection.schemas import DayCount
from services.monitoring.collection.service import KEPT_DAYS
from services.monitoring.events.feed import EventFeed
from services.monitoring.service import MonitoringService

DAY = date(2026, 11, 30)
Send = Callable[..., None]


def test_counts_add_up_over_batches_per_day_source_stage_and_outcome(
    feed: EventFeed, send: Send, database: Database, clock: ManualClock
) -> None:
    for batch in range(3):
        send(stage="ended", worker=str(batch), numbers={"documents": 4.0, "elapsed": 250.0, "attempts": 1.0})
        send("src_8_202611301200", "ended", worker=str(batch), outcome="dns")
        feed.step()
    clock.advance(86400)
    send(stage="fetched", numbers={"bytes": 1000.0, "elapsed": 20.4})
    feed.step()
    with database.session() as session:
        service = MonitoringService(session, clock)
        of_seven = service.daily(DAY, DAY + timedelta(days=1), source_id=7)
        of_all = service.daily(DAY, DAY)
    assert of_seven == (
        DayCount(DAY, "ended", "ok", 3, 12, 750, 0),
        DayCount(DAY + timedelta(days=1), "fetched", "ok", 1, 0, 20, 1000),
    )
    assert {(row.outcome, row.events) for row in of_all} == {("ok", 3), ("dns", 3)}


def test_absurd_numbers_do_not_break_the_sums(
    feed: EventFeed, send: Send, database: Database, clock: ManualClock
) -> None:
    send(stage="ended", numbers={"documents": -5.0, "elapsed": 1e300})
    feed.step()
    with database.session() as session:
        (row,) = MonitoringService(session, clock).daily(DAY, DAY)
    assert (row.documents, row.elapsed_ms) == (0, 10**12)


def test_latency_is_what_cleaner_and_collector_report_of_successes(
    feed: EventFeed, send: Send, database: Database, clock: ManualClock
) -> None:
    for worker, elapsed in enumerate((900.0, 12_000.0)):
        send(stage="indexed", worker=str(worker), numbers={"due_to_searchable_ms": elapsed})
    send(stage="indexed", numbers={"due_to_searchable_ms": 1e9}, outcome="internal")
    send(stage="indexed")
    send(stage="ended", numbers={"due_to_done_ms": 40_000.0})
    send(stage="cleaned", numbers={"due_to_searchable_ms": 1e9})
    feed.step()
    with database.session() as session:
        done, searchable = MonitoringService(session, clock).latency(DAY, DAY)
    assert (done.measure, done.events) == ("due_to_done", 1)
    assert (searchable.measure, searchable.events) == ("due_to_searchable", 2)
    assert searchable.p50_ms == 1000
    assert searchable.p99_ms is not None
    assert 10_000 < searchable.p99_ms <= 15_000


def test_day_without_entries_has_no_latency(database: Database, clock: ManualClock) -> None:
    with database.session() as session:
        assert MonitoringService(session, clock).latency(DAY, DAY) == ()


def test_counts_are_kept_for_some_months(feed: EventFeed, send: Send, database: Database, clock: ManualClock) -> None:
    for source in range(1, 8):
        send(f"src_{source}_202611301200", "indexed", numbers={"due_to_searchable_ms": 5.0})
    feed.step()
    clock.advance((KEPT_DAYS + 1) * 86400)
    send(stage="claimed")
    feed.step()
    while feed.prune(limit=3):
        pass
    with database.session() as session:
        service = MonitoringService(session, clock)
        assert [row.stage for row in service.daily(DAY, DAY + timedelta(days=200))] == ["claimed"]
        assert service.latency(DAY, DAY) == ()


@pytest.mark.parametrize("elapsed", [-5, 0, 1, 250, 251, 999, 86_400_000, 86_400_001, 1e15])
def test_every_time_falls_into_the_first_bucket_that_holds_it(elapsed: float) -> None:
    upper = bucket(elapsed)
    assert elapsed <= upper or upper == UNBOUNDED_MS
    assert all(bound < elapsed for bound in BOUNDS_MS if bound < upper)


def test_quantiles_lie_within_the_bucket_of_their_rank() -> None:
    counts = {1000: 90, 60_000: 9, UNBOUNDED_MS: 1}
    assert quantile(counts, 0.5) == pytest.approx(500 + 500 * 50 / 90)
    assert quantile(counts, 0.95) == pytest.approx(45_000 + 15_000 * 5 / 9)
    assert quantile(counts, 1.0) == 86_400_000
    assert quantile({}, 0.5) is None
