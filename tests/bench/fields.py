"""Measure generic title, author and time of publication on the pages with truth, set by set and on two halves of the sites.

    python -m tests.bench.fields [--sets gne,cwced] [--errors title|author|date]

A rule that helps one half of the sites only has been tuned to pages, not to their kind. Speed is the processor time of the
three fields together, without the parse and without the main text.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import unicodedata
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from collector.extract.authors import find_authors
from collector.extract.charset import decode
from collector.extract.content import find_content
from collector.extract.dates.page import Moment, find_published
from collector.extract.page import Page
from collector.extract.title import find_title
from tests.shared_data import find, labels, page_bytes

SETS = ("gne", "cwced", "daniel_zh", "fundus", "wcxb", "traf", "htmldate", "postlight", "metascraper", "daniel_x")
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
FIELDS = ("title", "author", "date")
_DAY = re.compile(r"(\d{4})[-.](\d{1,2})[-.](\d{1,2})")
NO_URL = "https://www.example.com/"


@dataclass(frozen=True, slots=True)
class Found:
    """What generic extraction answers for one page."""

    title: str
    authors: list[str]
    published: str


@dataclass
class Tally:
    """Outcomes of one set, by field, counted for each half of the sites: "right", "wrong", "missed", "empty", "invented"."""

    counts: dict[tuple[str, int], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    pages: int = 0
    seconds: float = 0.0

    def add(self, name: str, half: int, outcome: str) -> None:
        self.counts[name, half][outcome] += 1

    def both(self, name: str) -> Counter[str]:
        return self.counts[name, 0] + self.counts[name, 1]


def main(arguments: list[str]) -> int:
    """Print one line a set and field."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--errors", choices=FIELDS, help="print each wrong answer of this field")
    options = parser.parse_args(arguments)
    print(
        f"{'set':12} {'field':7} {'exact':>6} {'half a':>7} {'half b':>7} {'wrong':>6} {'none-ok':>8} {'of':>5} {'pages/s':>8}"
    )
    for name in options.sets.split(","):
        if find(name) is None:
            print(f"{name:12} is not there (CATCHMENT_SHARED)")
            continue
        _print(name, measured(name, options.errors))
    return 0


def measured(name: str, errors: str | None = None) -> Tally:
    """The tally of one set; wrong answers of the field ``errors`` go to standard output."""
    tally = Tally()
    for label, html in pages_of(name):
        page = Page(html, label.get("url") or NO_URL)
        _ = page.tree
        parsed = time.process_time()
        found, text_seconds = answer(page, label)
        tally.seconds += time.process_time() - parsed - text_seconds
        tally.pages += 1
        for wanted in FIELDS:
            outcome = judged(wanted, label, found)
            if outcome:
                tally.add(wanted, half_of(label), outcome)
            if wanted == errors and outcome in ("wrong", "missed", "invented"):
                print(f"{outcome:9}{name}/{label['id']}\n   {truth_of(wanted, label)!r}\n   {_given(wanted, found)!r}")
    return tally


def answer(page: Page, label: dict[str, Any]) -> tuple[Found, float]:
    """The fields of a page, and the seconds of processor time that the main text took in between."""
    chinese = (label.get("lang") or "").startswith("zh")
    at = Moment(fetched_at(label), "Asia/Shanghai" if chinese else "UTC")
    title = find_title(page)
    started = time.process_time()
    text = find_content(page, title.value, lines_only=True)
    taken = time.process_time() - started
    lines = text.head + text.foot
    authors, published = (
        find_authors(page, lines=lines, title=title.value),
        find_published(page, at, lines, title=title.value),
    )
    return Found(title.value or "", authors.value or [], published.value or ""), taken


def fetched_at(label: dict[str, Any]) -> datetime:
    """When the page was collected, where the set says so."""
    written = label.get("crawl_date")
    moment = datetime.fromisoformat(written) if written else NOW
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def judged(wanted: str, label: dict[str, Any], found: Found) -> str | None:
    """The outcome for one field; None where the page has no label for it."""
    truth, given = truth_of(wanted, label), _given(wanted, found)
    if truth is None:
        return None
    if not truth:
        return "invented" if given else "empty"
    if not given:
        return "missed"
    if wanted == "title":
        return "right" if folded(given) == folded(truth) else "wrong"
    if wanted == "author":
        return "right" if {folded(name) for name in given} == {folded(name) for name in truth} else "wrong"
    return "right" if given[:10] == truth[:10] else "wrong"


def truth_of(wanted: str, label: dict[str, Any]) -> Any:
    """The label of a field: None where the page has none, empty where it shows nothing; days as ISO, partial ones left out."""
    if wanted == "title":
        return label.get("title") or None
    if wanted == "author":
        return label.get("authors")
    date = label.get("date")
    day = _DAY.match(date or "")
    return f"{day[1]}-{int(day[2]):02}-{int(day[3]):02}" if day else "" if date == "NONE" else None


def _given(wanted: str, found: Found) -> Any:
    return {"title": found.title, "author": found.authors, "date": found.published}[wanted]


def folded(text: str) -> str:
    """For comparison: NFKC, case folded, letters and digits only."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).casefold())


def half_of(label: dict[str, Any]) -> int:
    """0 or 1, the same for all pages of a site."""
    site = urlsplit(label.get("url") or "").hostname or label["id"].split("_")[0]
    return zlib.crc32(site.removeprefix("www.").encode()) & 1


def pages_of(name: str) -> Iterator[tuple[dict[str, Any], str]]:
    """(label, decoded page) of a set."""
    folder = find(name)
    assert folder is not None
    for label in labels(folder):
        if (folder / "html" / f"{label['id']}.html").is_file():
            yield label, decode(page_bytes(folder, label["id"])).text


def _print(name: str, tally: Tally) -> None:
    for wanted in FIELDS:
        counts = tally.both(wanted)
        named = counts["right"] + counts["wrong"] + counts["missed"]
        none = counts["empty"] + counts["invented"]
        if not named + none:
            continue
        halves = [_share(tally.counts[wanted, half]) for half in (0, 1)]
        print(
            f"{name:12} {wanted:7} {_share(counts):>6} {halves[0]:>7} {halves[1]:>7} {_part(counts['wrong'], named):>6}"
            f" {_part(counts['empty'], none):>8} {named:>3}+{none:<2} {tally.pages / tally.seconds:>8.0f}"
        )


def _share(counts: Counter[str]) -> str:
    return _part(counts["right"], counts["right"] + counts["wrong"] + counts["missed"])


def _part(count: int, whole: int) -> str:
    return f"{count / whole:.3f}" if whole else "-"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
