"""HTTP/2 with a server that speaks it, several requests over one connection."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import h2.config
import h2.connection
import h2.events
import pytest
from pyreqwest.client import ClientBuilder

from collector.fetch import Fetched, Fetcher, FetchRequest, transports
from collector.fetch.resolve import Resolver
from kit.clock import SystemClock
from kit.settings import Settings
from tests.certificate import pem_of, write_certificate


class Server:
    """Answers every request with its path; `connections` counts the TLS connections."""

    def __init__(self, listener: socket.socket, context: ssl.SSLContext) -> None:
        self.port = listener.getsockname()[1]
        self.connections = 0
        self.protocols: list[str | None] = []
        threading.Thread(target=self._accept, args=(listener, context), daemon=True).start()

    def _accept(self, listener: socket.socket, context: ssl.SSLContext) -> None:
        with contextlib.suppress(OSError):
            while True:
                raw, _ = listener.accept()
                self.connections += 1
                threading.Thread(target=self._talk, args=(raw, context), daemon=True).start()

    def _talk(self, raw: socket.socket, context: ssl.SSLContext) -> None:
        with contextlib.suppress(OSError), context.wrap_socket(raw, server_side=True) as connection:
            self.protocols.append(connection.selected_alpn_protocol())
            talk = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
            talk.initiate_connection()
            connection.sendall(talk.data_to_send())
            while data := connection.recv(65536):
                for event in talk.receive_data(data):
                    if isinstance(event, h2.events.RequestReceived):
                        path = dict(event.headers)[b":path"]
                        talk.send_headers(event.stream_id, [(":status", "200"), ("content-type", "text/html")])
                        talk.send_data(event.stream_id, b"<p>" + path + b"</p>", end_stream=True)
                connection.sendall(talk.data_to_send())


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return write_certificate(tmp_path)


@pytest.fixture
def server(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.set_alpn_protocols(["h2"])
    usual = transports._builder

    def trusting(*args: Any) -> ClientBuilder:
        return usual(*args).add_root_certificate_pem(pem_of(certificate))

    monkeypatch.setattr(transports, "_builder", trusting)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield Server(listener, context)


def test_pages_come_over_one_http2_connection(server: Server) -> None:
    settings, clock = Settings(allow_private=("127.0.0.0/8",)), SystemClock()

    async def lookup(_host: str) -> list[str]:
        return ["127.0.0.1"]

    async def run() -> list[Fetched]:
        fetcher = Fetcher(settings, clock, resolver=Resolver(settings, clock, lookup))
        first = await fetcher.fetch(FetchRequest(f"https://a.example:{server.port}/0"))
        rest = await asyncio.gather(
            *(fetcher.fetch(FetchRequest(f"https://a.example:{server.port}/{n}")) for n in range(1, 9))
        )
        await fetcher.close()
        return [first, *rest]

    found = asyncio.run(run())
    assert [one.detail for one in found] == [""] * 9
    assert [one.body for one in found] == [f"<p>/{number}</p>".encode() for number in range(9)]
    assert (server.connections, server.protocols) == (1, ["h2"])
