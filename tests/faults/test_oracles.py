"""The oracles on small histories."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, cast

import pytest
import redis

from kit.contracts.task import TaskState
from services.tasks.schemas import WindowView
from tests.faults import oracles
from tests.faults.history import Step

T = "src_1_202601010000#a"
AT = datetime(2026, 1, 1, tzinfo=UTC)


def claimed(at: float, fence: int) -> Step:
    return Step(at, "claimed", "collector-a", T, fence=fence)


def fenced(since: float, fence: int, status: str = "passed") -> Step:
    return Step(since + 0.1, "fenced", "ingest", T, since=since, fence=fence, status=status)


def window(**more: Any) -> WindowView:
    fields: dict[str, Any] = dict.fromkeys(WindowView.__struct_fields__, "")
    fields |= {"id": "src_1_202601010000", "status": TaskState.SUCCESS, "details": 3, "details_failed": 0}
    return WindowView(**{**fields, "finished_at": AT, **more})


def test_push_of_an_older_claim_that_passes_is_found() -> None:
    assert oracles.fencing([claimed(1, 7), claimed(2, 8), fenced(3, 7)], []) != []


@pytest.mark.parametrize(
    "steps",
    [
        [claimed(1, 7), fenced(2, 7), claimed(3, 8)],
        [claimed(1, 7), claimed(2, 8), fenced(3, 8)],
        [claimed(1, 7), claimed(2, 8), fenced(3, 7, "stale")],
        [claimed(1, 7), claimed(3.05, 8), fenced(3, 7)],
    ],
    ids=["before the newer claim", "of the newest claim", "refused", "while the newer claim was made"],
)
def test_push_that_may_pass_is_not_blamed(steps: list[Step]) -> None:
    assert oracles.fencing(steps, []) == []


def test_claims_before_redis_forgot_do_not_count() -> None:
    assert oracles.fencing([claimed(1, 7), claimed(2, 8), fenced(3, 7)], [(0.0, 2.5)]) == []


def test_claims_from_before_and_after_the_lost_time_do_count() -> None:
    before, after = [claimed(1, 7), claimed(2, 8)], [claimed(1, 7), claimed(5, 8)]
    assert len(oracles.fencing([*before, fenced(6, 7)], [(3.0, 4.0)])) == 1
    assert len(oracles.fencing([*after, fenced(6, 7)], [(3.0, 4.0)])) == 1


def test_fence_that_goes_back_is_found() -> None:
    assert oracles.fences_grow([claimed(1, 8), claimed(2, 7)]) == [f"{T}: fence 7 was given after 8"]
    assert oracles.fences_grow([claimed(1, 7), claimed(2, 8)]) == []


def test_same_fence_twice_is_found() -> None:
    assert oracles.fences_grow([claimed(1, 7), claimed(2, 7)]) == [f"{T}: fence 7 was given 2 times"]


def test_window_that_ended_in_two_ways_is_found() -> None:
    steps = [
        Step(at, "ended", "scheduler-a", T, epoch=1, status=status) for at, status in ((1, "SUCCESS"), (2, "DEAD"))
    ]
    assert len(oracles.ends(steps)) == 1
    assert oracles.ends([steps[0], steps[0]]) == []


@pytest.mark.parametrize(
    ("windows", "count"),
    [
        ([window()], 0),
        ([window(), window()], 1),
        ([], 1),
        ([window(status=TaskState.RUNNING, finished_at=None)], 1),
        ([window(status=TaskState.DEAD, failure="timeout", reason="slow")], 1),
        ([window(details_failed=1)], 1),
        ([window(details=2)], 1),
    ],
)
def test_ledger_is_right_only_with_one_good_end(windows: list[WindowView], count: int) -> None:
    assert len(oracles.ledger(windows, 3)) == count


def test_second_window_may_find_less_than_the_first() -> None:
    assert oracles.ledger([window(details=1), window()], 3, asked=2) == []
    assert len(oracles.ledger([window(), window(details=1)], 3, asked=2)) == 1


def test_key_that_never_expires_and_task_left_running_are_found(redis_client: redis.Redis) -> None:
    client = cast(Any, redis_client)
    assert oracles.keys(client) == []
    client.set("collect:task:lock:x", "w", ex=10)
    client.zadd("collect:dead", {"x": 1})
    assert oracles.keys(client) == []
    client.zadd("collect:running", {"x": 1})
    client.hset("collect:task:state:x", "status", "RUNNING")
    assert len(oracles.keys(client)) == 3


def test_role_that_has_grown_too_large_is_found() -> None:
    assert oracles.memory({"ingest": 100, "cleaner": oracles.LARGEST_ROLE + 1}) == ["cleaner uses 700 MB"]
