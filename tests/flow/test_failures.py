"""What a site, a page, an operator or ingest can do wrong, seen from outside: classes, retries, dead letters, the spool."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from kit.contracts.task import TaskState
from kit.ids import parse_task_id
from kit.ports.queue import TaskView
from kit.urls import fingerprint
from tests.flow import operate, stored
from tests.flow.articles import article
from tests.flow.collected import run_to_the_end, settle
from tests.flow.product import Product
from tests.flow.site import ReplaySite, Served
from tests.flow.site_server import Fault

pytestmark = [pytest.mark.flow, pytest.mark.timeout(180)]
LARGEST = 300_000
END_S = 60.0
HOSTS = 8


@dataclass(slots=True)
class Field:
    """A product and a site; every test works on a host of its own. `expected`: pages that must be stored by now."""

    product: Product
    site: ReplaySite
    used: int = 0
    expected: list[str] = field(default_factory=list)

    def source(self, pages: list[Served], **more: object) -> tuple[int, list[str]]:
        """A source that lists these pages: its number and their URLs."""
        host = self.used
        self.used += 1
        entry = self.site.add_source(host, "/list.html", pages, title=f"Reports {host}")
        source = operate.add_source(self.product, f"failing {host}", entry, **more)
        return source, [self.site.url(host, page.path) for page in pages]

    def pages(self, count: int) -> list[Served]:
        return [article(number, f"f{self.used}") for number in range(count)]

    def detail(self, source: int, url: str) -> TaskView:
        """The newest task for a page, as the queue shows it."""
        rows = operate.details(self.product, operate.last_window(self.product, source))
        found = {parse_task_id(row.task_id).fingerprint: row for row in rows}
        return found[fingerprint(url)]

    def dead(self, url: str) -> list[TaskView]:
        page = fingerprint(url)
        return [row for row in operate.dead_letters(self.product) if parse_task_id(row.task_id).fingerprint == page]

    def stores(self, urls: list[str]) -> None:
        """These and all earlier expected pages are stored exactly once."""
        self.expected += urls
        assert stored.wrongs(self.product, self.expected) == []


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Field]:
    folder = tmp_path_factory.mktemp("failures") / "data"
    environment = {
        "CATCHMENT_MAX_BODY_BYTES": str(LARGEST),
        "CATCHMENT_RETRY_DELAYS": "[0.5, 0.5]",
        "CATCHMENT_READ_SECONDS": "1",
        "CATCHMENT_PUSH_WAIT_SECONDS": "1",
    }
    with ReplaySite(HOSTS) as site, Product(folder, environment) as product:
        yield Field(product, site)


def test_page_that_is_gone_is_dead_at_once_and_shown_as_a_dead_letter(world: Field) -> None:
    source, urls = world.source(world.pages(3))
    world.site.fail(urls[1], Fault("status", status=404))
    run_to_the_end(world.product, [source])
    window = operate.last_window(world.product, source)
    assert (window.status, window.details, window.details_failed, window.documents) == (TaskState.SUCCESS, 3, 1, 2)
    assert world.site.requests(urls[1]) == 1
    [letter] = world.dead(urls[1])
    assert (letter.status, letter.fields["failure"]) == ("DEAD", "http_404")
    assert letter.fields["reason"]
    world.stores([urls[0], urls[2]])


def test_server_error_is_tried_again_until_the_page_answers(world: Field) -> None:
    source, urls = world.source(world.pages(3))
    world.site.fail(urls[0], Fault("status", status=500, times=2))
    world.site.fail(urls[1], Fault("reset", times=1))
    world.site.fail(urls[2], Fault("broken", times=1))
    run_to_the_end(world.product, [source])
    window = operate.last_window(world.product, source)
    assert (window.status, window.details, window.details_failed) == (TaskState.SUCCESS, 3, 0)
    assert [world.site.requests(url) for url in urls] == [3, 2, 2]
    world.stores(urls)


def test_server_error_for_ever_is_dead_after_the_last_retry(world: Field) -> None:
    source, urls = world.source(world.pages(3))
    world.site.fail(urls[0], Fault("status", status=503))
    run_to_the_end(world.product, [source])
    assert world.site.requests(urls[0]) == 3
    [letter] = world.dead(urls[0])
    assert (letter.fields["failure"], letter.fields["retries"]) == ("http_5xx", "2")
    world.stores(urls[1:])


def test_site_that_never_answers_is_a_timeout_and_does_not_hold_the_others(world: Field) -> None:
    source, urls = world.source(world.pages(4))
    world.site.fail(urls[0], Fault("hang"))
    run_to_the_end(world.product, [source])
    [letter] = world.dead(urls[0])
    assert letter.fields["failure"] == "timeout"
    world.stores(urls[1:])


def test_page_over_the_size_limit_fails_as_too_large(world: Field) -> None:
    large = Served("/large.html", b"<html><body><p>" + b"word " * (LARGEST // 4), "text/html", "large")
    source, urls = world.source([*world.pages(3), large])
    run_to_the_end(world.product, [source])
    [letter] = world.dead(urls[3])
    assert letter.fields["failure"] == "too_large"
    world.stores(urls[:3])


def test_documents_wait_in_the_spool_while_ingest_stands_still_and_are_delivered_afterwards(world: Field) -> None:
    source, urls = world.source(world.pages(20))
    ingest = world.product.pid("ingest")
    os.kill(ingest, signal.SIGSTOP)
    try:
        operate.run_now(world.product, [source])
        world.product.wait_until(lambda: operate.all_ended(world.product, [source]), "the window has ended", END_S)
        assert {world.detail(source, url).fields["reason"] for url in urls} == {"spooled"}
        assert stored.wrongs(world.product, world.expected) == []
    finally:
        os.kill(ingest, signal.SIGCONT)
    wanted = len(world.expected) + len(urls)
    world.product.wait_until(lambda: len(stored.sighted(world.product)) == wanted, "the spool is delivered", END_S)
    world.product.wait_until(lambda: stored.backlog(world.product) == 0, "every document is cleaned", END_S)
    world.stores(urls)


def test_paused_source_stops_in_the_middle_and_a_replay_after_resuming_collects_the_rest(world: Field) -> None:
    source, urls = world.source(world.pages(30), concurrency=2)
    for url in urls:
        world.site.fail(url, Fault("slow", seconds=0.4))
    operate.run_now(world.product, [source])
    world.product.wait_until(lambda: world.site.requests_in_all(urls) >= 4, "some pages are asked for", END_S)
    operate.pause(world.product, source)
    world.product.wait_until(lambda: operate.all_ended(world.product, [source]), "the window has ended", END_S)
    asked = world.site.requests_in_all(urls)
    assert asked < len(urls)
    time.sleep(1.5)
    assert world.site.requests_in_all(urls) == asked
    assert operate.live_tasks(world.product) == 0
    for url in urls:
        world.site.fail(url, None)
    operate.resume(world.product, source)
    operate.replay(world.product, operate.last_window(world.product, source))
    settle(world.product, [source], windows=2)
    world.stores(urls)
