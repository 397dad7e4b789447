"""JOURNAL from a table of contents, and what article pages say about themselves."""

from __future__ import annotations

from collector.sources.journal.citation import complete
from collector.sources.model import Item
from tests.collector.sources.kit import begin, discover, sample, source_of

URL = "https://tides.example/issue/7-2"
SOURCE = source_of("JOURNAL", URL)
ARTICLE = "https://tides.example/article/41"


def test_a_table_of_contents_gives_its_articles() -> None:
    assert [entry.url for entry in begin(SOURCE)] == [URL]
    found = discover(SOURCE, sample("JOURNAL", "contents.html"))
    assert [link.url.rsplit("/", 1)[1] for link in found.links] == ["41", "42", "43"]


def test_citation_data_counts_before_the_looks_of_the_page() -> None:
    item = Item(ARTICLE, "Silt transport", "Log in to read on.", paths={"title": "generic:h1"})
    made = complete(item, sample("JOURNAL", "article.html").decode(), SOURCE)
    assert (made.title, made.authors) == ("Silt transport in a narrow tidal basin", ("Ada Marlow", "Ben Okafor"))
    assert made.published == "2026-01-09"
    assert made.content.startswith("We measured silt at four stations")
    assert made.paths == {
        "title": "meta:citation_title",
        "authors": "meta:citation_author",
        "published": "meta:citation_publication_date",
        "content": "meta:dc.description",
    }
    assert {name: made.extra[name] for name in ("doi", "journal", "volume", "issue", "pages", "pdf_url")} == {
        "doi": "10.5555/tides.41",
        "journal": "Tides and Basins",
        "volume": "7",
        "issue": "2",
        "pages": "101-118",
        "pdf_url": "https://tides.example/article/41/pdf",
    }
    assert made.tags == ("silt", "tides")


def test_a_full_text_is_kept_and_its_abstract_stands_beside_it() -> None:
    full = "The whole article. " * 50
    made = complete(Item(ARTICLE, "t", full), sample("JOURNAL", "article.html").decode(), SOURCE)
    assert made.content == full
    assert made.extra["abstract"].startswith("We measured silt")


def test_a_page_without_citation_data_stays_as_it_was_read() -> None:
    item = Item(ARTICLE, "t", "c", published="2026-01-01")
    assert complete(item, "<html><meta name='description' content='x'><p>c</p></html>", SOURCE) == item


def test_a_year_or_a_month_alone_is_no_publication_time() -> None:
    html = "<meta name='citation_title' content='t'><meta name='citation_date' content='2026/02'><meta name='citation_year' content='2026'>"
    assert complete(Item(ARTICLE, "", "c"), html, SOURCE).published == ""
