"""The crawl by Catchment: the embedded product in real processes, rates and robots off."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.bench.costs import Costs, spent, stored_bytes
from tests.bench.crawls import Crawl
from tests.bench.memory import PeakMemory
from tests.bench.serve import serving
from tests.flow import operate, stored
from tests.flow.product import Product
from tests.flow.site import Served

LIMIT_S = 1800.0
LOOK_S = 0.1
QUIET_S = 1.0
OPTIONS = {"robots": "ignore", "robots_reason": "measurement on our own server", "max_items": 5000}
# Cadences as by default; only what would refuse or slow down the measurement is set.
ENVIRONMENT = {
    "CATCHMENT_LEASE_SECONDS": "10",
    "CATCHMENT_LOCK_SECONDS": "300",
    "CATCHMENT_RENEW_SECONDS": "60",
    "CATCHMENT_REAP_SECONDS": "15",
    "CATCHMENT_REAP_GRACE_SECONDS": "10",
    "CATCHMENT_RETRY_DELAYS": "[]",
    "CATCHMENT_PUSH_WAIT_SECONDS": "10",
    "CATCHMENT_TAKE_TIMEOUT_SECONDS": "5",
    "CATCHMENT_LOG_LEVEL": "warning",
}


def catchment(pages: Sequence[Served], hosts: int, template: dict[str, Any] | None) -> Crawl:
    """Raises AssertionError when a page that holds text was not collected."""
    with tempfile.TemporaryDirectory() as folder, serving(pages, hosts) as site:
        with Product(Path(folder) / "data", ENVIRONMENT) as product:
            template_id = operate.add_template(product, "articles", template) if template else None
            sources = [_source(product, number, entry, template_id) for number, entry in enumerate(site.lists)]
            before = product.cpu_seconds()
            with PeakMemory([product.root_pid()]) as memory:
                operate.run_now(product, sources)
                last, documents = _until_stored(product, sources)
            cpu = spent(before, product.cpu_seconds())
            _check(product, len(pages))
            costs = Costs(documents, cpu, stored_bytes(product.folder))
        first = site.traffic().first_at
    return Crawl(len(pages), documents, last - first, memory.megabytes, costs)


def _source(product: Product, number: int, entry: str, template_id: int | None) -> int:
    return operate.add_source(
        product, f"bench {number}", entry, template_id=template_id, options=OPTIONS, concurrency=256
    )


def _until_stored(product: Product, sources: list[int]) -> tuple[float, int]:
    """When the number of documents in the indexes last grew (monotonic seconds), and that number."""
    last, count = time.monotonic(), 0
    deadline = last + LIMIT_S
    while True:
        now, found = time.monotonic(), _count(product)
        if found != count:
            last, count = now, found
        elif now - last > QUIET_S and _is_done(product, sources) and _count(product) == count:
            return last, count
        assert now < deadline, f"{count} documents after {LIMIT_S:.0f} s\n{product.logs()}"
        time.sleep(LOOK_S)


def _count(product: Product) -> int:
    index = product.backends.index
    return index.count("documents") + index.count("review")


def _is_done(product: Product, sources: list[int]) -> bool:
    return operate.all_ended(product, sources) and stored.backlog(product) == 0


def _check(product: Product, pages: int) -> None:
    """Every page was stored, or found to hold no text at all."""
    letters = operate.dead_letters(product)
    empty = [letter for letter in letters if letter.fields.get("failure") == "empty"]
    assert len(empty) == len(letters), (
        f"pages that failed: {[letter.fields for letter in letters if letter not in empty]}"
    )
    seen = len(stored.sighted(product))
    assert seen + len(empty) == pages, f"{seen} of {pages} pages were stored, {len(empty)} are empty"
