"""A receiver of OTLP over HTTP on a real socket that keeps the spans it took."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Receiver:
    """`answers` are the statuses of the next requests; 200 when used up. `headers` are those of the last request."""

    def __init__(self) -> None:
        self.spans: list[dict[str, Any]] = []
        self.services: dict[str, str] = {}
        self.answers: list[int] = []
        self.headers: dict[str, str] = {}
        self.url = ""

    def take(self, body: dict[str, Any]) -> None:
        for group in body["resourceSpans"]:
            names = {pair["key"]: pair["value"]["stringValue"] for pair in group["resource"]["attributes"]}
            for scope in group["scopeSpans"]:
                self.spans += scope["spans"]
                self.services |= {span["spanId"]: names["service.name"] for span in scope["spans"]}


@contextmanager
def receiver() -> Iterator[Receiver]:
    kept = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            status = kept.answers.pop(0) if kept.answers else 200
            kept.headers = {name.lower(): value for name, value in self.headers.items()}
            if status == 200 and self.path == "/v1/traces":
                kept.take(json.loads(gzip.decompress(body)))
            self.send_response(status)
            self.send_header("content-length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, format: str, *args: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield kept
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def attributes(span: dict[str, Any]) -> dict[str, Any]:
    return {pair["key"]: next(iter(pair["value"].values())) for pair in span["attributes"]}
