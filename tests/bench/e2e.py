"""Pages a second from the first request to the last searchable document: Catchment beside Scrapy, in one run on one server.

`python -m tests.bench.e2e [--json] [--quick] [--pages N]`. Both sides fetch the same pages from the same server, extract title, time,
author and text, store the page and make the text searchable; rates, delays and robots are off on both. Prints also what a million
documents would cost: processor time by role, bytes by store.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Sequence

from tests.bench import crawls, pages, peers, synthetic
from tests.bench.crawls import Crawl
from tests.bench.ours import catchment
from tests.bench.table import Row, show
from tests.flow.site import Served

HOSTS = 16
PAGES, QUICK_PAGES = 1000, 150
TEMPLATE_FACTOR = 2
# Pages a second with templates on two cores, and at least what the peer does without.
GOAL_TEMPLATES, GOAL_RATIO = 842.0, 1.0


def main(arguments: Sequence[str]) -> None:
    options = _options(arguments)
    count = options.pages or (QUICK_PAGES if options.quick else PAGES)
    if not options.quick:
        peers.install()
    found = pages.real(count)
    generic = found or pages.made(count)
    rows = _generic(generic, "real pages" if found else "made pages", not options.quick)
    rows += _templates(pages.made(count * TEMPLATE_FACTOR), not options.quick)
    show(rows, machine=options.json)


def _generic(served: Sequence[Served], what: str, with_peers: bool) -> list[Row]:
    ours = _said("Catchment, no template", catchment, served, HOSTS, None)
    theirs: dict[str, Crawl] = {}
    if with_peers:
        for processes in (1, 2):
            name = f"Scrapy + trafilatura × {processes}"
            theirs[name] = _said(name, crawls.scrapy, served, HOSTS, "trafilatura", processes)
    return _rows(f"end to end, generic, {len(served)} {what}", ours, theirs, goal_ratio=GOAL_RATIO)


def _templates(served: Sequence[Served], with_peers: bool) -> list[Row]:
    ours = _said("Catchment, template", catchment, served, HOSTS, synthetic.template())
    theirs: dict[str, Crawl] = {}
    if with_peers:
        for extractor, name in (("selectors", "Scrapy + CSS × 2"), ("trafilatura", "Scrapy + trafilatura × 2")):
            theirs[name] = _said(name, crawls.scrapy, served, HOSTS, extractor, 2)
    return _rows(f"end to end, template, {len(served)} made pages", ours, theirs, goal_value=GOAL_TEMPLATES)


def _rows(
    measure: str,
    ours: Crawl,
    theirs: dict[str, Crawl],
    *,
    goal_value: float | None = None,
    goal_ratio: float | None = None,
) -> list[Row]:
    speed = {name: crawl.pages_per_second for name, crawl in theirs.items()}
    memory = {name: crawl.megabytes for name, crawl in theirs.items()}
    return [
        Row(measure, "pages/s", ours.pages_per_second, speed, goal_value, goal_ratio),
        Row(f"{measure}: peak memory", "MB", ours.megabytes, memory, less_is_better=True),
        *(ours.costs.rows(measure) if ours.costs else ()),
    ]


def _said(name: str, crawl: Callable[..., Crawl], *arguments: object) -> Crawl:
    """Runs one side and says on standard error how it went, for a long run is watched."""
    done = crawl(*arguments)
    print(
        f"{name}: {done.pages} pages in {done.seconds:.1f} s = {done.pages_per_second:.1f} pages/s, "
        f"{done.documents} documents, {done.megabytes:.0f} MB",
        file=sys.stderr,
    )
    return done


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.bench.e2e", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--quick", action="store_true", help="few pages, no peers, within a minute")
    parser.add_argument("--pages", type=int, default=0, help="how many pages the generic row collects")
    return parser.parse_args(arguments)


def _end(*_: object) -> None:
    raise SystemExit("stopped")


if __name__ == "__main__":
    # The product's processes are ended on the way out, which a plain SIGTERM would skip.
    signal.signal(signal.SIGTERM, _end)
    main(sys.argv[1:])
