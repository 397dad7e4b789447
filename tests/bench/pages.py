"""The pages that a measurement collects: real ones where they are there, else our own."""

from __future__ import annotations

from itertools import zip_longest

from tests.bench import synthetic
from tests.flow.site import Served
from tests.shared_data import find, labels, page_bytes

SETS = (
    "gne",
    "cwced",
    "daniel_zh",
    "fundus",
    "traf",
    "wcxb",
    "aeb",
    "magic",
    "daniel_x",
    "htmldate",
    "metascraper",
    "postlight",
)


def real(count: int) -> list[Served]:
    """Up to `count` real pages, taken in turn from every set; empty where the sets are absent."""
    folders = [folder for folder in map(find, SETS) if folder]
    turns = zip_longest(*([(folder, row["id"]) for row in labels(folder)] for folder in folders))
    chosen = [place for turn in turns for place in turn if place][:count]
    return [
        Served(f"/a/{number}.html", page_bytes(folder, page_id), "text/html", f"article {number}")
        for number, (folder, page_id) in enumerate(chosen)
    ]


def made(count: int) -> list[Served]:
    """`count` pages of the generator."""
    rows = enumerate(synthetic.pages(count))
    return [Served(f"/a/{number}.html", body, "text/html; charset=utf-8", title) for number, (title, body) in rows]
