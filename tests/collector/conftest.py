"""A small web server on 127.0.0.x whose every byte the test decides."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

Answer = bytes | Callable[[socket.socket, bytes], None]


def http(body: bytes | str = b"", status: int = 200, *headers: str) -> bytes:
    """A whole answer with Content-Length; `headers` are lines like "Content-Type: text/html"."""
    raw = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(raw)}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + raw


@dataclass
class Site:
    """`pages` maps path (without query) → answer; unknown paths answer 404. `asked` holds every request head in order, `peers` the client ports."""

    port: int = 0
    host: str = "127.0.0.1"
    pages: dict[str, Answer] = field(default_factory=dict)
    asked: list[bytes] = field(default_factory=list)
    peers: set[int] = field(default_factory=set)

    def url(self, path: str = "/", host: str = "") -> str:
        return f"http://{host or self.host}:{self.port}{path}"

    def paths(self) -> list[str]:
        return [head.split(b" ", 2)[1].decode() for head in self.asked]


def _serve(site: Site, connection: socket.socket) -> None:
    pending = b""
    site.peers.add(connection.getpeername()[1])
    while True:
        while b"\r\n\r\n" not in pending:
            received = connection.recv(65536)
            if not received:
                return
            pending += received
        head, pending = pending.split(b"\r\n\r\n", 1)
        site.asked.append(head)
        path = head.split(b" ", 2)[1].decode().split("?")[0]
        answer = site.pages.get(path, http("nothing here", 404))
        if not isinstance(answer, bytes):
            answer(connection, head)
            return
        connection.sendall(answer)
        if b"Content-Length" not in answer:
            return


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hang up are part of the tests."""


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            _serve(site, self.request)

    with _Server(("127.0.0.1", 0), Handler) as server:
        site.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield site
        server.shutdown()


@pytest.fixture
def answer() -> Callable[..., bytes]:
    return http
