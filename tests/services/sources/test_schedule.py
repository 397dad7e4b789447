"""The scheduler's half: due, scheduled, held back, and how windows end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import text

from kit.clock import ManualClock
from kit.contracts.task import TaskState
from services.audit.schemas import AuditFilter
from services.bundle import Services
from services.sources.schemas import SourceReason, SourceStatus, SourceView
from services.tasks.schemas import WindowEnd

if TYPE_CHECKING:
    from tests.services.conftest import Desk, MemoryCache

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def add(services: Services, number: int, **changes: Any) -> SourceView:
    data = {
        "source_type": "COLUMN",
        "name": f"S{number}",
        "entry_url": f"https://s{number}.test/",
        "cron_expr": "*/10 * * * *",
    }
    return services.sources.create({**data, **changes}, actor="w")


def ended(source: SourceView, at: datetime, failure: str = "") -> WindowEnd:
    state = TaskState.DEAD if failure else TaskState.SUCCESS
    return WindowEnd(f"src_{source.id}_202611301210", source.id, at.replace(second=0), state, failure, at)


def test_due_sources_come_oldest_first_and_only_once(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        add(services, 1, cron_expr="20 * * * *")
        add(services, 2, cron_expr="10 * * * *")
        add(services, 3, cron_expr="0 18 * * *")
        clock.advance(25 * 60)
        due = services.schedule.due(clock.now(), 10)
        assert [(one.id, one.window) for one in due] == [
            (2, NOON + timedelta(minutes=10)),
            (1, NOON + timedelta(minutes=20)),
        ]
        services.schedule.scheduled(due, clock.now())
        assert services.schedule.due(clock.now(), 10) == []
        assert len(services.schedule.due(NOON + timedelta(minutes=80), 1)) == 1


def test_nothing_is_due_a_second_too_early(desk: Desk) -> None:
    with desk() as services:
        add(services, 1)
        assert services.schedule.due(NOON + timedelta(minutes=9, seconds=59), 10) == []
        assert len(services.schedule.due(NOON + timedelta(minutes=10), 10)) == 1


def test_windows_missed_by_a_stopped_scheduler_collapse_into_one(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        source = add(services, 1)
        clock.advance(3 * 3600 + 60)
        due = services.schedule.due(clock.now(), 10)
        assert [one.window for one in due] == [NOON + timedelta(minutes=10)]
        services.schedule.scheduled(due, clock.now())
        after = services.sources.get(source.id)
        assert (after.next_run_at, after.last_window) == (NOON + timedelta(minutes=190), NOON + timedelta(minutes=10))


def test_windows_missed_behind_an_open_one_come_as_one_when_it_ends(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        source = add(services, 1)
        for minutes, missed_since in ((10, 10), (20, 20), (30, 20)):
            clock.advance(600)
            due = services.schedule.due(clock.now(), 10)
            assert [one.due_at for one in due] == [NOON + timedelta(minutes=missed_since)]
            (services.schedule.scheduled if minutes == 10 else services.schedule.held_back)(due, clock.now())
        clock.advance(60)
        services.schedule.record([ended(source, clock.now())])
        due = services.schedule.due(clock.now(), 10)
        assert [one.window for one in due] == [NOON + timedelta(minutes=20)]
        services.schedule.scheduled(due, clock.now())
        assert services.sources.get(source.id).next_run_at == NOON + timedelta(minutes=40)


def test_success_sets_last_run_and_failures_count_without_a_new_version(desk: Desk, cache: MemoryCache) -> None:
    with desk() as services:
        good, bad = add(services, 1), add(services, 2)
        paused = services.schedule.record([ended(good, NOON), ended(bad, NOON, "timeout"), ended(bad, NOON, "dns")])
        good, bad = services.sources.get(good.id), services.sources.get(bad.id)
    assert paused == []
    assert (good.last_run_at, good.fail_count) == (NOON, 0)
    assert (bad.fail_count, bad.fail_weight, bad.last_failure, bad.last_failure_at) == (2, 1.5, "dns", NOON)
    assert (good.version, bad.version) == (1, 1)


def test_fiftieth_failure_pauses_tells_the_collectors_and_the_audit_log(desk: Desk, cache: MemoryCache) -> None:
    with desk() as services:
        source = add(services, 1)
        services.session.flush()
        services.session.execute(text("UPDATE collect_source SET fail_count = 49, fail_weight = 49"))
        assert services.schedule.record([ended(source, NOON, "http_404")]) == [source.id]
    assert (cache.sources[source.id].status, cache.sources[source.id].version) == (SourceStatus.PAUSED, 2)
    with desk() as services:
        view = services.sources.get(source.id)
        reason = services.why([view])[source.id]
        assert services.audit.page(AuditFilter(actor="scheduler")).items[0].action == "pause"
    assert reason.code is SourceReason.PAUSED_FAILURES
    assert reason.params["failure"] == "http_404"
    assert reason.params["at"] == (NOON + timedelta(days=1)).isoformat()


def test_probe_of_a_paused_source_is_due_once_a_day(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        source = add(services, 1)
        services.session.execute(text("UPDATE collect_source SET fail_weight = 49.5"))
        services.schedule.record([ended(source, NOON, "http_404")])
        assert services.schedule.due(NOON + timedelta(hours=23), 10) == []
        due = services.schedule.due(NOON + timedelta(days=1), 10)
        assert [one.status for one in due] == [SourceStatus.PAUSED]
        services.schedule.scheduled(due, NOON + timedelta(days=1))
        assert services.schedule.due(NOON + timedelta(days=30), 10) == []


def test_end_of_a_deleted_or_unknown_source_changes_nothing(desk: Desk) -> None:
    with desk() as services:
        source = add(services, 1)
        services.sources.delete(source.id, actor="w")
        ghost = WindowEnd("src_99_202611301210", 99, NOON, TaskState.SUCCESS, "", NOON)
        assert services.schedule.record([ended(source, NOON, "dns"), ghost]) == []
        assert services.sources.get(source.id, deleted=True).fail_count == 0
