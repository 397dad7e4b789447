"""The fetcher against real sockets: limits, redirects, pinning, odd servers."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
import zstandard

from collector.fetch import Fetched, Fetcher, FetchRequest
from collector.fetch.resolve import Resolver
from kit.clock import SystemClock
from kit.contracts.task import FailureClass
from kit.settings import Settings
from tests.certificate import write_certificate

LOCAL: dict[str, Any] = {"allow_private": ("127.0.0.0/8",), "max_body_bytes": 100_000, "read_seconds": 0.5}


def fetch(url: str, *, names: dict[str, list[str]] | None = None, **changes: Any) -> Fetched:
    request = {key: changes.pop(key) for key in ("headers", "trusted_origin", "seconds") if key in changes}
    settings, clock = Settings(**{**LOCAL, **changes}), SystemClock()

    async def lookup(host: str) -> Sequence[str]:
        if host not in (names or {}):
            raise OSError("no such name")
        return (names or {})[host]

    async def run() -> Fetched:
        fetcher = Fetcher(settings, clock, resolver=Resolver(settings, clock, lookup))
        try:
            return await fetcher.fetch(FetchRequest(url, **request))
        finally:
            await fetcher.close()

    return asyncio.run(run())


def test_a_page_arrives_with_its_headers_and_honest_user_agent(site: Any, answer: Any) -> None:
    site.pages["/a"] = answer("<p>hello</p>", 200, "Content-Type: text/html; charset=gbk", "X-Two: 1", "X-Two: 2")
    got = fetch(site.url("/a?q=%D6%7e|#part"), user_agent="Catchment/9")
    assert (got.ok, got.status, got.body, got.content_type) == (True, 200, b"<p>hello</p>", "text/html; charset=gbk")
    assert [value for name, value in got.headers if name.lower() == "x-two"] == ["1", "2"]
    assert got.url == site.url("/a?q=%D6%7e|")
    assert (got.address, got.redirects) == ("127.0.0.1", ())
    assert site.asked[0].startswith(b"GET /a?q=%D6%7e")
    assert b"user-agent: Catchment/9" in site.asked[0].replace(b"User-Agent", b"user-agent")


@pytest.mark.parametrize(
    ("status", "failure"),
    [
        (401, FailureClass.HTTP_401), (403, FailureClass.HTTP_403), (404, FailureClass.HTTP_404), (410, FailureClass.HTTP_410),
        (418, FailureClass.HTTP_4XX), (500, FailureClass.HTTP_5XX), (304, FailureClass.REDIRECT), (204, FailureClass.EMPTY),
    ],
)  # fmt: skip
def test_each_status_has_its_failure_class(site: Any, answer: Any, status: int, failure: FailureClass) -> None:
    site.pages["/"] = answer("", status)
    assert fetch(site.url()).failure is failure


def test_retry_after_of_a_throttling_server_is_reported(site: Any, answer: Any) -> None:
    site.pages["/"] = answer("slow down", 429, "Retry-After: 120")
    got = fetch(site.url())
    assert (got.failure, got.retry_after_s) == (FailureClass.HTTP_429, 120.0)


def test_redirects_are_followed_with_cookies_and_without_loops(site: Any, answer: Any) -> None:
    def gate(connection: socket.socket, head: bytes) -> None:
        ok = b"seen=1" in head
        connection.sendall(
            answer("in", 200) if ok else answer("", 302, "Location: /gate", "Set-Cookie: seen=1; Path=/")
        )

    site.pages.update({"/start": answer("", 301, "Location: gate?x=1"), "/gate": gate})
    got = fetch(site.url("/start"))
    assert (got.body, got.url) == (b"in", site.url("/gate"))
    assert got.redirects == (site.url("/start"), site.url("/gate?x=1"))
    site.pages["/loop"] = answer("", 302, "Location: /loop")
    assert fetch(site.url("/loop")).failure is FailureClass.REDIRECT


def test_too_many_redirects_end_the_fetch(site: Any, answer: Any) -> None:
    for step in range(6):
        site.pages[f"/{step}"] = answer("", 302, f"Location: /{step + 1}")
    got = fetch(site.url("/0"), max_redirects=3)
    assert (got.failure, len(site.asked)) == (FailureClass.REDIRECT, 4)


@pytest.mark.parametrize(
    ("location", "rule"),
    [("file:///etc/passwd", "scheme"), ("gopher://127.0.0.1/", "scheme"), ("http://169.254.169.254/latest/", "address"),
     ("//[::1]/", "address"), ("http://10.0.0.1\\@ok.example/", "address")],
)  # fmt: skip
def test_redirects_to_closed_places_are_not_followed(site: Any, answer: Any, location: str, rule: str) -> None:
    site.pages["/"] = answer("", 302, f"Location: {location}")
    got = fetch(site.url())
    assert got.failure is FailureClass.BLOCKED
    assert got.detail.startswith(rule)


def test_a_redirect_written_in_raw_utf8_is_understood(site: Any, answer: Any) -> None:
    site.pages["/"] = b"HTTP/1.1 302 X\r\nLocation: " + "/你好".encode() + b"\r\nContent-Length: 0\r\n\r\n"
    site.pages["/%E4%BD%A0%E5%A5%BD"] = answer("hello")
    assert fetch(site.url()).body == b"hello"


def test_credentials_stay_with_their_origin(site: Any, answer: Any) -> None:
    site.pages.update({"/": answer("", 302, f"Location: {site.url('/b', 'localhost')}"), "/b": answer("there")})
    headers = {"Authorization": "Bearer s3cret", "Accept-Language": "zh", "Host": "evil.example", "X-Bad": "a\r\nb: c"}
    got = fetch(site.url(), headers=headers)
    assert got.body == b"there"
    first, second = (head.lower() for head in site.asked)
    assert b"s3cret" in first
    assert b"s3cret" not in second
    assert b"accept-language: zh" in second
    assert b"evil.example" not in first
    assert b"x-bad" not in first


def test_credentials_are_not_sent_to_another_site_that_a_list_links_to(site: Any, answer: Any) -> None:
    site.pages["/"] = answer("ok")
    fetch(site.url(), headers={"Cookie": "sid=1"}, trusted_origin="https://news.example")
    assert b"sid" not in site.asked[0]


BOMB = b"0" * 5_000_000


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", gzip.compress(BOMB)),
        ("deflate", zlib.compress(BOMB)),
        ("br", brotli.compress(BOMB)),
        ("zstd", zstandard.compress(BOMB)),
        ("gzip, gzip", gzip.compress(gzip.compress(BOMB))),
    ],
)
def test_bombs_are_cut_at_the_size_limit(site: Any, answer: Any, coding: str, body: bytes) -> None:
    site.pages["/"] = answer(body, 200, f"Content-Encoding: {coding}")
    assert fetch(site.url()).failure is FailureClass.TOO_LARGE


def test_a_body_without_end_is_cut_at_the_size_limit(site: Any) -> None:
    def endless(connection: socket.socket, _head: bytes) -> None:
        connection.sendall(b"HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            connection.sendall(b"4000\r\n" + b"x" * 0x4000 + b"\r\n")

    site.pages["/"] = endless
    assert fetch(site.url()).failure is FailureClass.TOO_LARGE


def test_broken_compression_is_a_decode_failure(site: Any, answer: Any) -> None:
    site.pages["/"] = answer(gzip.compress(b"a" * 1000)[:-20] + b"xxxxxxxxxxxx", 200, "Content-Encoding: gzip")
    assert fetch(site.url()).failure is FailureClass.DECODE


def test_silent_and_dripping_servers_end_at_their_limits(site: Any) -> None:
    def drip(connection: socket.socket, _head: bytes) -> None:
        connection.sendall(b"HTTP/1.1 200 X\r\nContent-Length: 100000\r\n\r\n")
        while True:
            connection.sendall(b"x")
            time.sleep(0.1)

    site.pages.update({"/silent": lambda connection, _: time.sleep(5), "/drip": drip})
    silent = fetch(site.url("/silent"))
    assert silent.failure is FailureClass.TIMEOUT
    dripping = fetch(site.url("/drip"), seconds=1.0)
    assert (dripping.failure, dripping.elapsed_ms < 3000) == (FailureClass.TIMEOUT, True)


def test_a_refused_connection_is_a_connect_failure() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert fetch(f"http://127.0.0.1:{port}/").failure is FailureClass.CONNECT


def test_an_unknown_name_is_a_dns_failure() -> None:
    assert fetch("http://nowhere.example/").failure is FailureClass.DNS


def test_nonsense_instead_of_http_is_a_protocol_failure(site: Any) -> None:
    site.pages["/"] = b"SSH-2.0-OpenSSH_9\r\n\r\nContent-Length"
    assert fetch(site.url()).failure is FailureClass.PROTOCOL


def test_plain_text_where_tls_was_asked_is_a_tls_or_timeout_failure(site: Any) -> None:
    got = fetch(site.url().replace("http:", "https:"), connect_seconds=0.5)
    assert got.failure in (FailureClass.TLS, FailureClass.TIMEOUT)


def test_a_cut_body_is_no_page(site: Any) -> None:
    site.pages["/"] = lambda connection, _: connection.sendall(b"HTTP/1.1 200 X\r\nContent-Length: 500\r\n\r\nhalf")
    assert fetch(site.url()).failure is FailureClass.PROTOCOL


def test_heads_with_a_thousand_cookies_are_read(site: Any, answer: Any) -> None:
    site.pages["/"] = answer("ok", 200, *(f"Set-Cookie: a{number}=b" for number in range(1000)))
    assert fetch(site.url()).body == b"ok"


def test_names_reach_only_the_address_that_was_checked(site: Any, answer: Any) -> None:
    site.pages["/"] = answer("pinned")
    got = fetch(site.url("/", "news.example."), names={"news.example": ["127.0.0.1"]})
    assert (got.body, got.address) == (b"pinned", "127.0.0.1")
    assert f"news.example:{site.port}".encode() in site.asked[0]


def test_the_next_address_is_tried_when_the_first_refuses(site: Any, answer: Any) -> None:
    site.pages["/"] = answer("second")
    got = fetch(site.url("/", "news.example"), names={"news.example": ["127.0.0.9", "127.0.0.1"]})
    assert got.body in (b"second",)


def test_one_private_address_among_public_ones_refuses_the_whole_name() -> None:
    got = fetch("http://mixed.example/", names={"mixed.example": ["93.184.215.14", "10.0.0.1"]})
    assert (got.failure, got.detail.split(":")[0]) == (FailureClass.BLOCKED, "address")


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "2130706433", "0x7f.1", "127.1", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[::127.0.0.1]", "0.0.0.0", "[::]",
     "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200", "198.18.0.1", "224.0.0.1",
     "255.255.255.255", "192.0.0.192", "192.88.99.1", "168.63.129.16", "[fe80::1]", "[fd00:ec2::254]", "[ff02::1]", "[fec0::1]",
     "[64:ff9b::7f00:1]", "[64:ff9b:1::1]", "[2002:7f00:1::]", "[2001::1]", "[2001:db8::1]", "localhost", "LOCALHOST.", "a.localhost",
     "①②⑦.⓪.⓪.①", "127。0。0。1"],
)  # fmt: skip
def test_addresses_that_are_not_public_are_refused_in_every_spelling(host: str) -> None:
    got = fetch(f"http://{host}/", allow_private=())
    assert (got.failure, got.detail.split(":")[0]) == (FailureClass.BLOCKED, "address")


def test_urls_that_are_none_are_blocked_without_an_exception() -> None:
    for url in ("ftp://example.com/", "http://", "nothing", "http://example.com℀.evil.example/"):
        assert fetch(url).failure is FailureClass.BLOCKED


def test_connections_are_used_again(site: Any, answer: Any) -> None:
    site.pages["/"] = answer("again")
    settings, clock = Settings(**LOCAL), SystemClock()

    async def run() -> None:
        fetcher = Fetcher(settings, clock)
        for _ in range(5):
            assert (await fetcher.fetch(FetchRequest(site.url()))).ok
        await fetcher.close()

    asyncio.run(run())
    assert (len(site.asked), len(site.peers)) == (5, 1)


def test_a_certificate_that_nobody_vouches_for_is_a_tls_failure(tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(write_certificate(tmp_path))

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_shake_hands, args=(server, context), daemon=True).start()
        got = fetch(f"https://a.example:{server.getsockname()[1]}/", names={"a.example": ["127.0.0.1"]})
    assert got.failure is FailureClass.TLS


def _shake_hands(server: socket.socket, context: ssl.SSLContext) -> None:
    with contextlib.suppress(OSError):
        while True:
            connection, _ = server.accept()
            with contextlib.suppress(OSError):
                context.wrap_socket(connection, server_side=True)
