"""The measurements of queue and schedule, small: they do the work they claim to measure."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
import redis

from kit.adapters.sql import engine as open_engine
from kit.clock import ManualClock
from kit.settings import Settings
from services import migrate
from tests.bench import queue_ours, queue_weeks
from tests.bench.schedule_sources import DUE_AT, NOW, fill


@pytest.fixture
def url(redis_url: str, redis_client: redis.Redis) -> str:
    """Of an empty server."""
    assert redis_client.dbsize() == 0
    return redis_url


def test_every_task_put_in_is_claimed_and_finished_once(url: str, redis_client: redis.Redis) -> None:
    queue = queue_ours.open_queue(url)
    assert queue_ours.batch(queue, 300) > 0
    assert queue.stats().pending == 300
    assert queue_ours.work(queue, 300) > 0
    assert (queue.stats().pending, queue.stats().running, queue.ended(limit=1)) == (0, 0, [])
    assert len(list(redis_client.scan_iter("collect:task:state:*"))) == 300


def test_weeks_of_work_leave_keys_of_the_last_days_only(url: str, redis_client: redis.Redis) -> None:
    weeks = queue_weeks.Weeks(url, sources=3)
    sizes = []
    for _ in range(11):
        weeks.day()
        sizes.append(redis_client.dbsize())
    assert sizes[0] < sizes[5]
    assert sizes[-1] == sizes[-2]


def test_due_sources_lie_among_the_others(tmp_path: Path, settings: Settings) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/catchment.db", settings, ManualClock(NOW))
    migrate.upgrade(engine)
    fill(engine, due=10, idle=90)
    engine.dispose()
    with sqlite3.connect(tmp_path / "catchment.db") as connection:
        rows = connection.execute("SELECT id, next_run_at FROM collect_source ORDER BY id").fetchall()
    due = [number for number, at in rows if at.startswith(f"{DUE_AT:%Y-%m-%d %H:%M:%S}")]
    assert (len(rows), len(due), due[0] < 20, due[-1] > 80) == (100, 10, True, True)
