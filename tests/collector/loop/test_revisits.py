"""Lists are asked for again only if they have changed, and only where the server can be believed."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from collector.fetch.conditional import AUDIT_EVERY, Memory, changed, digest, headers, unchanged
from collector.fetch.model import Fetched
from tests.collector.conftest import http


def listing(*numbers: int, token: str = "") -> str:
    rows = "".join(f"<li><a href='/s/{n}.html'>Story number {n} of the bridge</a></li>" for n in numbers)
    return f"<html><body><!-- {token} --><ul class='list'>{rows}</ul></body></html>"


class Server:
    """Answers 304 to every conditional request while `honest` is not asked for; honest: only while the ETag is the present one."""

    def __init__(self, *, honest: bool) -> None:
        self.honest = honest
        self.numbers = [1, 2, 3, 4]
        self.statuses: list[int] = []

    def __call__(self, connection: socket.socket, head: bytes) -> None:
        etag = f'"{len(self.numbers)}"'.encode()
        asked = b"if-none-match:" in head.lower()
        status = 304 if asked and (not self.honest or etag in head) else 200
        self.statuses.append(status)
        body = listing(*self.numbers, token=str(len(self.statuses))) if status == 200 else ""
        connection.sendall(http(body, status, f"ETag: {etag.decode()}", "Content-Type: text/html"))


class Runs:
    def __init__(self, rig: Any, source: Any, server: Server) -> None:
        self.rig, self.source, self.server = rig, source, server
        self.count = 0

    def once(self) -> tuple[str, int]:
        """(reason, details) of one more window."""
        self.rig.window(self.source, self.count)
        self.count += 1
        (end,) = self.rig.wait(lambda: self.rig.ports.queue.ended(limit=1))
        self.rig.ports.queue.confirm_ended([end])
        return end.reason, end.details


@pytest.fixture
def runs(rig_with: Any, source_of: Any, site: Any) -> Any:
    def make(*, honest: bool, **options: Any) -> Runs:
        server = Server(honest=honest)
        site.pages["/list"] = server
        rig = rig_with(robots=False)
        rig.start()
        return Runs(rig, source_of(site.url("/list"), options=options), server)

    return make


def test_an_unchanged_list_is_not_sent_again_and_a_changed_one_is(runs: Any) -> None:
    run = runs(honest=True)
    assert run.once() == ("", 4)
    assert run.once()[0] == "not_modified"
    run.server.numbers.append(5)
    # After its first "unchanged" the page is looked at in any case.
    assert run.once() == ("", 1)
    assert run.once()[0] == "not_modified"
    run.server.numbers.append(6)
    run.once()
    assert run.server.statuses[:2] == [200, 304]
    assert 304 in run.server.statuses[3:]


def test_a_server_that_lies_is_found_out_and_not_asked_conditionally_again(runs: Any) -> None:
    run = runs(honest=False)
    run.once()
    run.server.numbers.append(5)
    assert run.once()[0] == "not_modified"
    assert run.once() == ("", 1)
    # The page itself, and the proof: the server still calls it unchanged.
    assert run.server.statuses == [200, 304, 200, 304]
    run.server.numbers.append(6)
    assert run.once() == ("", 1)
    assert run.server.statuses[4:] == [200]


def test_a_source_may_do_without(runs: Any) -> None:
    run = runs(honest=True, conditional=False)
    run.once()
    run.once()
    assert run.server.statuses == [200, 200]


def answer(body: bytes, *extra: tuple[str, str], redirects: tuple[str, ...] = ()) -> Fetched:
    return Fetched("http://a.test/", 200, body, extra, redirects=redirects)


def test_validators_are_sent_back_as_they_came_unless_the_page_was_reached_by_redirects() -> None:
    stored = changed(Memory(), answer(b"x", ("ETag", 'W/"1"'), ("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT")))
    assert headers(stored) == {"if-none-match": 'W/"1"', "if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT"}
    assert headers(changed(Memory(), answer(b"x", ("ETag", '"1"'), redirects=("http://b.test/",)))) == {}
    assert headers(changed(Memory(), answer(b"x", ("ETag", '"\x01"'), ("Last-Modified", "x" * 600)))) == {}


def test_tokens_and_dates_do_not_count_as_change_and_links_do() -> None:
    assert digest(listing(1, 2, token="a").encode()) == digest(listing(2, 1, token="b").encode())
    assert digest(listing(1, 2).encode()) != digest(listing(1, 3).encode())
    assert digest(b'{"url": "/a"}') != digest(b'{"url": "/b"}')
    assert digest(b"plain") != digest(b"other")


def test_audits_come_after_the_first_unchanged_answer_and_after_every_tenth() -> None:
    memory, due = Memory(etag='"1"', digest="d"), []
    for number in range(1, 2 * AUDIT_EVERY + 1):
        memory = unchanged(memory)
        if memory.audit_due:
            due.append(number)
    assert due == [1, AUDIT_EVERY, 2 * AUDIT_EVERY]
