"""Processes killed and servers away while pages are collected: nothing is lost, nothing is doubled, every window ends in success."""

from __future__ import annotations

import pytest

from tests.flow.real.crawl import Crawl
from tests.flow.real.stack import ServerName

pytestmark = [pytest.mark.flow, pytest.mark.stack, pytest.mark.timeout(600)]
PAGES = 30
# Slow enough that what happens comes in the middle of the work: four at a time, so about eight pages a second.
PACE_S = 0.5


@pytest.mark.parametrize("role", ["collector", "ingest", "cleaner", "scheduler"])
def test_role_killed_on_the_way_loses_and_doubles_nothing(crawl: Crawl, role: str) -> None:
    crawl.site.book.stamps = True
    source = crawl.running(PAGES, PACE_S, 10)
    crawl.product.kill(role)
    crawl.ends_once(source)


@pytest.mark.parametrize("server", ["kafka", "elasticsearch", "hbase", "mariadb"])
def test_server_away_on_the_way_loses_and_doubles_nothing(crawl: Crawl, server: ServerName) -> None:
    crawl.site.book.stamps = True
    source = crawl.running(PAGES, PACE_S, 8)
    crawl.stack.take_away(server, crawl.product)
    crawl.ends_once(source)


def test_redis_that_forgets_everything_costs_visits_only(crawl: Crawl) -> None:
    """Pages are visited again by the window's new epoch; the same text twice is the same document."""
    crawl.site.book.stamps = False
    source = crawl.running(PAGES, PACE_S, 10)
    crawl.product.backends.redis.flushdb()
    crawl.ends_once(source)
    assert crawl.site.requests_in_all(source.urls) >= PAGES


def test_no_role_ended_by_itself_in_all_this(crawl: Crawl) -> None:
    assert crawl.product.deaths == []
