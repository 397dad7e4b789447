"""Extraction of broken pages: nothing may raise, no page may take long, and memory must stay flat.

    python -m tests.bench.extract.mutated [--pages 100000] [--minutes 60] [--seed 1] [--sets gne,wcxb]

Real pages are broken one after another, each round anew. Printed every thousand pages and at the end: pages, the slowest one,
titles without a definite outcome, resident memory. Exit code 1 where a page raised, or where memory at the end is over 10 %
above that after the first fifth.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from collector.extract import extract
from tests.bench.extract.mutate import mutated
from tests.bench.extract.sets import NAMES, pages

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
_REPORT = 1_000
_GROWTH = 1.10
# Broken pages of one real page in a row, so that a few hundred real pages need not be held at once.
_EACH = 20


@dataclass
class Seen:
    """What the pages so far did; ``memory`` holds megabytes by number of pages."""

    pages: int = 0
    failed: list[str] = field(default_factory=list)
    untitled: int = 0
    slowest: float = 0.0
    slowest_page: str = ""
    memory: list[float] = field(default_factory=list)


def main(arguments: list[str]) -> int:
    """Break pages until enough are done or the time is over."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sets", default=",".join(NAMES))
    options = parser.parse_args(arguments)
    seen, until = Seen(), time.monotonic() + 60 * options.minutes
    for name, html, url in _broken(options.sets.split(","), options.seed):
        if seen.pages >= options.pages or time.monotonic() >= until:
            break
        _take(seen, name, html, url)
        if seen.pages % _REPORT == 0:
            _report(seen)
    _report(seen)
    return 1 if seen.failed or _grows(seen.memory) else 0


def _broken(sets: list[str], seed: int) -> Iterator[tuple[str, str, str]]:
    """(name, markup, address) without end. Nothing where no set is there."""
    number = 0
    while True:
        before = number
        for page in (page for name in sets for page in pages(name)):
            for _ in range(_EACH):
                number += 1
                yield f"{page.id}#{number}", mutated(page.html, Random(f"{seed}:{number}")), page.url
        if number == before:
            return


def _take(seen: Seen, name: str, html: str, url: str) -> None:
    started = time.process_time()
    try:
        found = extract(html, url=url, fetched_at=NOW)
    except Exception as error:
        seen.failed.append(f"{name}: {type(error).__name__}: {error}")
        print(seen.failed[-1], flush=True)
    else:
        seen.untitled += not found.title.status
    spent = time.process_time() - started
    seen.pages += 1
    if spent > seen.slowest:
        seen.slowest, seen.slowest_page = spent, name


def _report(seen: Seen) -> None:
    seen.memory.append(_resident())
    print(
        f"{seen.pages} pages, {len(seen.failed)} raised, {seen.untitled} without a title outcome, slowest"
        f" {seen.slowest:.2f} s ({seen.slowest_page}), {seen.memory[-1]:.0f} MB",
        flush=True,
    )


def _resident() -> float:
    """Megabytes of this process in memory (Linux)."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096 / 1e6


def _grows(memory: list[float]) -> bool:
    return memory[-1] > _GROWTH * memory[len(memory) // 5]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
