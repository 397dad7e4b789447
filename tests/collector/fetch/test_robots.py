"""robots.txt after RFC 9309."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from collector.fetch import Fetcher, robots
from collector.fetch.robots_cache import RobotsCache
from kit.clock import SystemClock
from kit.contracts.task import FailureClass
from kit.settings import Settings

AGENT = "Catchment/0.1 (+http://example.com/bot)"


def allows(text: str, path: str, agent: str = AGENT) -> bool:
    return robots.parse(text.encode(), agent).allows("http://a.example" + path)


@pytest.mark.parametrize(
    ("rules", "path", "allowed"),
    [
        ("Disallow: /a", "/ab", False),
        ("Disallow: /a", "/b", True),
        ("Disallow:", "/b", True),
        ("Disallow: /", "/robots.txt", True),
        ("Disallow: /a\nAllow: /a/b", "/a/b/c", True),
        ("Allow: /a\nDisallow: /a", "/a", True),
        ("Disallow: /*.pdf$", "/x/y.pdf", False),
        ("Disallow: /*.pdf$", "/x/y.pdf?z=1", True),
        ("Disallow: /a*b*c", "/axxbyyc", False),
        ("Disallow: /a*b*c", "/axxcyyb", True),
        ("Disallow: *", "/x", False),
        ("Disallow: /a$", "/a", False),
        ("Disallow: /a$", "/ab", True),
        ("Disallow: /*a*a$", "/xa", True),
        ("Disallow: /%7Euser", "/~user/x", False),
        ("Disallow: /你", "/%e4%bd%a0/x", False),
        ("Disallow: /a%2fb", "/a/b", True),
        ("Disallow: /?id=", "/?id=3", False),
        ("DISALLOW : /a # why", "/a", False),
    ],
)
def test_the_longest_matching_rule_decides(rules: str, path: str, allowed: bool) -> None:
    assert allows(f"User-agent: *\n{rules}\n", path) is allowed


def test_the_group_of_the_product_replaces_the_group_of_all() -> None:
    text = "User-agent: *\nDisallow: /\n\nUser-agent: catchment/2\nUser-agent: other\nDisallow: /x\n\nUser-agent: CATCHMENT\nDisallow: /y"
    assert allows(text, "/z")
    assert not allows(text, "/x")
    assert not allows(text, "/y")
    assert not allows(text, "/z", "Another/1")


def test_an_empty_group_of_the_product_allows_everything() -> None:
    assert allows("User-agent: catchment\nDisallow:\n\nUser-agent: *\nDisallow: /", "/x")


def test_byte_order_marks_and_odd_line_ends_are_read() -> None:
    assert not allows("\ufeffUser-agent: *\rDisallow: /a\r\n", "/a")


@pytest.mark.parametrize(
    ("text", "delay"), [("7", 7.0), ("0.5", 0.5), ("9999", 60.0), ("inf", 0.0), ("-3", 0.0), ("x", 0.0)]
)
def test_crawl_delay_is_a_bounded_number(text: str, delay: float) -> None:
    assert robots.parse(f"User-agent: *\nCrawl-delay: {text}".encode(), AGENT).crawl_delay_s == delay


def test_hostile_patterns_and_files_take_no_time_to_speak_of() -> None:
    many = "User-agent: *\n" + "Disallow: " + "/*a" * 300 + "$\n"
    started = time.process_time()
    assert allows(many * 400, "/" + "a" * 5000 + "b")
    assert time.process_time() - started < 5


def judge(site: Any, path: str, times: int = 1) -> Any:
    settings, clock = Settings(allow_private=("127.0.0.0/8",)), SystemClock()

    async def run() -> Any:
        fetcher = Fetcher(settings, clock)
        cache = RobotsCache(fetcher, settings.user_agent, clock)
        verdicts = await asyncio.gather(*(cache.judge(site.url(path)) for _ in range(times)))
        await fetcher.close()
        return verdicts[-1]

    return asyncio.run(run())


def test_robots_is_asked_once_per_origin(site: Any, answer: Any) -> None:
    site.pages["/robots.txt"] = answer("User-agent: *\nDisallow: /private\nCrawl-delay: 3")
    assert judge(site, "/private/x", times=8).failure is FailureClass.ROBOTS
    assert site.paths() == ["/robots.txt"]
    assert judge(site, "/public").delay_s == 3.0


def test_a_site_without_robots_may_be_collected(site: Any) -> None:
    assert judge(site, "/x").failure is None


def test_a_site_whose_robots_fails_is_asked_again_later(site: Any, answer: Any) -> None:
    site.pages["/robots.txt"] = answer("", 503)
    verdict = judge(site, "/x")
    assert verdict.failure is FailureClass.HTTP_5XX
    assert "robots.txt" in verdict.detail
