"""Serves the site over HTTP/1.1 with kept connections and conditional requests (RFC 9110, section 13)."""

from __future__ import annotations

import re
import threading
from datetime import datetime
from email.utils import parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from deploy.sample.rendering import render
from kit.clock import Clock, SystemClock

_IDLE_SECONDS = 30.0
_HOST = re.compile(r"[A-Za-z0-9.\-\[\]:]{1,200}")


class SampleServer(ThreadingHTTPServer):
    daemon_threads = True
    # A whole collector fleet may connect at once.
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], clock: Clock) -> None:
        super().__init__(address, SampleHandler)
        self.clock = clock

    @property
    def base_url(self) -> str:
        return f"http://{self.server_address[0]!s}:{self.server_port}"


class SampleHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "CatchmentSample"
    sys_version = ""
    timeout = _IDLE_SECONDS
    # Header and body leave in one write; without it a kept connection stalls on delayed acknowledgements.
    wbufsize = 64 * 1024
    server: SampleServer

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing: the site is a backdrop, its requests are seen in the collector."""

    def _answer(self, *, with_body: bool) -> None:
        status, headers, body = render(self.path, self.server.clock.now(), self._base_url())
        if status == 200 and self._is_unchanged(dict(headers)):
            status, body = 304, b""
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def _is_unchanged(self, answer: dict[str, str]) -> bool:
        asked = self.headers.get
        return is_unchanged(
            asked("If-None-Match"),
            asked("If-Modified-Since"),
            etag=answer["ETag"],
            last_modified=answer["Last-Modified"],
        )

    def _base_url(self) -> str:
        host = self.headers.get("Host", "")
        return f"http://{host}" if _HOST.fullmatch(host) else self.server.base_url


def is_unchanged(none_match: str | None, modified_since: str | None, *, etag: str, last_modified: str) -> bool:
    """Whether the client's copy still holds: If-None-Match decides alone, else If-Modified-Since."""
    if none_match is not None:
        known = {tag.strip().removeprefix("W/") for tag in none_match.split(",")}
        return "*" in known or etag in known
    since, changed = _http_date(modified_since), _http_date(last_modified)
    return since is not None and changed is not None and changed <= since


def _http_date(text: str | None) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text) if text else None
    except ValueError:
        return None
    return moment if moment and moment.tzinfo else None


def make_server(host: str, port: int, clock: Clock | None = None) -> SampleServer:
    """A bound server, not yet serving; with port 0 its `base_url` tells where it listens. OSError when taken."""
    return SampleServer((host, port), clock or SystemClock())


def serve(host: str, port: int, stop: threading.Event | None = None) -> None:
    """Serves until `stop` is set, or until interrupted from the keyboard. OSError when the port is taken."""
    stop = stop or threading.Event()
    with make_server(host, port) as server:
        print(f"Sample site: {server.base_url}/", flush=True)
        worker = threading.Thread(target=server.serve_forever, args=(0.1,), name="sample-site", daemon=True)
        worker.start()
        _wait(stop)
        server.shutdown()
        worker.join()


def _wait(stop: threading.Event) -> None:
    try:
        stop.wait()
    except KeyboardInterrupt:
        stop.set()
