"""Token buckets and places (concurrency) shared by all replicas (K5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import redis

from kit.adapters.real import redis_keys as keys
from kit.adapters.real.redis_client import available, call, script
from kit.settings import Settings


class RedisRateLimiter:
    def __init__(self, client: redis.Redis, _settings: Settings) -> None:
        self._redis = client
        self._acquire = script(client, "acquire", common=False)
        self._enter = script(client, "enter", common=False)

    def acquire(self, wanted: Sequence[tuple[str, float]], *, now_ms: int) -> int:
        args: list[Any] = [now_ms]
        for key, rate in wanted:
            if rate > 0:
                args += [key, rate]
        return int(call(self._acquire, *args)) if len(args) > 1 else 0

    def enter(self, key: str, holder: str, limit: int, *, ttl_ms: int, now_ms: int) -> bool:
        return bool(call(self._enter, keys.PLACES + key, holder, limit, ttl_ms, now_ms))

    def leave(self, key: str, holder: str) -> None:
        with available():
            self._redis.zrem(keys.PLACES + key, holder)
