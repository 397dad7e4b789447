"""The whole product on MariaDB, Redis, Kafka, Elasticsearch, HBase and S3: each page once, itself, found; collectors share the work."""

from __future__ import annotations

from collections import Counter

import pytest

from kit.clock import to_ms
from kit.ports.index import Query
from kit.urls import fingerprint
from tests.flow import operate, stored
from tests.flow.real.crawl import END_S, Crawl, Source
from tests.flow.real.pages import CHINESE, chinese

pytestmark = [pytest.mark.flow, pytest.mark.stack, pytest.mark.timeout(600)]
PAGES = 20
PACE_S = 0.3


@pytest.fixture(scope="module")
def collected(crawl: Crawl) -> list[Source]:
    """Two sources, collected to the end."""
    sources = [crawl.source(PAGES), crawl.source(PAGES)]
    operate.run_now(crawl.product, [source.id for source in sources])
    crawl.ends_once(*sources)
    return sources


def test_every_window_ends_in_success_and_counts_its_documents(crawl: Crawl, collected: list[Source]) -> None:
    ends = [operate.last_window(crawl.product, source.id) for source in collected]
    assert [(end.status, end.details, end.details_failed, end.documents) for end in ends] == [
        ("SUCCESS", PAGES, 0, PAGES)
    ] * 2


def test_every_page_is_in_elasticsearch_and_hbase_exactly_once_by_address_and_by_hash(
    crawl: Crawl, collected: list[Source]
) -> None:
    urls = Counter(url for source in collected for url in source.urls)
    ours = set(map(fingerprint, urls))
    shown = [one for one in stored.indexed(crawl.product, "documents") if one.fingerprint in ours]
    kept = [row for row in stored.archived(crawl.product) if row.info.url in urls]
    assert Counter(one.fingerprint for one in shown) == Counter(ours)
    assert Counter(row.info.url for row in kept) == urls
    assert Counter(one.id for one in shown) == Counter(row.info.id for row in kept)
    assert Counter(one.id for one in shown).most_common(1)[0][1] == 1


def test_archived_page_is_what_the_site_served_byte_for_byte(crawl: Crawl, collected: list[Source]) -> None:
    served = {url: page.body for source in collected for url, page in zip(source.urls, source.pages, strict=True)}
    kept = {row.info.url: row for row in stored.archived(crawl.product) if row.info.url in served}
    assert [url for url, body in served.items() if stored.raw_page(crawl.product, kept[url]) != body] == []


@pytest.mark.parametrize("word", list(CHINESE))
@pytest.mark.usefixtures("collected")
def test_search_for_a_chinese_word_finds_its_page_alone(crawl: Crawl, word: str) -> None:
    hits = crawl.product.backends.index.search("documents", Query(text=word)).hits
    assert [hit.document.title for hit in hits] == [chinese(word).link_text]


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.usefixtures("collected")
def test_several_collectors_share_one_queue_without_doubling(crawl: Crawl, count: int) -> None:
    product = crawl.product
    extra = [f"collector-{number}" for number in range(2, count + 1)]
    for name in extra:
        product.add(name)
    pids = {product.pid(name) for name in ("collector", *extra)}
    product.wait_until(lambda: pids <= _alive(crawl), f"{count} collectors report", END_S)
    source = crawl.running(40, PACE_S, 1)
    crawl.ends_once(source)
    did = Counter(
        _worker(row.fields["worker"]) for row in operate.details(product, operate.last_window(product, source.id))
    )
    assert (set(did), did.total()) == (pids, 40)
    assert crawl.site.requests_in_all(source.urls) == 40
    for name in extra:
        product.retire(name)


def _alive(crawl: Crawl) -> set[int]:
    beats = crawl.product.backends.heartbeats.all(now_ms=to_ms(crawl.product.backends.clock.now()))
    return {_worker(beat["worker"]) for beat in beats if beat["role"] == "collector"}


def _worker(name: str) -> int:
    """The process id in a collector's name (host:pid:random)."""
    return int(name.split(":")[1])
