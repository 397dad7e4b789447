"""KEYWORD: addresses made of words, and a saved page of results."""

from __future__ import annotations

from typing import Any

import pytest

from collector.extract import TemplateSpec
from kit.errors import ConfigError
from tests.collector.sources.kit import begin, discover, sample, source_of

SEARCH = "https://quay.example/search?q={keyword}&p={page}"


def urls_of(words: str, template: TemplateSpec | None = None, **options: Any) -> list[str]:
    return [entry.url for entry in begin(source_of("KEYWORD", words, **options), template=template)]


def test_each_keyword_of_entry_and_option_has_its_search_once() -> None:
    urls = urls_of("dredger,  old  town；闸门、DREDGER", search_url=SEARCH, keywords=["fog horn", "闸门"])
    assert urls == [
        "https://quay.example/search?q=dredger&p=1".replace("dredger", "DREDGER"),
        "https://quay.example/search?q=old%20town&p=1",
        "https://quay.example/search?q=%E9%97%B8%E9%97%A8&p=1",
        "https://quay.example/search?q=fog%20horn&p=1",
    ]


def test_words_are_written_as_the_site_reads_them_and_cannot_change_the_address() -> None:
    (url,) = urls_of("闸门", search_url=SEARCH, keyword_charset="gbk")
    assert url.endswith("q=%D5%A2%C3%C5&p=1")
    (url,) = urls_of("a&b=c/{page}#d", search_url=SEARCH)
    assert url == "https://quay.example/search?q=a%26b%3Dc%2F%7Bpage%7D%23d&p=1"


def test_the_template_may_hold_the_search_address_for_many_sources() -> None:
    fields = {"url": {"selectors": ["css:a::attr(href)"]}}
    template = TemplateSpec.model_validate(
        {"list": {"items": "css:article", "fields": fields, "search_url": "https://engine.example/?w={keyword}"}}
    )
    assert urls_of("fog", template) == ["https://engine.example/?w=fog"]
    assert urls_of("fog", template, search_url=SEARCH) == ["https://quay.example/search?q=fog&p=1"]


def test_results_are_links_that_remember_their_keyword_and_pages_follow() -> None:
    source = source_of("KEYWORD", "dredger", search_url=SEARCH)
    (entry,) = begin(source)
    found = discover(source, sample("KEYWORD", "results.html"), url=entry.url, state=entry.state)
    assert [link.url.rsplit("/", 1)[1] for link in found.links] == [
        "dredger-returns.html",
        "council-dredger-vote.html",
        "silt-and-money.html",
    ]
    assert found.links[0].meta["keyword"] == "dredger"
    assert (found.next_url, found.next_state["page"]) == ("https://quay.example/search?q=dredger&p=2", "2")


def test_offsets_step_by_the_size_of_a_page() -> None:
    source = source_of("KEYWORD", "fog", search_url="https://q.example/{keyword}/{offset}", page_size=25, first_page=0)
    (entry,) = begin(source)
    assert entry.url == "https://q.example/fog/0"
    found = discover(source, sample("KEYWORD", "results.html"), url=entry.url, state=entry.state)
    assert found.next_url == "https://q.example/fog/25"


def test_a_page_without_results_ends_the_search() -> None:
    source = source_of("KEYWORD", "fog", search_url=SEARCH)
    found = discover(
        source, "<p>Nothing found.</p>", url="https://quay.example/s", state={"keyword": "fog", "page": "1"}
    )
    assert (found.links, found.next_url) == ((), None)
    assert found.errors, "the first page of a search should have results, or its template does not fit"
    later = discover(source, "<p>No more.</p>", url="https://quay.example/s", state={"keyword": "fog", "page": "2"})
    assert (later.links, later.next_url, later.errors) == ((), None, ())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "no search address"),
        ({"search_url": "https://quay.example/?q=fog"}, r"\{keyword\}"),
        ({"search_url": "ftp://quay.example/{keyword}"}, "http"),
        ({"search_url": SEARCH, "keyword_charset": "klingon"}, "klingon"),
    ],
)
def test_a_search_that_cannot_work_is_refused_by_name(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        urls_of("fog", **options)
