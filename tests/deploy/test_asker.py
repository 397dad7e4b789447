"""What the monitor asks the web for: robots.txt first, and once for many pages."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from deploy.asker import GuardedAsker
from kit.clock import SystemClock
from kit.settings import Settings


class _Site(BaseHTTPRequestHandler):
    robots_status = 200
    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        robots = self.path == "/robots.txt"
        self.send_response(self.robots_status if robots else 200)
        self.send_header("Content-Type", "text/plain" if robots else "text/html")
        self.end_headers()
        self.wfile.write(b"User-agent: *\nDisallow: /private/\n" if robots else b"<title>Harbour</title><p>open")

    def log_message(self, *_: object) -> None:
        """Silent."""


@pytest.fixture
def site() -> Iterator[tuple[str, type[_Site]]]:
    handler = type("Site", (_Site,), {"asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", handler
    server.shutdown()
    server.server_close()


def asker() -> GuardedAsker:
    return GuardedAsker(Settings(allow_private=("127.0.0.0/8",)), SystemClock())


def test_what_robots_forbids_is_not_asked_for(site: tuple[str, type[_Site]]) -> None:
    address, handler = site
    one = asker()
    answers = [one.ask(f"{address}{path}") for path in ("/a/1", "/private/2", "/a/3")]
    assert [answer.status for answer in answers] == [200, 0, 200]
    assert handler.asked == ["/robots.txt", "/a/1", "/a/3"]


def test_nothing_is_asked_while_robots_cannot_be_had(site: tuple[str, type[_Site]]) -> None:
    address, handler = site
    handler.robots_status = 503
    one = asker()
    assert one.ask(f"{address}/a/1").status == 0
    handler.robots_status = 200
    assert one.ask(f"{address}/a/1").status == 200
