"""Addresses that mean something else than they seem to, and answers that lead inside (F2)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from collector.fetch import Fetched, Fetcher, FetchRequest
from collector.fetch.resolve import KEEP_SECONDS, Resolver
from kit.clock import ManualClock
from kit.contracts.task import FailureClass
from kit.settings import Settings
from tests.collector.fetch.test_fetcher import fetch

PUBLIC = {"public.example": ["93.184.215.14"]}


@pytest.mark.parametrize(
    "url",
    [
        # Other spellings of one number.
        "http://0/", "http://0x7f000001/", "http://017700000001/", "http://127.0.1/", "http://0x7F.0.0x0.1/", "http://127.0.0.1./", "http://4294967295/",
        "http://[::ffff:7f00:1]/", "http://[::ffff:169.254.169.254]/", "http://[0:0:0:0:0:ffff:a9fe:a9fe]/", "http://[::1]:8080/",
        # Another reader would see another host.
        "http://public.example@127.0.0.1/", "http://public.example:80@127.0.0.1/", "http://127.0.0.1\\@public.example/",
        "http://127.0.0.1#@public.example/", "http://127.0.0.1?@public.example/", "http:\\\\127.0.0.1\\", "http:/127.0.0.1/", "http:127.0.0.1",
        "///127.0.0.1", "http://127.0.0.1%2f@public.example:80@10.0.0.1/",
        # Characters that fall away.
        "http://127.0\t.0.1/", "http://127.0.0\n.1/", "\x00 http://127.0.0.1/", "http://%31%32%37.0.0.1/", "http://１２７.０.０.１/",
        "http://127.0.0.1\u00ad/", "http://loc\u200balhost/", "http://LocalHost/", "http://x.localhost./",
        # Clouds, carriers, everything reserved.
        "http://169.254.170.2/v2/credentials", "http://100.100.100.200/latest/meta-data/", "http://192.0.0.192/", "http://[fd00:ec2::254]/",
        "http://100.127.255.254/", "http://[64:ff9b::a9fe:a9fe]/", "http://[2002:a9fe:a9fe::]/", "http://240.0.0.1/", "http://198.19.255.254/",
    ],
)  # fmt: skip
def test_no_spelling_of_a_closed_address_is_fetched(url: str) -> None:
    got = fetch(url, names=PUBLIC, allow_private=())
    assert got.failure is FailureClass.BLOCKED
    assert got.address == ""


@pytest.mark.parametrize("host", ["metadata.google.internal", "inside.example", "wpad"])
def test_a_name_is_judged_by_its_addresses(host: str) -> None:
    for address in ("169.254.169.254", "::ffff:10.0.0.1", "fe80::1", "not an address", "127.0.0.1%lo"):
        assert fetch(f"http://{host}/", names={host: [address]}, allow_private=()).failure is FailureClass.BLOCKED


@pytest.mark.parametrize(
    "location",
    ["file:///etc/passwd", "data:text/html,x", "javascript:alert(1)", "ftp://a.example/", "gopher://127.0.0.1:6379/_INFO", "blob:x", "about:blank",
     "ws://127.0.0.1/", "view-source:http://a.example/", "http://[", "http://127.0.0.1:99999/", "jar:http://x!/", "dict://127.0.0.1/"],
)  # fmt: skip
def test_redirects_lead_to_web_addresses_only(site: Any, answer: Any, location: str) -> None:
    site.pages["/"] = answer("", 302, f"Location: {location}")
    got = fetch(site.url())
    assert got.failure in (FailureClass.BLOCKED, FailureClass.HTTP_404)
    assert got.failure is FailureClass.BLOCKED or site.paths()[1:]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_inside_is_refused_whatever_its_status(site: Any, answer: Any, status: int) -> None:
    site.pages["/"] = answer("", status, "Location: http://10.0.0.1/")
    got = fetch(site.url())
    assert (got.failure, got.detail.split(":")[0]) == (FailureClass.BLOCKED, "address")


def test_nothing_in_an_address_becomes_a_header_or_a_second_request(site: Any, answer: Any) -> None:
    site.pages["/"] = answer("", 302, "Location: /next%0d%0aX-Evil:%201?a=%0d%0a%0d%0aGET%20/inside")
    got = fetch(site.url("/?q=1\r\nX-Evil: 1\r\n\r\nGET /inside HTTP/1.1"))
    assert got.failure is FailureClass.HTTP_404
    assert len(site.asked) == 2
    assert not [head for head in site.asked if b"\nx-evil" in head.lower() or b"\nGET" in head]


def test_a_cookie_cannot_write_a_header(site: Any, answer: Any) -> None:
    site.pages["/"] = answer("", 302, "Location: /next", "Set-Cookie: a=1\rX-Evil: 1", "Set-Cookie: b=2%0d%0aX-Evil: 1")
    fetch(site.url())
    assert b"\nx-evil" not in b"".join(site.asked[1:]).lower().replace(b"\r", b"\n")


def test_a_name_that_turns_inside_after_a_while_is_judged_again(site: Any, answer: Any) -> None:
    site.pages["/"] = answer("public")
    clock, answers = ManualClock(datetime(2026, 1, 1, tzinfo=UTC)), [["127.0.0.1"], ["10.0.0.1"]]
    settings = Settings(allow_private=("127.0.0.0/8",))

    async def lookup(_host: str) -> Sequence[str]:
        return answers.pop(0)

    async def run() -> list[Fetched]:
        fetcher = Fetcher(settings, clock, resolver=Resolver(settings, clock, lookup))
        request = FetchRequest(site.url("/", "turning.example"))
        found = [await fetcher.fetch(request), await fetcher.fetch(request)]
        clock.advance(KEEP_SECONDS + 1)
        found.append(await fetcher.fetch(request))
        await fetcher.close()
        return found

    first, second, third = asyncio.run(run())
    assert (first.body, second.body, third.failure) == (b"public", b"public", FailureClass.BLOCKED)
