"""The reading half of the queue: states, counts, dead letters, fences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import redis

from kit.adapters.real import redis_keys as keys
from kit.adapters.real.redis_client import available
from kit.ports.queue import Lane, QueueStats, TaskView


class QueueViews:
    def __init__(self, client: redis.Redis) -> None:
        self._redis = client

    def view(self, task_ids: Sequence[str]) -> list[TaskView | None]:
        with available(), self._redis.pipeline(transaction=False) as pipe:
            for task_id in task_ids:
                pipe.hgetall(keys.STATE + task_id)
            rows = pipe.execute()
        return [_view(task_id, row) if row else None for task_id, row in zip(task_ids, rows, strict=True)]

    def unknown(self, task_ids: Sequence[str]) -> list[str]:
        with available(), self._redis.pipeline(transaction=False) as pipe:
            for task_id in task_ids:
                pipe.exists(keys.STATE + task_id)
            known = pipe.execute()
        return [task_id for task_id, there in zip(task_ids, known, strict=True) if not there]

    def details(self, root_id: str, limit: int) -> list[TaskView]:
        with available():
            live = cast("list[str]", self._redis.srandmember(keys.KIDS + root_id, limit) or [])
            done = cast("list[str]", self._redis.lrange(keys.DONE + root_id, 0, max(limit - len(live), 0)))
        return [view for view in self.view([*live, *done][:limit]) if view is not None]

    def stale(self, claims: Sequence[tuple[str, int]]) -> list[bool]:
        with available(), self._redis.pipeline(transaction=False) as pipe:
            for task_id, _fence in claims:
                pipe.hget(keys.STATE + task_id, "fence")
            newest = pipe.execute()
        return [held is not None and int(held) > fence for held, (_id, fence) in zip(newest, claims, strict=True)]

    def stats(self) -> QueueStats:
        with available(), self._redis.pipeline(transaction=False) as pipe:
            for priority in keys.LANES:
                pipe.llen(keys.lane(priority))
                pipe.lindex(keys.lane(priority), -1)
            for name in (keys.PENDING, keys.RUNNING, keys.DELAYED, keys.DEAD):
                pipe.zcard(name)
            pipe.zrange(keys.PENDING, 0, 0, withscores=True)
            answers = pipe.execute()
        waiting, heads = answers[: 2 * len(keys.LANES) : 2], answers[1 : 2 * len(keys.LANES) : 2]
        pending, running, delayed, dead, oldest = answers[2 * len(keys.LANES) :]
        lanes = tuple(map(Lane, keys.LANES, waiting, self._pending_since(heads)))
        return QueueStats(lanes, pending, running, delayed, dead, int(oldest[0][1]) if oldest else 0)

    def _pending_since(self, task_ids: Sequence[str | None]) -> list[int]:
        """0 where there is no task, or it has been taken meanwhile."""
        with available(), self._redis.pipeline(transaction=False) as pipe:
            for task_id in task_ids:
                pipe.zscore(keys.PENDING, task_id or "")
            return [int(score or 0) for score in pipe.execute()]

    def dead(self, limit: int, before_ms: int | None) -> list[TaskView]:
        top = "+inf" if before_ms is None else f"({before_ms}"
        with available():
            ids = cast("list[str]", self._redis.zrevrangebyscore(keys.DEAD, top, "-inf", start=0, num=limit))
        return [view or TaskView(task_id, "DEAD") for task_id, view in zip(ids, self.view(ids), strict=True)]

    def blob(self, task_id: str) -> str | None:
        with available():
            return cast("str | None", self._redis.hget(keys.STATE + task_id, "task"))


def _view(task_id: str, row: dict[str, Any]) -> TaskView:
    return TaskView(task_id, str(row.get("status", "")), {str(name): str(value) for name, value in row.items()})
