"""Receivers on real sockets: a web hook and a mail server, each of which keeps what it got."""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Hook:
    """`on_post` runs after a message was kept and before it is answered."""

    def __init__(self) -> None:
        self.got: list[dict[str, Any]] = []
        self.status = 200
        self.on_post: Callable[[], None] = lambda: None
        self.port = 0


@contextmanager
def web_hook() -> Iterator[Hook]:
    hook = Hook()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            if hook.status == 200:
                hook.got.append(json.loads(body))
            hook.on_post()
            try:
                self.send_response(hook.status)
                self.send_header("Content-Length", "0")
                self.end_headers()
            except OSError:
                return

        def do_GET(self) -> None:
            hook.got.append({"path": self.path})
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            return

    with _served(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as port:
        hook.port = port
        yield hook


@contextmanager
def mail_server() -> Iterator[tuple[int, list[EmailMessage]]]:
    """(port, mails): as much of SMTP as a client needs."""
    mails: list[EmailMessage] = []

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 here")
            while line := self.rfile.readline():
                verb = line.split(b" ", 1)[0].strip().upper()
                if verb == b"DATA":
                    self._say("354 go on")
                    mails.append(self._mail())
                self._say("221 bye" if verb == b"QUIT" else "250 ok")
                if verb == b"QUIT":
                    return

        def _mail(self) -> EmailMessage:
            lines = []
            while (line := self.rfile.readline()) not in (b".\r\n", b""):
                lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
            parsed = message_from_bytes(b"".join(lines), policy=policy.default)
            assert isinstance(parsed, EmailMessage)
            return parsed

        def _say(self, line: str) -> None:
            self.wfile.write(line.encode() + b"\r\n")

    with _served(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)) as port:
        yield port, mails


@contextmanager
def _served(server: socketserver.TCPServer) -> Iterator[int]:
    server.daemon_threads = True  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)
