"""The monitor role: one is at work, backends may be away, its heartbeat tells the truth."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from kit.adapters.real.redis_cache import RedisHeartbeats
from kit.clock import ManualClock, SystemClock, to_ms
from kit.errors import BackendUnavailable
from kit.settings import Settings
from services.db import Database
from services.monitoring.base import Slice, State
from services.monitoring.run import LEASE_S, PRUNE_S, Monitor, MonitorPorts, run
from services.monitoring.service import MonitoringService

Send = Callable[..., None]
DAY = date(2026, 11, 30)


@pytest.fixture
def monitor(monitor_ports: MonitorPorts, settings: Settings, clock: ManualClock) -> Monitor:
    return Monitor(monitor_ports, settings, clock, "m1")


def test_one_step_takes_events_in_checks_and_beats(
    monitor: Monitor, send: Send, database: Database, clock: ManualClock, heartbeats: RedisHeartbeats
) -> None:
    send(numbers={"documents": 3.0})
    monitor.step()
    with database.session() as session:
        service = MonitoringService(session, clock)
        assert [row.documents for row in service.daily(DAY, DAY)] == [3]
        assert all(part.runs for part in service.overview().slices)
    (beat,) = heartbeats.all(now_ms=to_ms(clock.now()))
    assert (beat["role"], beat["leads"], beat["events"]) == ("monitor", "1", "1")
    assert beat["progress_at"] == str(to_ms(clock.now()))


def test_second_monitor_stands_by_and_takes_over_when_the_first_falls_silent(
    monitor: Monitor, monitor_ports: MonitorPorts, settings: Settings, clock: ManualClock, send: Send,
    database: Database,
) -> None:  # fmt: skip
    second = Monitor(monitor_ports, settings, clock, "m2")
    send(worker="1")
    monitor.step()
    second.step()
    assert (monitor.lease.held, second.lease.held) == (True, False)
    send(worker="2")
    for _ in range(4):
        clock.advance(LEASE_S / 3 + 0.1)
        second.step()
    assert second.lease.held
    with database.session() as session:
        (row,) = MonitoringService(session, clock).daily(DAY, DAY)
    assert row.events == 2


def test_monitor_that_stops_hands_over_at_once(
    monitor: Monitor, monitor_ports: MonitorPorts, settings: Settings, clock: ManualClock
) -> None:
    monitor.step()
    monitor.close()
    second = Monitor(monitor_ports, settings, clock, "m2")
    second.step()
    assert second.lease.held


class Away:
    """A backend whose every call fails."""

    def __getattr__(self, name: str) -> Any:
        raise BackendUnavailable("away")


def test_log_that_is_away_does_not_keep_the_checks_from_running(
    monitor_ports: MonitorPorts, settings: Settings, clock: ManualClock, database: Database
) -> None:
    monitor = Monitor(replace(monitor_ports, log=Away()), settings, clock, "m1")
    with pytest.raises(BackendUnavailable):
        monitor.step()
    with database.session() as session:
        parts = {part.slice: part for part in MonitoringService(session, clock).overview().slices}
    assert parts[Slice.COLLECTION].runs
    assert all(not found.error for found in parts[Slice.COLLECTION].runs)


def test_redis_that_is_away_makes_its_checks_unknown(
    monitor_ports: MonitorPorts, settings: Settings, clock: ManualClock, database: Database
) -> None:
    monitor = Monitor(replace(monitor_ports, queue=Away(), heartbeats=Away()), settings, clock, "m1")
    with pytest.raises(BackendUnavailable):
        monitor.step()
    with database.session() as session:
        parts = {part.slice: part for part in MonitoringService(session, clock).overview().slices}
    assert parts[Slice.COLLECTION].state is State.UNKNOWN
    assert {found.check_key for found in parts[Slice.SERVER].runs if found.error} == {
        "server.roles",
        "server.progress",
        "server.taking",
    }


def test_stalled_monitor_does_not_claim_progress(
    monitor_ports: MonitorPorts, settings: Settings, clock: ManualClock, heartbeats: RedisHeartbeats
) -> None:
    monitor = Monitor(replace(monitor_ports, log=Away()), settings, clock, "m1")
    began = to_ms(clock.now())
    for _ in range(10):
        clock.advance(10)
        with pytest.raises(BackendUnavailable):
            monitor.step()
    (beat,) = heartbeats.all(now_ms=to_ms(clock.now()))
    assert beat["progress_at"] == str(began)


def test_old_events_are_pruned_by_and_by(monitor: Monitor, send: Send, database: Database, clock: ManualClock) -> None:
    send()
    monitor.step()
    clock.advance(200 * 86400 + PRUNE_S)
    monitor.step()
    with database.session() as session:
        service = MonitoringService(session, clock)
        assert service.daily(DAY, DAY) == ()
        assert service.trace("src_7_202611301200").events == ()


def test_role_runs_until_it_is_told_to_stop(
    monitor_ports: MonitorPorts, settings: Settings, database: Database
) -> None:
    stop, clock = threading.Event(), SystemClock()
    thread = threading.Thread(target=run, args=(monitor_ports, settings, clock, stop))
    thread.start()
    for _ in range(200):
        with database.session() as session:
            seen = MonitoringService(session, clock).overview()
        if any(part.runs for part in seen.slices):
            break
        stop.wait(0.05)
    stop.set()
    thread.join(timeout=10)
    assert not thread.is_alive()
    assert any(part.runs for part in seen.slices)
