"""Further pages of a list: numbers, offsets, cursors, HTML inside JSON."""

from __future__ import annotations

from typing import Any

import pytest

from collector.sources.model import Discovered
from kit.errors import ConfigError
from tests.collector.sources.column.test_discover import TEMPLATE
from tests.collector.sources.kit import discover, sample, source_of

URL = "https://harbour.example/notices"
MORE = "/notices/more?after={cursor}"


def listed(state: dict[str, str] | None = None, body: bytes | None = None, **options: Any) -> Discovered:
    page = sample("COLUMN", "list.html") if body is None else body
    return discover(source_of("COLUMN", URL, **options), page, state=state, template=TEMPLATE)


def test_without_a_rule_the_lists_own_next_link_is_followed() -> None:
    assert listed().next_url == f"{URL}?page=2"


@pytest.mark.parametrize(
    ("options", "state", "expected"),
    [
        ({"page_url": "/notices?p={page}"}, {}, "?p=2"),
        ({"page_url": "/notices?p={page}"}, {"page": "2"}, "?p=3"),
        ({"page_url": "/notices?p={page}", "first_page": 0}, {}, "?p=1"),
        ({"page_url": f"{URL}?from={{offset}}", "page_size": 15}, {}, "?from=15"),
        ({"page_url": f"{URL}?from={{offset}}", "page_size": 15}, {"page": "2"}, "?from=30"),
    ],
)
def test_the_next_page_is_counted_from_the_one_before(
    options: dict[str, Any], state: dict[str, str], expected: str
) -> None:
    found = listed(state, **options)
    assert found.next_url == URL + expected
    assert int(found.next_state["page"]) == int(state.get("page", options.get("first_page", 1))) + 1


def test_a_page_without_rows_is_the_last() -> None:
    assert listed(body=b"<p>The end.</p>", page_url="/notices?p={page}").next_url is None
    later = listed({"page": "2"}, b"<p>The end.</p>", page_url="/notices?p={page}")
    assert (later.next_url, later.errors) == (None, ())


def test_rows_inside_a_json_answer_are_read_like_a_page_and_its_cursor_leads_on() -> None:
    options: dict[str, Any] = {"page_url": MORE, "cursor": "data.last_id", "fragment": "$.data.html"}
    found = listed(body=sample("COLUMN", "more.json"), **options)
    assert [link.url.rsplit("/", 1)[1] for link in found.links] == ["98.html", "97.html", "96.html"]
    assert found.links[0].meta["published"] == "2026-01-30"
    assert found.next_url == "https://harbour.example/notices/more?after=m-80"
    assert listed(found.next_state, body=sample("COLUMN", "more.json"), **options).next_url is None, "the same again"


def test_the_first_page_may_be_html_where_later_ones_are_json() -> None:
    found = listed(page_url="/notices/more?p={page}", fragment="data.html")
    assert len(found.links) == 4
    assert found.next_url == "https://harbour.example/notices/more?p=2"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"page_url": "/notices?p=2"}, "page_url: .*must hold"),
        ({"page_url": "/notices?p={page}&n={number}"}, "number"),
        ({"page_url": "/notices?p={page!r}"}, "page_url"),
        ({"page_url": MORE}, "cursor"),
        ({"fragment": "data..["}, "fragment: .*JMESPath"),
    ],
)
def test_paging_that_cannot_work_is_refused_by_name(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        listed(**options)
