"""Ingest with the real marks and fences on Redis."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import redis

from kit.adapters.real.redis_cache import RedisIngestMarks
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.backends import Backends
from kit.clock import ManualClock, to_ms
from kit.contracts.document import PushPage, PushRequest
from kit.contracts.task import Task
from kit.ports.log import Record
from kit.settings import load
from pusher.ingest import IngestPorts
from pusher.ingest.service import Ingest
from tests.pusher.fakes import page
from tests.pusher.ingest.conftest import START

TASK = "src_7_202611300800"


class Rig:
    def __init__(self, folder: Path, client: redis.Redis) -> None:
        settings = load(data_dir=folder)
        self.clock = ManualClock(START)
        self.backends = Backends(settings, self.clock)
        self.queue = RedisTaskQueue(client, settings)
        marks = RedisIngestMarks(client, settings)
        ports = IngestPorts(self.queue, marks, self.backends.log, self.backends.objects)
        self.ingest = Ingest(ports, settings, self.clock)

    def push(self, *pages: PushPage) -> list[str]:
        return [answer.status for answer in self.ingest.push(msgspec.json.encode(PushRequest(pages))).answers]

    def claim(self) -> int:
        now_ms = to_ms(self.clock.now())
        self.queue.enqueue([Task(TASK, 7, "WEB", 1, now_ms, now_ms)], now_ms=now_ms)
        (claim,) = self.queue.take("w1", limit=1, timeout_s=1, now_ms=now_ms)
        self.queue.hand_back(claim, delay_ms=0, reason="test", now_ms=now_ms)
        return claim.fence


@pytest.fixture
def rig(tmp_path: Path, redis_client: redis.Redis) -> Iterator[Rig]:
    built = Rig(tmp_path, redis_client)
    yield built
    built.backends.close()


def test_a_repeat_is_a_duplicate(rig: Rig) -> None:
    fence = rig.claim()
    assert rig.push(page(1, fence=fence), page(2, fence=fence)) == ["accepted", "accepted"]
    assert rig.push(page(1, fence=fence)) == ["duplicate"]


def test_an_older_claim_is_stale(rig: Rig) -> None:
    fence = rig.claim()
    assert rig.push(page(1, fence=fence - 1)) == ["stale"]


def test_a_failed_append_leaves_the_document_free_for_the_next_try(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    fence = rig.claim()

    def broken(_records: list[Record], *, timeout_s: float) -> None:
        raise OSError("disk")

    monkeypatch.setattr(rig.backends.log, "append", broken)
    with pytest.raises(OSError, match="disk"):
        rig.push(page(1, fence=fence))
    monkeypatch.undo()
    assert rig.push(page(1, fence=fence)) == ["accepted"]
