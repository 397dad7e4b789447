from __future__ import annotations

from typing import cast

import pytest
import redis

from kit.adapters.real import redis_keys as keys
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.ports.queue import TaskQueue
from kit.settings import Settings
from tests.contract.queue_suite import QueueContract


class TestRedisTaskQueue(QueueContract):
    @pytest.fixture
    def queue(self, redis_client: redis.Redis, settings: Settings) -> TaskQueue:
        self.client = redis_client
        return RedisTaskQueue(redis_client, settings)

    def pop_like_a_dying_worker(self, queue: TaskQueue) -> None:
        assert self.client.brpop([keys.lane(5)], timeout=1)

    def lock_runs_out(self, queue: TaskQueue, task_id: str) -> None:
        assert self.client.delete(keys.LOCK + task_id)

    def keys_without_expiry(self, queue: TaskQueue) -> set[str]:
        names = cast("list[str]", self.client.keys("*"))
        return {name for name in names if self.client.ttl(name) == -1}
