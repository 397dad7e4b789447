"""One run of the whole product over the chosen real pages, and what came of each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kit.urls import fingerprint
from tests.flow import operate, stored
from tests.flow.cases import CHOSEN, PageCase, chosen
from tests.flow.product import Product
from tests.flow.site import ReplaySite
from tests.flow.stored import Kept
from tests.flow.trace_receiver import Receiver, receiver

# List pages in the encodings of their sites; the pages themselves are served as found.
LIST_CHARSETS = {
    "gne": "gbk",
    "cwced": "gb18030",
    "daniel_zh": "utf-8",
    "fundus": "utf-8",
    "traf": "utf-8",
    "charset_real": "big5",
}
ENDED_S = 90.0


@dataclass(frozen=True, slots=True)
class Collected:
    """The running product after the run. `cases` by URL; `documents`: the archived document of each URL that has one."""

    product: Product
    site: ReplaySite
    sources: dict[str, int]
    cases: dict[str, PageCase]
    documents: dict[str, Kept]
    traces: Receiver

    def of_set(self, *names: str) -> list[tuple[PageCase, Kept]]:
        """Pages of these sets with their documents."""
        return [
            (case, self.documents[url])
            for url, case in self.cases.items()
            if case.set in names and url in self.documents
        ]


@contextmanager
def collected(folder: Path) -> Iterator[Collected]:
    """Collects every chosen page once, one source and one host per set."""
    pages = {name: chosen(name) for name in CHOSEN}
    with (
        receiver() as traces,
        ReplaySite(len(pages)) as site,
        Product(folder, {"CATCHMENT_OTLP_URL": traces.url}) as product,
    ):
        cases: dict[str, PageCase] = {}
        sources: dict[str, int] = {}
        for host, (name, rows) in enumerate(pages.items()):
            served = [case.served(number) for number, case in enumerate(rows)]
            entry = site.add_source(host, "/list.html", served, title=f"News of {name}", charset=LIST_CHARSETS[name])
            sources[name] = operate.add_source(
                product, name, entry, timezone="Asia/Shanghai" if name != "fundus" else "UTC"
            )
            cases |= {site.url(host, page.path): case for page, case in zip(served, rows, strict=True)}
        run_to_the_end(product, list(sources.values()))
        yield Collected(product, site, sources, cases, _documents(product, list(cases)), traces)


def run_to_the_end(product: Product, source_ids: list[int]) -> None:
    """Runs the sources once; returns when every window has ended and every document is stored."""
    operate.run_now(product, source_ids)
    settle(product, source_ids)


def settle(product: Product, source_ids: list[int], windows: int = 1) -> None:
    """Until each source has so many windows, all of them and all retries of their pages have ended, and every document is stored."""
    product.wait_until(lambda: operate.all_ended(product, source_ids, windows), "every window has ended", ENDED_S)
    product.wait_until(lambda: operate.live_tasks(product) == 0, "no task waits for a retry", ENDED_S)
    product.wait_until(lambda: stored.backlog(product) == 0, "every document is cleaned", ENDED_S)


def _documents(product: Product, urls: list[str]) -> dict[str, Kept]:
    by_page = {page: hash_ for hash_, page in stored.sighted(product)}
    by_hash = {row.info.id: row for row in stored.archived(product)}
    prints = {url: fingerprint(url) for url in urls}
    return {url: by_hash[by_page[page]] for url, page in prints.items() if by_page.get(page) in by_hash}
