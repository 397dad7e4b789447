"""Pages per second of one core: fetching, and fetching with parsing, over 100 hosts of this machine, both transports beside bare Scrapy.

`python -m tests.bench.fetch [--json] [--quick]`. One process each; what counts is the processor time that the client has spent, so that other
work on the machine does not. Rates, delays and robots are off on both sides. Each figure is the best of the rounds, which alternate.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from tests.bench import peers, synthetic
from tests.bench.fetch_ours import Spent
from tests.bench.fetch_site import answering
from tests.bench.table import Row, show
from tests.shared_data import CHECKOUT

HOSTS = 100
PAGES, QUICK_PAGES = 3000, 300
DIFFERENT = 200
CONCURRENCY = 32
ROUNDS = 2
# Parsing takes far longer than fetching: fewer pages tell as much.
PARSED_SHARE = 4
LIMIT_S = 600
GOAL_RATIO = 8.0
PEER = Path(__file__).with_name("fetch_peer.py")


def main(arguments: Sequence[str]) -> None:
    options = _options(arguments)
    if not options.quick:
        peers.install()
    with answering(DIFFERENT) as port:
        count = QUICK_PAGES if options.quick else PAGES
        urls = [f"http://127.0.0.{1 + number % HOSTS}:{port}/{number}" for number in range(count)]
        rows = _rows(urls, False, with_peer=not options.quick)
        rows += _rows(urls[: count // PARSED_SHARE], True, with_peer=not options.quick)
    show(rows, machine=options.json)


def _rows(urls: list[str], parse: bool, *, with_peer: bool) -> list[Row]:
    job: dict[str, Any] = {"urls": urls, "parse": parse, "concurrency": CONCURRENCY, "selectors": synthetic.SELECTORS}
    ways: dict[str, list[str]] = {name: [sys.executable, "-m", "tests.bench.fetch_ours"] for name in ("fast", "plain")}
    if with_peer:
        ways["Scrapy"] = [str(peers.python()), "-P", str(PEER)]
    best: dict[str, float] = {}
    for _ in range(ROUNDS if with_peer else 1):
        for name, command in ways.items():
            speed = _speed(command, job | ({"transport": name} if name != "Scrapy" else {}), len(urls))
            best[name] = max(best.get(name, 0.0), speed)
    what = "fetch and parse by template" if parse else "fetch"
    peer = {"Scrapy": best["Scrapy"]} if with_peer else {}
    return [
        Row(f"{what}, {len(urls)} pages of {HOSTS} hosts", "pages/s a core", best["fast"], peer, goal_ratio=GOAL_RATIO),
        Row(f"{what}, plain transport", "pages/s a core", best["plain"], peer),
    ]


def _speed(command: list[str], job: dict[str, Any], pages: int) -> float:
    """Pages per second of processor time. Raises RuntimeError when pages are missing."""
    done = subprocess.run(
        command, input=msgspec.json.encode(job), capture_output=True, cwd=CHECKOUT, timeout=LIMIT_S, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr.decode()[-2000:])
    spent = msgspec.json.decode(done.stdout, type=Spent)
    if (spent.pages, spent.titles) != (pages, pages):
        raise RuntimeError(f"{command}: {spent.pages} pages and {spent.titles} titles of {pages}")
    print(f"{job.get('transport', 'Scrapy')}: {spent}", file=sys.stderr)
    return pages / spent.cpu


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.bench.fetch", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--quick", action="store_true", help="few pages, no peer, within seconds")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
