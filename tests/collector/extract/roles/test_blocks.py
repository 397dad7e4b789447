"""The role of each block, from the fields of its page."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np

from collector.extract.content.blocks import flatten
from collector.extract.dates.moment import Moment
from collector.extract.page import Page
from collector.extract.roles.blocks import block_roles

PARAGRAPH = "The line reopened on Monday, after two years of work, and the first tram left the harbour at nine."
AT = Moment(datetime(2024, 5, 20, 12, tzinfo=UTC))


def roles(body: str, chosen: list[bool], *, authors: tuple[str, ...] = (), published: str = "") -> list[str]:
    root = Page(f"<html><body>{body}</body></html>", "http://news.example/a").tree.body
    assert root is not None
    return block_roles(flatten(root), np.array(chosen), "Trams are back", authors, published, AT.read)


def test_headline_byline_time_and_text_are_told_apart() -> None:
    page = f"<nav>Home</nav><h1>Trams are back!</h1><p>By Jane Miller</p><p>5 June 2021</p><p>{PARAGRAPH}</p>"
    chosen = [False, False, False, False, True]
    found = roles(page, chosen, authors=("Jane Miller",), published="2021-06-05T10:00:00Z")
    assert found == ["other", "title", "author", "time", "body"]


def test_another_day_and_another_name_have_no_role() -> None:
    page = f"<p>By Tom Kerr</p><p>6 June 2021</p><p>{PARAGRAPH}</p>"
    assert roles(page, [False, False, True], authors=("Jane Miller",), published="2021-06-05") == [
        "other",
        "other",
        "body",
    ]


def test_a_time_told_from_now_is_the_day_it_means() -> None:
    assert roles("<p>2 hours ago</p>", [False], published="2024-05-20") == ["time"]


def test_text_that_names_its_author_stays_text_and_long_blocks_are_no_byline() -> None:
    long = "Jane Miller " + "spoke to the crowd for a long while " * 5
    assert roles(f"<p>Jane Miller wrote this.</p><p>{long}</p>", [True, False], authors=("Jane Miller",)) == [
        "body",
        "other",
    ]
