"""An ingest app over the embedded log and object store, served on 127.0.0.1."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx
import msgspec
import pytest

from kit.backends import Backends
from kit.clock import ManualClock
from kit.contracts.document import PushPage, PushRequest, PushResponse
from kit.ports.log import Message
from kit.settings import Settings, load
from pusher.ingest import IngestPorts, run
from tests.pusher.fakes import FakeMarks, FakeQueue

START = datetime(2026, 11, 30, 8, 1, tzinfo=UTC)


@dataclass
class Served:
    url: str
    backends: Backends
    queue: FakeQueue
    marks: FakeMarks
    clock: ManualClock
    settings: Settings

    def post(self, body: bytes, token: str = "secret") -> httpx.Response:
        with httpx.Client(trust_env=False, timeout=20) as client:
            headers = {"authorization": f"Bearer {token}"}
            return client.post(f"{self.url}/v1/push", content=body, headers=headers)

    def push(self, *pages: PushPage, events: tuple[bytes, ...] = ()) -> PushResponse:
        response = self.post(msgspec.json.encode(PushRequest(pages, events, "worker-1")))
        assert response.status_code == 200, response.text
        return msgspec.json.decode(response.content, type=PushResponse)

    def statuses(self, *pages: PushPage) -> list[str]:
        return [answer.status for answer in self.push(*pages).answers]

    def messages(self, *topics: str) -> list[Message]:
        consumer = self.backends.log.consumer(topics, "test")
        try:
            return consumer.poll(max_records=1000, timeout_s=0.2)
        finally:
            consumer.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = load(data_dir=tmp_path, ingest_port=port, ingest_token="secret", content_bytes=2000, raw_bytes=500)
    clock, stop = ManualClock(START), threading.Event()
    backends = Backends(settings, clock)
    queue, marks = FakeQueue(), FakeMarks()
    ports = IngestPorts(queue, marks, backends.log, backends.objects)  # type: ignore[arg-type]
    thread = threading.Thread(target=run, args=(ports, settings, clock, stop), daemon=True)
    thread.start()
    url = f"http://127.0.0.1:{port}"
    _wait_for(url)
    yield Served(url, backends, queue, marks, clock, settings)
    stop.set()
    thread.join(10)
    assert not thread.is_alive()
    backends.close()


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + 20
    while True:
        try:
            httpx.get(f"{url}/healthz", trust_env=False).raise_for_status()
            return
        except httpx.HTTPError:
            assert time.monotonic() < deadline
            time.sleep(0.02)
