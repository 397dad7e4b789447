"""Measure the main text on the pages with truth, and how fast all fields are extracted, beside the peers asked for.

    python -m tests.bench.extract [--sets gne,aeb] [--peers trafilatura-precision,readability-lxml] [--worst 10] [--all]

The share of pages whose type is told as "article" stands behind the paths: all pages of these sets are articles. With --all the
figures of title, author and date (tests.bench.fields) and of block roles (tests.bench.extract.roles) follow.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from collector.extract import extract
from tests.bench import fields
from tests.bench.extract import roles
from tests.bench.extract.metric import Score, f1, score
from tests.bench.extract.peer_texts import PEERS
from tests.bench.extract.peers import answers
from tests.bench.extract.sets import CHINESE, NAMES, OTHERS, LabelledPage, pages

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@dataclass
class Measured:
    """One extractor on one set: the scores of its pages, the paths it took, processor time."""

    scores: list[tuple[Score, str]] = field(default_factory=list)
    paths: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def figures(self) -> tuple[float, float, float]:
        return f1(found for found, _ in self.scores)


def main(arguments: list[str]) -> int:
    """Print one line a set and extractor, then the means of the Chinese and of the other sets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default=",".join(NAMES))
    parser.add_argument("--peers", default="", help=",".join(PEERS))
    parser.add_argument("--worst", type=int, default=0, help="print the pages with the lowest scores")
    parser.add_argument("--all", action="store_true", help="print the figures of the other fields, too")
    options = parser.parse_args(arguments)
    listed = {name: list(pages(name)) for name in options.sets.split(",")}
    for extractor in ["catchment", *filter(None, options.peers.split(","))]:
        try:
            _measure(extractor, listed, options.worst)
        except subprocess.CalledProcessError as failed:
            print(f"{extractor}: does not install or run here ({failed})")
    if options.all:
        fields.main([])
        roles.main([])
    return 0


def _measure(extractor: str, listed: dict[str, list[LabelledPage]], worst: int) -> None:
    found = {name: measured(extractor, group) for name, group in listed.items() if group}
    for name, result in found.items():
        _print(extractor, name, result, worst)
    for title, names in (("Chinese", CHINESE), ("others", OTHERS)):
        if all(name in found for name in names):
            print(f"{extractor:22} mean of {title}: {sum(found[name].figures[0] for name in names) / len(names):.4f}")
    count, seconds = sum(len(result.scores) for result in found.values()), sum(r.seconds for r in found.values())
    print(f"{extractor:22} {count / max(seconds, 1e-9):.1f} pages/s of processor time over {count} pages")


def measured(extractor: str, group: Sequence[LabelledPage]) -> Measured:
    """Scores of one extractor, "catchment" or a peer, on the pages of one set."""
    result = Measured()
    given = _own(group, result) if extractor == "catchment" else answers(extractor, group)
    for page, (text, seconds) in zip(group, given, strict=True):
        result.seconds += seconds
        result.scores.append((score(page.text, text), page.id))
    return result


def _own(group: Sequence[LabelledPage], result: Measured) -> Iterator[tuple[str, float]]:
    for page in group:
        started = time.process_time()
        found = extract(page.html, url=page.url, fetched_at=NOW, tz="UTC")
        result.paths[found.content.path] += 1
        result.types[found.type.value or "none"] += 1
        yield found.content.value or "", time.process_time() - started


def _print(extractor: str, name: str, result: Measured, worst: int) -> None:
    value, precision, recall = result.figures
    paths = " ".join(f"{path}={count}" for path, count in result.paths.most_common())
    speed = len(result.scores) / max(result.seconds, 1e-9)
    print(
        f"{extractor:22} {name:12} {len(result.scores):4} F1 {value:.4f} P {precision:.4f} R {recall:.4f}"
        f" {speed:6.1f} pages/s {paths}{_articles(result)}",
        flush=True,
    )
    for page, identity in sorted(result.scores, key=lambda entry: entry[0].precision + entry[0].recall)[:worst]:
        print(f"    {identity} P {page.precision:.3f} R {page.recall:.3f}")


def _articles(result: Measured) -> str:
    return f" article {result.types['article'] / result.types.total():.3f}" if result.types else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
