"""Facts about pages on Redis, each a hash that expires."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import redis

from kit.adapters.real import redis_keys as keys
from kit.adapters.real.redis_client import available
from kit.settings import Settings


class RedisNotes:
    def __init__(self, client: redis.Redis, _settings: Settings) -> None:
        self._redis = client

    def get(self, key: str) -> dict[str, str]:
        with available():
            return cast("dict[str, str]", self._redis.hgetall(keys.NOTE + key))

    def put(self, key: str, facts: Mapping[str, str], *, ttl_s: int) -> None:
        fields: dict[Any, Any] = {**facts}
        with available(), self._redis.pipeline(transaction=True) as pipe:
            pipe.delete(keys.NOTE + key)
            if facts:
                pipe.hset(keys.NOTE + key, mapping=fields)
                pipe.expire(keys.NOTE + key, ttl_s)
            pipe.execute()
