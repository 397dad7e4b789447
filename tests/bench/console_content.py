"""A console's worth of rows: sources, windows of the last month, documents; written straight into the stores."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import Engine, insert, update

from kit.contracts.stored import IndexDocument
from kit.ports.index import SearchIndex
from services.sources.models import CollectSource
from services.tasks.models import CollectTask
from tests.bench.schedule_sources import fill

BATCH = 5000
WORDS = ["harbour", "tram", "council", "bridge", "river", "market", "school", "hospital", "budget", "weather", "storm", "election", "water", "energy", "housing", "港口", "电车", "议会", "大桥", "市场", "学校", "医院", "预算", "天气", "选举"]  # fmt: skip
LABELS = tuple(f"region-{number}" for number in range(20))


def sources(engine: Engine, count: int) -> None:
    """Every tenth paused, every twentieth failing, each with one of twenty labels."""
    fill(engine, due=0, idle=count)
    with engine.begin() as connection:
        connection.execute(
            update(CollectSource)
            .where(CollectSource.id % 10 == 0)
            .values(status=0, status_reason="paused_by", status_params={"by": "li", "note": "", "since": ""})
        )
        connection.execute(
            update(CollectSource).where(CollectSource.id % 20 == 1).values(fail_count=3, last_failure="timeout")
        )
        for number, label in enumerate(LABELS):
            mine = CollectSource.id % len(LABELS) == number
            connection.execute(update(CollectSource).where(mine).values(labels=(label,), owner=f"owner-{number % 5}"))


def windows(engine: Engine, count: int, source_count: int, now: datetime) -> None:
    """Spread over thirty days, one in a hundred dead, one in a thousand open."""
    step = timedelta(days=30) / count
    for start in range(0, count, BATCH):
        rows = [
            _window(number, source_count, now - step * (count - number))
            for number in range(start, min(start + BATCH, count))
        ]
        with engine.begin() as connection:
            connection.execute(insert(CollectTask), rows)


def _window(number: int, source_count: int, at: datetime) -> dict[str, Any]:
    source_id = 1 + number % source_count
    dead, is_open = number % 100 == 7, number % 1000 == 3
    return {
        "id": f"src_{source_id}_{at:%Y%m%d%H%M}~{number}", "source_id": source_id, "source_type": "COLUMN", "window_at": at, "priority": 5,
        "status": "PENDING" if is_open else "DEAD" if dead else "SUCCESS", "reason": "queued" if is_open else "done", "failure": "timeout" if dead else "",
        "epoch": 1, "attempts": 1, "documents": 3, "details": 3, "details_failed": 0, "due_at": at, "created_at": at,
        "enqueued_at": at, "started_at": at, "finished_at": None if is_open else at, "replay_of": "",
    }  # fmt: skip


def documents(index: SearchIndex, count: int, now: datetime, *, size: int = 500) -> None:
    batch: list[IndexDocument] = []
    for document in _documents(count, now):
        batch.append(document)
        if len(batch) == size:
            index.upsert("documents", batch)
            batch = []
    if batch:
        index.upsert("documents", batch)
    index.refresh()


def _documents(count: int, now: datetime) -> Iterator[IndexDocument]:
    random = Random(7)
    for number in range(count):
        at = (now - timedelta(minutes=number % 43_200)).isoformat()
        title, text = " ".join(random.choices(WORDS, k=6)), " ".join(random.choices(WORDS, k=120))
        yield IndexDocument(
            id=f"{number:032x}", version=number + 1, url=f"http://site-{number % 500}.example/{number}", host=f"site-{number % 500}.example",
            title=f"{title} {number}", content=text, source_id=str(1 + number % 2000), source_type="COLUMN", source_name=f"Source {number % 2000}",
            collect_time=at, publish_time=at, language=("zh", "en")[number % 2], flags=("promotion",) if number % 9 == 0 else (),
            tags=(LABELS[number % 20],), group=f"{number:032x}", fingerprint=f"{number:032x}",
        )  # fmt: skip
