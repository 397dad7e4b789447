"""Finds tasks that died with their worker, before or after the claim (K3), and tasks that kill their workers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar, cast

import redis

from kit.adapters.real import redis_keys as keys
from kit.adapters.real.redis_client import available, call, script
from kit.chunks import chunks
from kit.ports.queue import Reaped

T = TypeVar("T")
_CHUNK = 500
_SCAN = 5000
_FUTURE_MS = 60_000


class Reaper:
    def __init__(self, client: redis.Redis, *, keep_s: int, max_claims: int) -> None:
        self._redis = client
        self._keep = keep_s
        self._most = max_claims
        self._reap = script(client, "reap")
        self._put_back = script(client, "put_back")

    def reap(self, *, now_ms: int, grace_ms: int) -> Reaped:
        lapsed = self._apply("lapsed", self._running(), now_ms)
        lost = self._apply("lost", self._unlisted(now_ms - grace_ms, now_ms), now_ms)
        dead = tuple(task_id for task_id, verdict in lapsed if verdict == 2)
        return Reaped(
            lost=tuple(task_id for task_id, verdict in lost if verdict == 1),
            lapsed=tuple(task_id for task_id, verdict in lapsed if verdict == 1),
            dead=dead,
        )

    def put_back(self, prefix: str, *, claimed_before_ms: int, now_ms: int) -> int:
        running = self._running()
        args = (now_ms, claimed_before_ms, prefix, self._keep, self._most)
        return sum(int(call(self._put_back, *args, *part)) for part in chunks(running, _CHUNK))

    def _apply(self, kind: str, ids: Iterable[str], now_ms: int) -> list[tuple[str, int]]:
        verdicts: list[tuple[str, int]] = []
        for part in chunks(ids, _CHUNK):
            answer = call(self._reap, now_ms, self._keep, self._most, kind, *part)
            verdicts += zip(part, (int(one) for one in answer), strict=True)
        return verdicts

    def _running(self) -> list[str]:
        """As many as all workers have slots."""
        with available():
            return cast("list[str]", self._redis.zrange(keys.RUNNING, 0, -1))

    def _unlisted(self, before_ms: int, now_ms: int) -> list[str]:
        """Ids pending since before `before_ms` and in no lane. Read in slices; the script checks each again before it acts.

        Those from the future, put there by a clock that was wrong, count as old: else they would be lost until then.
        """
        with available():
            old = cast("list[str]", self._redis.zrangebyscore(keys.PENDING, "-inf", before_ms))
            old += cast("list[str]", self._redis.zrangebyscore(keys.PENDING, now_ms + _FUTURE_MS, "+inf"))
            if not old:
                return []
            listed: set[str] = set()
            for priority in keys.LANES:
                listed.update(self._lane(keys.lane(priority)))
        return [task_id for task_id in old if task_id not in listed]

    def _lane(self, key: str) -> Iterator[str]:
        # Newest end first: an id that moves towards the tail while we read is seen twice rather than missed.
        start = 0
        while part := cast("list[str]", self._redis.lrange(key, start, start + _SCAN - 1)):
            yield from part
            start += _SCAN
