"""From due to searchable: how long after a source is due its new page is found by a search, embedded and on the real servers.

`python -m tests.bench.latency [--json] [--sources N] [--only embedded|real]`. Every source lists PAGES pages that nobody has seen, and becomes due when
those of the source before it are found: nothing else is going on. Cadences are the defaults.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from kit.errors import BackendUnavailable
from kit.ports.index import Hit, Query
from kit.urls import fingerprint
from tests.bench.table import Row, show
from tests.flow import operate
from tests.flow.articles import article
from tests.flow.product import Product
from tests.flow.real.roles import RealProduct
from tests.flow.real.stack import Stack
from tests.flow.site import ReplaySite
from tests.stack.elasticsearch import Elasticsearch
from tests.stack.hbase import HBase
from tests.stack.kafka import Kafka
from tests.stack.mariadb import MariaDb
from tests.stack.redis import Redis
from tests.stack.s3 import S3

SOURCES, PAGES, WARM = 20, 5, 2
PATIENCE_S, LOOK_S = 60.0, 0.01
GOAL_S = 5.0
DEFAULTS = {
    "CATCHMENT_TICK_SECONDS": "1",
    "CATCHMENT_DUTY_SECONDS": "1",
    "CATCHMENT_LEASE_SECONDS": "10",
    "CATCHMENT_LOCK_SECONDS": "300",
    "CATCHMENT_RENEW_SECONDS": "60",
    "CATCHMENT_REAP_SECONDS": "15",
    "CATCHMENT_REAP_GRACE_SECONDS": "10",
    "CATCHMENT_TAKE_TIMEOUT_SECONDS": "5",
    "CATCHMENT_PUSH_WAIT_SECONDS": "10",
    "CATCHMENT_LOG_LEVEL": "warning",
}


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.latency")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--sources", type=int, default=SOURCES)
    parser.add_argument("--only", choices=("embedded", "real"))
    options = parser.parse_args(arguments)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="catchment-latency-") as name:
        if options.only != "real":
            with Product(Path(name) / "embedded", DEFAULTS) as product:
                rows += _rows("embedded", measure(product, options.sources))
        if options.only != "embedded":
            with _stack(Path(name)) as stack:
                environment = {**DEFAULTS, **stack.environment("latency", 1)}
                with RealProduct(Path(name) / "real", environment) as product:
                    rows += _rows("real servers", measure(product, options.sources))
    show(rows, machine=options.json)


def measure(product: Product, sources: int) -> list[float]:
    """Seconds of each page, in order; the first sources, which load code, are left out."""
    with ReplaySite(sources + WARM) as site:
        found = [_one(product, site, number) for number in range(sources + WARM)]
    return [seconds for some in found[WARM:] for seconds in some]


def _one(product: Product, site: ReplaySite, number: int) -> list[float]:
    pages = [article(place, f"l{number}") for place in range(PAGES)]
    entry = site.add_source(number, "/list.html", pages, title=f"Reports {number}")
    source = operate.add_source(product, f"latency {number}", entry)
    left = {fingerprint(site.url(number, page.path)) for page in pages}
    seconds: list[float] = []
    began = time.perf_counter()
    operate.run_now(product, [source])
    while left:
        assert time.perf_counter() - began < PATIENCE_S, f"{left} are not found\n{product.logs()}"
        hits = _hits(product, left)
        seconds += [time.perf_counter() - began] * len(hits)
        left -= {hit.document.fingerprint for hit in hits}
        time.sleep(LOOK_S)
    return seconds


def _hits(product: Product, left: set[str]) -> Sequence[Hit]:
    try:
        return product.backends.index.search(
            "documents", Query(filters={"fingerprint": sorted(left)}, limit=PAGES)
        ).hits
    except BackendUnavailable:  # the first month's index is just being made
        return ()


def _rows(what: str, seconds: Sequence[float]) -> list[Row]:
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return [
        Row(f"due → searchable, {what}, p50", "s", cuts[49], goal_value=GOAL_S, less_is_better=True),
        Row(f"due → searchable, {what}, p99", "s", cuts[98], goal_value=GOAL_S, less_is_better=True),
    ]


@contextmanager
def _stack(folder: Path) -> Iterator[Stack]:
    with ExitStack() as ending:
        made = []
        for kind in (MariaDb, Redis, Kafka, Elasticsearch, HBase, S3):
            place = folder / kind.name
            place.mkdir()
            server = kind(place)
            ending.callback(server.stop)
            server.start()
            made.append(server)
        yield Stack(*made)  # type: ignore[arg-type]


if __name__ == "__main__":
    main(sys.argv[1:])
