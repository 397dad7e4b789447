"""The fault proxy in front of a small server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

from tests.faults.proxy import FaultProxy, Kind, Trouble


class Target(ThreadingHTTPServer):
    bodies: list[bytes]


class _Echo(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Target

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.bodies.append(body)
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def target() -> Iterator[Target]:
    server = Target(("127.0.0.1", 0), _Echo)
    server.bodies = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def proxy(target: Target) -> Iterator[FaultProxy]:
    with FaultProxy(int(target.server_address[1])) as running:
        yield running


def push(proxy: FaultProxy, timeout: float = 10.0) -> httpx.Response:
    return httpx.post(f"http://127.0.0.1:{proxy.port}/v1/push", content=b"pages", timeout=timeout, trust_env=False)


def test_healthy_proxy_hands_through(proxy: FaultProxy, target: Target) -> None:
    assert (push(proxy).content, target.bodies) == (b"pages", [b"pages"])


@pytest.mark.parametrize(("kind", "arrived"), [("reset", 0), ("lost", 1), ("half", 1)])
def test_broken_connection_is_seen_as_one_and_ends_with_healing(
    proxy: FaultProxy, target: Target, kind: Kind, arrived: int
) -> None:
    proxy.break_with(Trouble(kind))
    with pytest.raises(httpx.TransportError):
        push(proxy)
    assert len(target.bodies) == arrived
    proxy.heal()
    assert push(proxy).status_code == 200


def test_status_comes_with_the_time_to_wait_and_without_forwarding(proxy: FaultProxy, target: Target) -> None:
    proxy.break_with(Trouble("status", 429, retry_after=3))
    answer = push(proxy)
    assert (answer.status_code, answer.headers["retry-after"], target.bodies) == (429, "3", [])


def test_hanging_request_is_broken_off_when_healed(proxy: FaultProxy) -> None:
    proxy.break_with(Trouble("hang"))
    with pytest.raises(httpx.ReadTimeout):
        push(proxy, timeout=0.3)
    healer = threading.Timer(0.3, proxy.heal)
    healer.start()
    with pytest.raises(httpx.TransportError):
        push(proxy)
    healer.join()
