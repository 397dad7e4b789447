"""COLUMN on a saved list page."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from collector.extract import TemplateSpec
from collector.sources.model import Discovered, Page
from collector.sources.registry import KINDS
from kit.contracts.config import SourceConfig
from kit.errors import ConfigError

URL = "https://harbour.example/notices"
PAGE = Page(
    URL,
    Path(__file__).with_name("list.html").read_bytes(),
    "text/html; charset=utf-8",
    datetime(2026, 2, 4, tzinfo=UTC),
)
TEMPLATE = TemplateSpec.model_validate(
    {
        "kind": "html",
        "list": {
            "items": "css:ul.notices li",
            "fields": {
                "url": {"selectors": ["css:a::attr(href)"]},
                "title": {"selectors": ["css:a"]},
                "published": {"selectors": ["css:.day"], "transforms": ["time"]},
                "summary": {"selectors": ["css:.sum"]},
            },
            "next_page": "css:a.next::attr(href)",
        },
    }
)


def discover(template: TemplateSpec | None = TEMPLATE, charset: str = "AUTO", **options: Any) -> Discovered:
    source = SourceConfig(1, 1, "COLUMN", "n", URL, charset, None, 5, "UTC", 2, 2, 1, options, {})
    return KINDS["COLUMN"].discover(PAGE, source, template)


def test_rows_become_links_each_page_once_with_what_the_list_says() -> None:
    found = discover()
    assert [link.url for link in found.links] == [
        "https://harbour.example/notices/101.html",
        "https://harbour.example/notices/100.html?utm_source=list",
        "https://harbour.example/tenders/7.pdf",
        "https://other.example/n/5",
    ]
    assert found.links[0].meta == {
        "title": "Night closure of the east lock for repairs",
        "published": "2026-02-03",
        "summary": "The east lock stays closed from ten to five.",
    }
    assert found.next_url == "https://harbour.example/notices?page=2"
    assert found.encoding == "utf-8"


def test_without_template_the_main_list_is_found_and_not_the_navigation() -> None:
    urls = [link.url for link in discover(None).links]
    assert "https://harbour.example/notices/101.html" in urls
    assert "https://harbour.example/about" not in urls


def test_patterns_choose_links_and_exclusion_wins() -> None:
    found = discover(include=["harbour\\.example"], exclude=["\\.pdf$"])
    assert [link.url.rsplit("/", 1)[-1] for link in found.links] == ["101.html", "100.html?utm_source=list"]


def test_a_slow_pattern_is_reported_and_costs_only_its_link() -> None:
    found = discover(include=["^(([a-z:/.0-9])+)+$!"])
    assert found.links == ()


def test_the_number_of_links_is_bounded_and_said() -> None:
    found = discover(max_items=2)
    assert len(found.links) == 2
    assert any("more than 2 items" in error for error in found.errors)


def test_rows_are_the_documents_when_links_are_not_followed() -> None:
    found = discover(follow=False)
    assert found.links == ()
    assert (found.items[0].title, found.items[0].content) == (
        "Night closure of the east lock for repairs",
        "The east lock stays closed from ten to five.",
    )
    assert found.items[0].published == "2026-02-03"


def test_a_page_without_rows_says_so() -> None:
    page = Page(URL, b"<p>Nothing here today.</p>", "text/html", PAGE.fetched_at)
    source = SourceConfig(1, 1, "COLUMN", "n", URL, "AUTO", None, 5, "UTC", 2, 2, 1, {}, {})
    assert "no rows found on the list page" in KINDS["COLUMN"].discover(page, source, TEMPLATE).errors


def test_options_that_do_not_fit_name_the_option() -> None:
    with pytest.raises(ConfigError, match="max_pages"):
        discover(max_pages=99)
    with pytest.raises(ConfigError, match="robots_reason"):
        discover(robots="ignore")
    with pytest.raises(ConfigError, match="include"):
        discover(include=["("])
