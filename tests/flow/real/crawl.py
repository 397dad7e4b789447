"""Sources collected by a product on the real servers, and what must be true of them in the end."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from tests.flow import operate, stored
from tests.flow.real.pages import mixed
from tests.flow.real.roles import RealProduct
from tests.flow.real.stack import Stack
from tests.flow.site import ReplaySite, Served
from tests.flow.site_server import Fault

# Servers come back slowly, and clients wait before they look for them again.
END_S = 120.0
VISIBLE_S = 15.0
NOT_YET = "archived but in no index"
HOSTS = 12


@dataclass(slots=True)
class Source:
    id: int
    pages: list[Served]
    urls: list[str]


@dataclass(slots=True)
class Crawl:
    """One product and one site; every source has a host of its own. `urls`: all pages that must be stored by now."""

    product: RealProduct
    site: ReplaySite
    stack: Stack
    used: int = 0
    urls: list[str] = field(default_factory=list)

    def source(self, count: int, pace_s: float = 0.0) -> Source:
        """A source that lists `count` new pages, each answered after `pace_s`. It does not run yet."""
        host = self.used
        self.used += 1
        pages = mixed(host, count)
        entry = self.site.add_source(host, "/list.html", pages, title=f"Reports {host}")
        urls = [self.site.url(host, page.path) for page in pages]
        for url in urls if pace_s else ():
            self.site.fail(url, Fault("slow", seconds=pace_s))
        self.urls += urls
        return Source(operate.add_source(self.product, f"real {host}", entry), pages, urls)

    def running(self, count: int, pace_s: float, asked: int) -> Source:
        """A source in the middle of its window: `asked` of its pages have been asked for."""
        source = self.source(count, pace_s)
        operate.run_now(self.product, [source.id])
        what = f"{asked} pages are asked for"
        self.product.wait_until(lambda: self.site.requests_in_all(source.urls) >= asked, what, END_S, every_s=0.02)
        return source

    def ends_once(self, *sources: Source) -> None:
        """The windows end in success, nothing is left over, every page so far is stored exactly once."""
        product, ids = self.product, [source.id for source in sources]
        product.wait_until(lambda: operate.all_ended(product, ids), "every window has ended", END_S)
        product.wait_until(lambda: operate.live_tasks(product) == 0, "no task is left", END_S)
        product.wait_until(lambda: stored.backlog(product) == 0, "every document is cleaned", END_S)
        what = "every page is seen"
        product.wait_until(lambda: len(stored.sighted(product)) >= len(self.urls), what, END_S, every_s=1.0)
        self._is_right()
        assert [operate.last_window(product, one).status for one in ids] == ["SUCCESS"] * len(ids)
        assert operate.dead_letters(product) == []

    def _is_right(self) -> None:
        """The index shows a document some moments after it has taken it; everything else must be right at once and stay so."""
        deadline = time.monotonic() + VISIBLE_S
        while (wrongs := stored.wrongs(self.product, self.urls)) and time.monotonic() < deadline:
            assert all(wrong.startswith(NOT_YET) for wrong in wrongs), wrongs
            time.sleep(0.5)
        assert not wrongs, wrongs
