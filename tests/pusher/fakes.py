"""Small stand-ins for the ports of ingest, an ingest that answers as told, and documents to push."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec

from kit.contracts.document import Document, PushAnswer, PushPage, PushRequest, PushResponse, PushStatus, RawPage
from kit.ids import content_hash, md5_hex

Reply = tuple[int, dict[str, str], bytes]


def document(number: int = 1, **changes: Any) -> Document:
    url = f"http://news.example/{number}"
    content = changes.pop("content", f"Body of article {number}. " * 10)
    base = Document(
        task_id="src_7_202611300800",
        source_id="7",
        source_type="WEB",
        url=url,
        title=f"Article number {number}",
        content=content,
        collect_time="2026-11-30T08:00:05+00:00",
        content_hash=content_hash(f"Article number {number}", content),
        fingerprint=md5_hex(url),
        publish_time="2026-11-30T07:00:00+00:00",
    )
    return msgspec.structs.replace(base, **changes)


def page(
    number: int = 1, *, fence: int = 1, documents: Sequence[Document] | None = None, body: bytes = b"zz"
) -> PushPage:
    raw = RawPage(f"http://news.example/{number}", 200, "2026-11-30T08:00:05+00:00", "utf-8", (), body)
    return PushPage("src_7_202611300800", fence, tuple(documents or (document(number),)), raw)


def accept_all(request: PushRequest, status: PushStatus = "accepted", reason: str = "") -> bytes:
    answers = tuple(PushAnswer(d.task_id, d.url, status, reason) for p in request.pages for d in p.documents)
    return msgspec.json.encode(PushResponse(answers, len(request.events)))


class ScriptedIngest:
    """`replies` are used up one per request; then everything is accepted. `seen` holds what was accepted, in order."""

    def __init__(self) -> None:
        self.replies: list[Callable[[PushRequest], Reply]] = []
        self.requests: list[PushRequest] = []
        self.accepted: list[str] = []
        self.tokens: set[str] = set()
        self.connections: set[Any] = set()
        self.lock = threading.Lock()

    def answer(self, body: bytes) -> Reply:
        request = msgspec.json.decode(body, type=PushRequest)
        with self.lock:
            self.requests.append(request)
            if self.replies:
                return self.replies.pop(0)(request)
            self.accepted += [d.url for p in request.pages for d in p.documents]
        return 200, {}, accept_all(request)

    @contextmanager
    def serve(self) -> Iterator[str]:
        ingest = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True
            wbufsize = -1

            def do_POST(self) -> None:
                ingest.tokens.add(self.headers.get("authorization", ""))
                ingest.connections.add(self.client_address)
                status, headers, body = ingest.answer(self.rfile.read(int(self.headers["content-length"])))
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


def status_reply(
    status: int, headers: dict[str, str] | None = None, body: Any = None
) -> Callable[[PushRequest], Reply]:
    return lambda _request: (status, headers or {}, json.dumps(body or {}).encode())


def answers_reply(status: PushStatus, reason: str = "") -> Callable[[PushRequest], Reply]:
    return lambda request: (200, {}, accept_all(request, status, reason))


class FakeQueue:
    """Only `stale` is asked of it. `newest` maps task id → newest fence."""

    def __init__(self) -> None:
        self.newest: dict[str, int] = {}

    def stale(self, claims: Sequence[tuple[str, int]]) -> list[bool]:
        return [fence < self.newest.get(task_id, 0) for task_id, fence in claims]


class FakeMarks:
    def __init__(self) -> None:
        self.held: dict[str, str] = {}

    def reserve(self, keys: Sequence[str]) -> list[str]:
        found = [self.held.get(key, "new") for key in keys]
        self.held.update({key: "busy" for key in keys if key not in self.held})
        return found

    def confirm(self, keys: Sequence[str]) -> None:
        self.held.update(dict.fromkeys(keys, "done"))

    def release(self, keys: Sequence[str]) -> None:
        for key in keys:
            self.held.pop(key, None)
