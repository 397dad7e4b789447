"""SIGKILL on the way: nothing is lost, nothing is doubled, every window ends. Each visit of a page brings another text, so that a
document stored twice cannot hide behind an equal hash."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

import pytest

from tests.flow import operate, stored
from tests.flow.articles import article
from tests.flow.product import Product
from tests.flow.site import ReplaySite
from tests.flow.site_server import Fault

pytestmark = [pytest.mark.flow, pytest.mark.timeout(180)]
PAGES = 100
# Slow enough that a kill comes in the middle of the work.
PACE_S = 0.25
END_S = 90.0


@dataclass(slots=True)
class Crawl:
    """One source of its own host per test, all in one product."""

    product: Product
    site: ReplaySite
    hosts: int = 0
    urls: list[str] = field(default_factory=list)

    def start(self) -> tuple[int, list[str]]:
        """A running source with PAGES pages: its number and the pages' URLs."""
        host = self.hosts
        self.hosts += 1
        pages = [article(number, f"k{host}") for number in range(PAGES)]
        entry = self.site.add_source(host, "/list.html", pages, title=f"Reports {host}")
        urls = [self.site.url(host, page.path) for page in pages]
        for url in urls:
            self.site.fail(url, Fault("slow", seconds=PACE_S))
        self.urls = [*self.urls, *urls]
        source = operate.add_source(self.product, f"killed {host}", entry)
        operate.run_now(self.product, [source])
        return source, urls

    def asked(self, urls: list[str], count: int) -> None:
        """Waits until so many requests for these pages have come."""
        what = f"{count} of {len(urls)} pages are asked for"
        self.product.wait_until(lambda: self.site.requests_in_all(urls) >= count, what, END_S, every_s=0.01)

    def accepted(self, count: int) -> None:
        """Waits until ingest has accepted so many documents in this product's life."""
        product = self.product
        product.wait_until(lambda: _accepted(product) >= count, f"ingest has {count} documents", END_S, every_s=0.005)

    def ends_once(self, source: int) -> None:
        """The window ends well and every page collected so far is stored exactly once."""
        product = self.product
        product.wait_until(lambda: operate.all_ended(product, [source]), "the window has ended", END_S)
        product.wait_until(lambda: stored.backlog(product) == 0, "every document is cleaned", END_S)
        product.wait_until(lambda: len(stored.sighted(product)) >= len(self.urls), "every page is seen", END_S)
        window = operate.last_window(product, source)
        assert (window.status, window.details, window.details_failed) == ("SUCCESS", PAGES, 0)
        assert stored.wrongs(product, self.urls) == []
        assert (operate.live_tasks(product), operate.dead_letters(product)) == (0, [])


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawl]:
    folder = tmp_path_factory.mktemp("kills") / "data"
    with ReplaySite(5) as site, Product(folder) as product:
        site.book.stamps = True
        yield Crawl(product, site)


def test_collector_killed_three_times_on_the_way_ends_with_each_page_once(crawl: Crawl) -> None:
    """Once in the middle of fetching, once right after ingest has accepted documents whose tasks have not ended, once late."""
    source, urls = crawl.start()
    for moment in (partial(crawl.asked, urls, 20), partial(crawl.accepted, 15), partial(crawl.asked, urls, 80)):
        moment()
        old = crawl.product.kill("collector")
        crawl.product.wait_restarted("collector", old)
    crawl.ends_once(source)
    assert crawl.site.requests_in_all(urls) > PAGES


def test_collector_killed_between_spool_and_answer_leaves_its_documents_to_its_successor(crawl: Crawl) -> None:
    source, urls = crawl.start()
    with stopped(crawl.product.pid("ingest")):
        crawl.asked(urls, 40)
        crawl.product.wait_until(lambda: _spooled(crawl.product) > 0, "something is spooled", END_S)
        old = crawl.product.kill("collector")
    crawl.product.wait_restarted("collector", old)
    crawl.ends_once(source)


@pytest.mark.parametrize("role", ["ingest", "cleaner", "scheduler"])
def test_other_role_killed_on_the_way_costs_time_only(crawl: Crawl, role: str) -> None:
    source, urls = crawl.start()
    crawl.asked(urls, 35)
    old = crawl.product.kill(role)
    crawl.product.wait_restarted(role, old)
    crawl.ends_once(source)


@contextmanager
def stopped(pid: int) -> Iterator[None]:
    """The process stands still inside the block and goes on after it."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def _spooled(product: Product) -> int:
    """Bytes in the collectors' spool folders."""
    return sum(file.stat().st_size for file in (product.folder / "spool").rglob("*") if file.is_file())


def _accepted(product: Product) -> int:
    """Documents that ingest has appended so far, stored ones included."""
    return stored.backlog(product) + len(stored.sighted(product))
