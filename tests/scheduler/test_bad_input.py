"""What is damaged is refused or named; it never stops the scheduler for the others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import redis
from sqlalchemy import text

from kit.clock import ManualClock
from kit.errors import InvalidInput
from kit.ids import parse_task_id
from scheduler import upkeep
from scheduler.context import Context
from scheduler.due import enqueue_due
from services.forms import InvalidFields
from services.sources.schemas import SourceReason
from tests.scheduler.conftest import DONE

Add = Callable[..., int]


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"cron": "61 * * * *"}, "cron_expr"), ({"cron": "* * *"}, "cron_expr"), ({"timezone": "Mars/Base"}, "timezone")],
)
def test_a_schedule_that_cannot_be_is_refused_by_name(add_source: Add, changes: dict[str, str], field: str) -> None:
    with pytest.raises(InvalidFields) as refused:
        add_source(**changes)
    assert field in refused.value.problems


@pytest.mark.parametrize(("column", "value"), [("cron_expr", "61 * * * *"), ("timezone", "Mars/Base")])
def test_a_schedule_damaged_in_the_database_stops_its_source_only_and_is_its_reason(
    context: Context, clock: ManualClock, add_source: Add, column: str, value: str
) -> None:
    damaged, good = add_source("damaged"), add_source("good")
    with context.services() as services:
        services.session.execute(
            text(f"UPDATE collect_source SET {column} = :value WHERE id = :id"), {"value": value, "id": damaged}
        )
    for _ in range(2):
        clock.advance(61)
        enqueue_due(context)
        for claim in context.queue.take("w", limit=9, timeout_s=0, now_ms=context.now_ms()):
            context.queue.finish(claim, DONE, now_ms=context.now_ms())
        upkeep.take_ends(context)
    with context.services() as services:
        views = [services.sources.get(number) for number in (damaged, good)]
        reasons = services.why(views)
    assert reasons[damaged].code is SourceReason.SCHEDULE_INVALID
    assert reasons[good].code is SourceReason.NEXT_RUN


def test_an_end_that_cannot_be_read_and_one_of_an_unknown_window_are_passed_over(
    context: Context, clock: ManualClock, add_source: Add, redis_client: redis.Redis
) -> None:
    add_source()
    clock.advance(31)
    enqueue_due(context)
    (claim,) = context.queue.take("w", limit=9, timeout_s=0, now_ms=context.now_ms())
    unknown = (
        '{"task_id":"no task","source_id":9,"state":"SUCCESS","reason":"","failure":"","ended_ms":1,'
        '"attempts":1,"documents":0,"details":0,"details_failed":0,"epoch":1}'
    )
    redis_client.lpush("collect:ended", "{damaged", unknown)
    context.queue.finish(claim, DONE, now_ms=context.now_ms())
    for _ in range(2):
        upkeep.take_ends(context)
    with context.services() as services:
        assert services.tasks.get(claim.task.id).status == "SUCCESS"
    assert redis_client.llen("collect:ended") == 0


def test_a_state_that_was_tampered_with_does_not_stop_the_upkeep(
    context: Context, clock: ManualClock, add_source: Add, redis_client: redis.Redis
) -> None:
    source = add_source()
    clock.advance(31)
    enqueue_due(context)
    key = f"collect:task:state:src_{source}_202611301201"
    redis_client.hset(key, mapping={"status": "BANANA", "claimed": "soon", "retries": "many"})
    upkeep.reconcile(context)
    upkeep.reap(context)
    assert context.queue.take("w", limit=9, timeout_s=0, now_ms=context.now_ms()) == []
    upkeep.take_ends(context)
    with context.services() as services:
        window = services.tasks.get(f"src_{source}_202611301201")
    assert (window.status, window.failure) == ("DEAD", "internal")


def test_a_window_that_is_long_past_runs_once_and_is_followed_by_the_next_one_of_today(
    context: Context, clock: ManualClock, add_source: Add
) -> None:
    source = add_source()
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    with context.services() as services:
        services.session.execute(
            text("UPDATE collect_source SET next_run_at = :at"), {"at": long_ago.isoformat(" ")[:19]}
        )
    enqueue_due(context)
    (claim,) = context.queue.take("w", limit=9, timeout_s=0, now_ms=context.now_ms())
    assert claim.task.id == f"src_{source}_202001010000"
    with context.services() as services:
        following = services.sources.get(source).next_run_at
    assert following is not None
    assert timedelta() < following - clock.now() <= timedelta(minutes=1)


@pytest.mark.parametrize(
    "task_id", ["", "no task", "src_1", "src_x_202611301200", "src_1_202613301200", "src_1_2026#zz"]
)
def test_a_task_id_that_does_not_parse_is_refused_with_a_sentence(task_id: str) -> None:
    with pytest.raises(InvalidInput, match="task"):
        parse_task_id(task_id)
