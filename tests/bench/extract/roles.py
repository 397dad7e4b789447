"""How many blocks have the role that the page's labels give them, on the pages whose text, title, authors and day are all labelled.

    python -m tests.bench.extract.roles [--sets gne,fundus,wcxb]

The true roles follow from the labels by the same rule by which the found ones follow from the found fields. The packaged model
of the main text was trained on these pages; tests.bench.extract.train judges it on sites that it has not seen.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from collector.extract import extract
from collector.extract.content.blocks import flatten
from collector.extract.dates.moment import Moment
from collector.extract.page import Page
from collector.extract.roles.blocks import ROLES, block_roles
from collector.extract.roles.body import find_body
from tests.bench.extract.sets import LabelledPage, pages
from tests.bench.extract.train.samples import body_blocks
from tests.bench.fields import fetched_at, truth_of

SETS = ("gne", "fundus", "wcxb")


def main(arguments: list[str]) -> int:
    """Print, for each set and for all, the share of blocks told rightly, and recall and precision of each role."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default=",".join(SETS))
    options = parser.parse_args(arguments)
    total: Counter[tuple[str, str]] = Counter()
    for name in options.sets.split(","):
        found = sum((judged(page) for page in pages(name) if labelled(page)), Counter[tuple[str, str]]())
        _print(name, found)
        total += found
    _print("all", total)
    return 0


def labelled(page: LabelledPage) -> bool:
    """Whether the labels tell every field."""
    return all(truth_of(field, page.label) is not None for field in ("title", "author", "date"))


def judged(page: LabelledPage) -> Counter[tuple[str, str]]:
    """How many blocks of a page have each (true role, found role)."""
    chinese = str(page.label.get("lang") or "").startswith("zh")
    at = Moment(fetched_at(page.label), "Asia/Shanghai" if chinese else "UTC")
    found = extract(page.html, url=page.url, fetched_at=at.now, tz=at.tz)
    read = Page(page.html, page.url)
    root = read.tree.body or read.root
    flat = flatten(root) if root is not None else None
    if flat is None or not flat.blocks:
        return Counter()
    title = found.title.value or ""
    given = block_roles(
        flat, find_body(flat, title).chosen, title, found.authors.value or (), found.published.value or "", at.read
    )
    headline, authors, day = (truth_of(field, page.label) for field in ("title", "author", "date"))
    truth = block_roles(flat, body_blocks(flat, page.text), headline, authors, day, at.read)
    return Counter(zip(truth, given, strict=True))


def _print(name: str, found: Counter[tuple[str, str]]) -> None:
    whole, right = sum(found.values()), sum(found[role, role] for role in ROLES)
    parts = [f"{role} {_share(found, role, 0)} {_share(found, role, 1)}" for role in ROLES]
    print(
        f"{name:8} {right / max(whole, 1):.4f} of {whole} blocks   recall and precision: {'  '.join(parts)}", flush=True
    )


def _share(found: Counter[tuple[str, str]], role: str, side: int) -> str:
    whole = sum(count for pair, count in found.items() if pair[side] == role)
    return f"{found[role, role] / whole:.3f}" if whole else "-"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
