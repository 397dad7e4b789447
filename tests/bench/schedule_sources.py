"""Very many sources, written straight into the table: mixed cadences and zones, some due now, the others within a day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Engine, insert

from kit.ids import md5_hex
from services.sources.models import CollectSource

NOW = datetime(2026, 3, 10, 12, 0, 30, tzinfo=UTC)
DUE_AT = NOW.replace(second=0)
ZONES = ("UTC", "Asia/Shanghai", "Europe/Berlin", "America/New_York")
BATCH = 5000


def fill(engine: Engine, *, due: int, idle: int) -> None:
    for start in range(0, due + idle, BATCH):
        numbers = range(start, min(start + BATCH, due + idle))
        with engine.begin() as connection:
            # Due ones lie among the others, as they do in life.
            connection.execute(
                insert(CollectSource), [_row(number, _is_due(number, due, due + idle)) for number in numbers]
            )


def _is_due(number: int, due: int, total: int) -> bool:
    return (number + 1) * due // total > number * due // total


def _row(number: int, is_due: bool) -> dict[str, Any]:
    url = f"http://site-{number % 50_000}.example/list/{number}"
    later = NOW + timedelta(minutes=1 + number % 1439)
    return {
        "source_type": "COLUMN",
        "name": f"Source {number}",
        "entry_url": url,
        "entry_url_hash": md5_hex(f"COLUMN {url}"),
        "charset": "",
        "template_id": None,
        "cron_expr": _cron(number),
        "timezone": ZONES[number % len(ZONES)],
        "priority": 1 + number % 9,
        "rate": None,
        "concurrency": 2,
        "options": {},
        "headers": {},
        "language": "",
        "site_name": "",
        "labels": (),
        "owner": "",
        "status": 1,
        "status_reason": "",
        "status_params": {},
        "fail_count": 0,
        "fail_weight": 0.0,
        "last_failure": "",
        "next_run_at": DUE_AT if is_due else later.replace(second=0),
        "version": 1,
        "created_at": NOW,
        "updated_at": NOW,
        "updated_by": "bench",
    }


def _cron(number: int) -> str:
    minute, hour = number % 60, number // 60 % 24
    return ("*/10 * * * *", "*/5 * * * *", f"{minute} * * * *", f"{minute} {hour} * * *")[number % 4]
