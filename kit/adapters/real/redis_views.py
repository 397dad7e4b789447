"""The reading half of the queue: states, counts, dead letters, fences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, cast

import redis

from kit.adapters.real import redis_keys as keys
from kit.adapters.real.redis_client import available, call, script
from kit.chunks import chunks
from kit.ports.queue import Lane, QueueStats, TaskView

# Two arguments each; Lua takes some thousand at once.
_CLAIMS = 1000


class QueueViews:
    def __init__(self, client: redis.Redis) -> None:
        self._redis = client
        self._stale = script(client, "stale")

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
        return [bool(one) for part in chunks(claims, _CLAIMS) for one in call(self._stale, *chain.from_iterable(part))]

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

    def dead(self, limit: int, before: tuple[int, str] | None) -> list[TaskView]:
        found: list[tuple[str, float]] = []
        top = "+inf"
        with available():
            if before is not None:
                same = self._dead(before[0], before[0])
                found = [letter for letter in same if letter[0] < before[1]][:limit]
                top = f"({before[0]}"
            if len(found) < limit:
                found += self._dead(top, "-inf", start=0, num=limit - len(found))
        views = self.view([task_id for task_id, _at in found])
        return [_dead_view(task_id, at, view) for (task_id, at), view in zip(found, views, strict=True)]

    def _dead(self, top: int | str, bottom: int | str, **part: int) -> list[tuple[str, float]]:
        """(id, Unix ms), newest first, and of the same millisecond by id, the last first."""
        rows = self._redis.zrevrangebyscore(keys.DEAD, top, bottom, withscores=True, **part)  # type: ignore[arg-type]
        return cast("list[tuple[str, float]]", rows)

    def blob(self, task_id: str) -> str | None:
        with available():
            return cast("str | None", self._redis.hget(keys.STATE + task_id, "task"))


def _dead_view(task_id: str, at: float, view: TaskView | None) -> TaskView:
    fields = view.fields if view else {}
    return TaskView(task_id, view.status if view else "DEAD", {**fields, "dead_at": str(round(at))})


def _view(task_id: str, row: dict[str, Any]) -> TaskView:
    return TaskView(task_id, str(row.get("status", "")), {str(name): str(value) for name, value in row.items()})
