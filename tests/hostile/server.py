"""A web server that means harm: each path misbehaves in its own way. Real sockets on 127.0.0.x."""

from __future__ import annotations

import contextlib
import gzip
import socket
import socketserver
import ssl
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

import brotli  # type: ignore[import-untyped]
import zstandard

HTML: Final = "Content-Type: text/html; charset=utf-8"
WORDS: Final = "<p>The bridge over the river was opened on Monday after three years of work.</p>"
PAGE: Final = f"<html><head><title>Story</title></head><body><h1>Story</h1>{WORDS * 9}</body></html>".encode()
BOMB: Final = 100_000_000
BIG: Final = 50_000_000
Misbehaviour = Callable[[socket.socket, "Hostile"], None]


@dataclass
class Hostile:
    """`asked` holds (path, whole head) in order; `stop` ends what would go on for ever."""

    port: int = 0
    other: str = "127.0.0.3"
    asked: list[tuple[str, bytes]] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)

    def url(self, path: str, host: str = "127.0.0.2") -> str:
        return f"http://{host}:{self.port}{path}"

    def heads(self, path: str) -> list[bytes]:
        return [head for asked, head in self.asked if asked == path]


def whole(body: bytes, *headers: str, status: int = 200) -> bytes:
    return head(f"Content-Length: {len(body)}", *headers, status=status) + body


def head(*headers: str, status: int = 200) -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status} X", "Connection: close", *headers]).encode() + b"\r\n\r\n"


def says(answer: bytes) -> Misbehaviour:
    return lambda connection, _: connection.sendall(answer)


def drips(before: bytes, drop: bytes) -> Misbehaviour:
    """Sends `drop` every tenth of a second, for ever."""

    def drip(connection: socket.socket, hostile: Hostile) -> None:
        connection.sendall(before)
        while not hostile.stop.wait(0.1):
            connection.sendall(drop)

    return drip


def floods(before: bytes, wave: bytes) -> Misbehaviour:
    def flood(connection: socket.socket, hostile: Hostile) -> None:
        connection.sendall(before)
        while not hostile.stop.is_set():
            connection.sendall(wave)

    return flood


def silent(_connection: socket.socket, hostile: Hostile) -> None:
    hostile.stop.wait(30)


@lru_cache
def _zeros(coding: str) -> bytes:
    """BOMB bytes of zeros, packed piece by piece."""
    piece = bytes(1_000_000)
    if coding == "br":
        packer = brotli.Compressor(quality=1)
        return b"".join(packer.process(piece) for _ in range(BOMB // len(piece))) + bytes(packer.finish())
    if coding == "zstd":
        zipper = zstandard.ZstdCompressor().compressobj()
        return b"".join(zipper.compress(piece) for _ in range(BOMB // len(piece))) + zipper.flush()
    deflate = zlib.compressobj(wbits=31 if coding == "gzip" else 15)
    return b"".join(deflate.compress(piece) for _ in range(BOMB // len(piece))) + deflate.flush()


def packed(coding: str) -> Misbehaviour:
    def answer(connection: socket.socket, _: Hostile) -> None:
        connection.sendall(whole(_zeros(coding), HTML, f"Content-Encoding: {coding}"))

    return answer


def cookies(connection: socket.socket, hostile: Hostile) -> None:
    target = hostile.url("/kept-out", hostile.other)
    bad = [f"Set-Cookie: stolen=1; Domain={hostile.other}", "Set-Cookie: wide=1; Domain=.test", "Set-Cookie: own=1"]
    connection.sendall(whole(b"", f"Location: {target}", *bad, status=302))


def _links(count: int) -> bytes:
    rows = "".join(f"<li><a href='/s/{n}.html'>Story number {n} of the day</a></li>" for n in range(count))
    return f"<html><body><ul class='list'>{rows}</ul></body></html>".encode()


_ENTITIES: Final = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
_LAUGHS: Final = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ha">{_ENTITIES}]><rss version="2.0"><channel><title>&e9;</title><item><title>&e9;</title><link>http://a.test/1</link></item></channel></rss>'
_GZ: Final = "Content-Encoding: gzip"
PATHS: Final[dict[str, Misbehaviour]] = {
    "/good": says(whole(PAGE, HTML)),
    "/silent": silent,
    "/slow-headers": drips(b"HTTP/1.1 200 X\r\n", b"X"),
    "/slow-body": drips(head("Content-Length: 100000", HTML), b"x"),
    "/slow-chunks": drips(head("Transfer-Encoding: chunked", HTML), b"1\r\nx\r\n"),
    "/endless-headers": floods(b"HTTP/1.1 200 X\r\n", b"X-Pad: " + b"a" * 8000 + b"\r\n"),
    "/endless-body": floods(head("Transfer-Encoding: chunked", HTML), b"4000\r\n" + b"x" * 0x4000 + b"\r\n"),
    "/endless-line": floods(b"HTTP/1.1 200 ", b"a" * 8000),
    "/too-short": says(head("Content-Length: 5000", HTML) + b"half"),
    "/too-long": says(head("Content-Length: 11", HTML) + b"<p>this</p>" + b"HTTP/1.1 200 X\r\n\r\nand this"),
    "/two-lengths": says(head("Content-Length: 5", "Content-Length: 9", HTML) + b"<p>x</p>"),
    "/minus-length": says(head("Content-Length: -5", HTML) + b"<p>x</p>"),
    "/huge-length": says(head("Content-Length: 99999999999999", HTML) + b"<p>x</p>"),
    "/length-and-chunks": says(head("Content-Length: 3", "Transfer-Encoding: chunked", HTML) + b"b\r\n<p>both</p>\r\n0\r\n\r\n"),
    "/bad-chunks": says(head("Transfer-Encoding: chunked", HTML) + b"zz\r\n<p>x</p>\r\n"),
    "/cut-gzip": says(whole(gzip.compress(PAGE * 20)[:200], HTML, _GZ)),
    "/two-members": says(whole(gzip.compress(PAGE[:200]) + gzip.compress(PAGE[200:]), HTML, _GZ)),
    "/gzip-lie": says(whole(PAGE, HTML, _GZ)),
    "/bomb-gzip": packed("gzip"),
    "/bomb-deflate": packed("deflate"),
    "/bomb-br": packed("br"),
    "/bomb-zstd": packed("zstd"),
    "/bomb-layers": says(whole(PAGE, HTML, "Content-Encoding: " + "gzip, " * 60 + "gzip")),
    "/bomb-xml": says(whole(_LAUGHS.encode(), "Content-Type: application/rss+xml")),
    "/loop": says(whole(b"", "Location: /loop-back", status=302)),
    "/loop-back": says(whole(b"", "Location: /loop", status=302)),
    "/to-file": says(whole(b"", "Location: file:///etc/passwd", status=302)),
    "/to-data": says(whole(b"", "Location: data:text/html,<p>x</p>", status=302)),
    "/to-script": says(whole(b"", "Location: javascript:alert(1)", status=302)),
    "/to-metadata": says(whole(b"", "Location: http://169.254.169.254/latest/meta-data/", status=302)),
    "/to-inside": says(whole(b"", "Location: http://0x0a.1/", status=307)),
    "/cookies": cookies,
    "/kept-out": says(whole(PAGE, HTML)),
    "/soft-404": says(whole(b"<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>", HTML)),
    "/soft-502": says(whole(b"<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>", HTML)),
    "/lying-304": says(head(status=304)),
    "/nothing": says(head("Content-Length: 0", HTML)),
    "/hang-up": says(b""),
    "/nonsense": says(b"\x00\x16\x03 what?\r\n\r\n"),
    "/mixed-charsets": says(whole("<meta charset=gbk><p>港口新闻</p>".encode() + "<p>第二段</p>".encode("gbk") * 2, "Content-Type: text/html; charset=big5")),
    "/50-mb": floods(head(f"Content-Length: {BIG}", HTML), b"<p>word</p>" * 1000),
    "/50-mb-untold": floods(head(HTML), b"<p>word</p>" * 1000),
    "/100000-links": says(whole(_links(100_000), HTML)),
    "/nuls": says(whole(PAGE.replace(b"river", b"ri\x00ver").replace(b"<h1>", b"<h1\x00>") + bytes(5000), HTML)),
    "/only-nuls": says(whole(bytes(5000), HTML)),
}  # fmt: skip


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hang up are what is hoped for."""


@contextlib.contextmanager
def running() -> Iterator[Hostile]:
    """Serves on every address of 127.0.0.0/8 at one port."""
    hostile = Hostile()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            _answer(self.request, hostile)

    with _Server(("", 0), Handler) as server:
        hostile.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield hostile
        finally:
            hostile.stop.set()
            server.shutdown()


def _answer(connection: socket.socket, hostile: Hostile) -> None:
    received = b""
    while b"\r\n\r\n" not in received:
        more = connection.recv(65536)
        if not more:
            return
        received += more
    path = received.split(b" ", 2)[1].decode().split("?")[0]
    hostile.asked.append((path, received))
    with contextlib.suppress(OSError):
        PATHS.get(path, says(whole(b"nothing here", status=404)))(connection, hostile)


@contextlib.contextmanager
def broken_tls(certificate: Path) -> Iterator[dict[str, int]]:
    """Ports that answer a TLS hello with plain text, with nothing, with rubbish, or with a certificate nobody vouches for."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    ways: dict[str, Callable[[socket.socket], None]] = {
        "plain": lambda connection: connection.sendall(whole(PAGE, HTML)),
        "closed": lambda connection: connection.close(),
        "rubbish": lambda connection: connection.sendall(b"\x16\x03\x03\x00\x20" + b"\xff" * 32),
        "unknown": lambda connection: context.wrap_socket(connection, server_side=True).close(),
    }
    with contextlib.ExitStack() as stack:
        ports: dict[str, int] = {}
        for name, way in ways.items():
            server = stack.enter_context(socket.create_server(("127.0.0.2", 0)))
            ports[name] = server.getsockname()[1]
            threading.Thread(target=_misgreet, args=(server, way), daemon=True).start()
        yield ports


def _misgreet(server: socket.socket, way: Callable[[socket.socket], None]) -> None:
    with contextlib.suppress(OSError):
        while True:
            connection, _ = server.accept()
            with contextlib.suppress(OSError), connection:
                connection.settimeout(5)
                connection.recv(4096)
                way(connection)
                time.sleep(0.05)
