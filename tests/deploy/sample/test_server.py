from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPResponse

import pytest

from deploy.sample.server import SampleServer, is_unchanged
from deploy.sample.site import make_server, render, serve
from kit.clock import ManualClock

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
TAG = '"abc"'
CHANGED = "Sun, 29 Nov 2026 16:00:00 GMT"


@pytest.fixture(scope="module")
def server() -> Iterator[SampleServer]:
    with make_server("127.0.0.1", 0, ManualClock(NOW)) as running:
        worker = threading.Thread(target=running.serve_forever, args=(0.02,))
        worker.start()
        yield running
        running.shutdown()
        worker.join()


@pytest.fixture
def client(server: SampleServer) -> Iterator[HTTPConnection]:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    yield connection
    connection.close()


def _get(client: HTTPConnection, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    client.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = client.getresponse()
    return answer, answer.read()


def test_one_connection_serves_many_pages(client: HTTPConnection) -> None:
    client.connect()
    first = client.sock
    for path in ("/zh/", "/missing", "/en/feed.json", "/zh/fukan/2004.html"):
        _get(client, path)
    assert client.sock is first


def test_the_served_page_is_the_rendered_page(client: HTTPConnection, server: SampleServer) -> None:
    answer, body = _get(client, "/zh/news/1001.html")
    assert (answer.status, body) == (200, render("/zh/news/1001.html", NOW, server.base_url)[2])


def test_feeds_use_the_host_that_was_asked(client: HTTPConnection) -> None:
    _, body = _get(client, "/en/feed.xml", Host="sample:8650")
    assert b"<link>http://sample:8650/en/</link>" in body


def test_a_host_that_is_no_host_is_not_repeated(client: HTTPConnection, server: SampleServer) -> None:
    _, body = _get(client, "/en/feed.xml", Host='x"><script>')
    assert b"<script" not in body
    assert f"<link>{server.base_url}/en/</link>".encode() in body


def test_a_known_tag_is_answered_304_without_body(client: HTTPConnection) -> None:
    answer, _ = _get(client, "/en/feed.xml")
    again, body = _get(client, "/en/feed.xml", If_None_Match=answer.headers["ETag"])
    assert (again.status, body, again.headers["ETag"]) == (304, b"", answer.headers["ETag"])


def test_a_copy_as_new_as_the_page_is_answered_304(client: HTTPConnection) -> None:
    answer, _ = _get(client, "/zh/")
    again, _ = _get(client, "/zh/", If_Modified_Since=answer.headers["Last-Modified"])
    assert again.status == 304


def test_head_tells_the_length_and_sends_no_body(client: HTTPConnection) -> None:
    client.request("HEAD", "/en/")
    answer = client.getresponse()
    assert (answer.status, answer.read()) == (200, b"")
    assert int(answer.headers["Content-Length"]) == len(_get(client, "/en/")[1])


def test_serving_ends_when_stop_is_set() -> None:
    stop = threading.Event()
    worker = threading.Thread(target=serve, args=("127.0.0.1", 0, stop))
    worker.start()
    stop.set()
    worker.join(timeout=20)
    assert not worker.is_alive()


def test_a_taken_port_is_an_error_that_names_itself() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="in use"):
            make_server("127.0.0.1", taken.getsockname()[1])


@pytest.mark.parametrize(
    ("none_match", "modified_since", "expected"),
    [
        (None, None, False),
        (TAG, None, True),
        (f'"other", W/{TAG}', None, True),
        ("*", None, True),
        ('"other"', CHANGED, False),
        (None, CHANGED, True),
        (None, "Sun, 29 Nov 2026 15:59:59 GMT", False),
        (None, "yesterday, or so", False),
        (None, "Mon, 99 Nov 2026 99:00:00 GMT", False),
    ],
)
def test_a_copy_holds_by_its_tag_first_and_by_time_else(
    none_match: str | None, modified_since: str | None, expected: bool
) -> None:
    assert is_unchanged(none_match, modified_since, etag=TAG, last_modified=CHANGED) is expected
