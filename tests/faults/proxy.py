"""A proxy in front of ingest that can go wrong in every way an HTTP server can."""

from __future__ import annotations

import socket
import struct
import sys
import threading
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal

Kind = Literal["status", "slow", "hang", "reset", "lost", "half"]


@dataclass(frozen=True, slots=True)
class Trouble:
    """status: that status, nothing forwarded; slow: the answer after `seconds`; hang: no answer until healed; reset: the connection breaks;
    lost: forwarded, then the connection breaks before the answer; half: forwarded, then it breaks in the middle of the answer."""

    kind: Kind
    status: int = 503
    seconds: float = 0.0
    retry_after: int | None = None


class FaultProxy:
    """Forwards while it is entered. `trouble` holds from when it is set until `heal`."""

    def __init__(self, target_port: int) -> None:
        self.target_port = target_port
        self.requests = 0
        self._trouble: Trouble | None = None
        self._healed = threading.Event()
        proxy = self

        class Handler(_Handler):
            front = proxy

        self._server = _Server(("127.0.0.1", 0), Handler)
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, name="fault-proxy", daemon=True)

    def __enter__(self) -> FaultProxy:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.heal()
        self._server.shutdown()
        self._server.server_close()

    def break_with(self, trouble: Trouble) -> None:
        self._healed = threading.Event()
        self._trouble = trouble

    def heal(self) -> None:
        """Requests that hang are broken off; later ones go through."""
        self._trouble = None
        self._healed.set()

    def play(self, handler: _Handler, body: bytes) -> None:
        self.requests += 1
        trouble, healed = self._trouble, self._healed
        if trouble is None:
            handler.answer(*handler.forward(body))
        elif trouble.kind == "status":
            handler.answer(trouble.status, b"{}", trouble.retry_after)
        elif trouble.kind == "slow":
            healed.wait(trouble.seconds)
            handler.answer(*handler.forward(body))
        elif trouble.kind == "hang":
            healed.wait(60)
            handler.break_off()
        elif trouble.kind == "reset":
            handler.break_off()
        else:
            answered = handler.forward(body)
            if trouble.kind == "half":
                handler.answer_half(*answered)
            handler.break_off()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that was killed breaks its connection, which is no news here."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    front: FaultProxy
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        try:
            self.front.play(self, body)
        except (OSError, HTTPException):
            self.break_off()

    def forward(self, body: bytes) -> tuple[int, bytes, int | None]:
        connection = HTTPConnection("127.0.0.1", self.front.target_port, timeout=30)
        try:
            headers = {name: self.headers[name] for name in ("authorization", "content-type") if name in self.headers}
            connection.request("POST", self.path, body, headers)
            response = connection.getresponse()
            asked = response.headers.get("retry-after", "")
            return response.status, response.read(), int(asked) if asked.isdecimal() else None
        finally:
            connection.close()

    def answer(self, status: int, body: bytes, retry_after: int | None = None) -> None:
        self._head(status, len(body), retry_after)
        self.wfile.write(body)

    def answer_half(self, status: int, body: bytes, retry_after: int | None = None) -> None:
        self._head(status, len(body), retry_after)
        self.wfile.write(body[: len(body) // 2])

    def break_off(self) -> None:
        """The client sees a reset."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def log_message(self, format: str, *args: Any) -> None:
        """Silence."""

    def _head(self, status: int, length: int, retry_after: int | None) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(length))
        if retry_after is not None:
            self.send_header("retry-after", str(retry_after))
        self.end_headers()
