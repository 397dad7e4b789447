"""Pages to items: what the list knew fills gaps, what is required must be there."""

from __future__ import annotations

import zlib
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from collector.loop.messages import Parsed, ParseJob
from collector.loop.parse import parse
from kit.contracts.config import SourceConfig, TemplateConfig

SOURCE = SourceConfig(1, 1, "COLUMN", "n", "http://a.example/", "AUTO", None, 5, "UTC", 2, 2, 1, {}, {})
TEXT = "A sentence about the harbour that is long enough to be the text of a small page. " * 5
PAGE = f"<html><body><h1 class=t>Title</h1><div class=c><p>{TEXT}</p></div></body></html>"


def detail(
    html: str = PAGE, fields: dict[str, Any] | None = None, source: SourceConfig = SOURCE, **meta: str
) -> Parsed:
    template = TemplateConfig(3, 2, "t", {"detail": {"fields": fields}}) if fields is not None else None
    now = datetime(2026, 2, 4, tzinfo=UTC)
    return parse(ParseJob("detail", source, template, "http://a.example/1", html.encode(), "text/html", now, meta))


def test_a_template_reads_the_page_and_says_by_which_path() -> None:
    parsed = detail(
        fields={
            "title": {"selectors": ["css:h1.t"]},
            "content": {"selectors": ["css:.c"]},
            "no": {"selectors": ["css:h1"]},
        }
    )
    (item,) = parsed.items
    assert (item.title, item.content, item.extra) == ("Title", TEXT.strip(), {"no": "Title"})
    assert item.paths["title"] == "css:h1.t"
    assert parsed.template_hit
    assert zlib.decompress(parsed.raw) == PAGE.encode()


def test_the_list_fills_what_the_page_does_not_say() -> None:
    (item,) = detail(published="2026-02-03", authors="Li Wei; Bo Lund", title="From the list").items
    assert (item.published, item.authors, item.title) == ("2026-02-03", ("Li Wei", "Bo Lund"), "Title")
    assert item.paths["published"] == "list:published"


@pytest.mark.parametrize("name", ["content", "price"])
def test_a_required_field_that_nothing_finds_refuses_the_page(name: str) -> None:
    html = "<html><body></body></html>" if name == "content" else PAGE
    parsed = detail(html, {name: {"selectors": ["css:.none"], "required": True}})
    assert (parsed.failure, parsed.items) == ("parse", ())
    assert name in parsed.detail


def test_a_page_without_text_is_empty() -> None:
    assert detail("<html><body><script>x</script></body></html>").failure == "empty"


def test_the_charset_of_the_operator_is_used() -> None:
    source = msgspec.structs.replace(SOURCE, charset="gbk")
    now = datetime(2026, 2, 4, tzinfo=UTC)
    body = ("<p>" + "江上的渡船今天因为大雾停开。" * 10 + "</p>").encode("gbk")
    parsed = parse(ParseJob("detail", source, None, "http://a.example/1", body, "text/html; charset=utf-8", now))
    assert "渡船今天" in parsed.items[0].content
    assert parsed.encoding in ("gbk", "gb18030")


def test_a_plausible_canonical_link_is_noted() -> None:
    head = "<head><link rel=canonical href='http://a.example/story'></head>"
    assert detail(head + PAGE).items[0].extra["canonical_url"] == "http://a.example/story"


def test_a_template_or_zone_that_cannot_be_read_is_a_configuration_failure() -> None:
    assert detail(fields={"title": {"selectors": ["nonsense"]}}).failure == "config"
    assert detail(source=msgspec.structs.replace(SOURCE, timezone="Mars/Base")).failure == "config"


@pytest.mark.parametrize("kind", ["application/pdf", "image/png", "video/mp4"])
def test_files_that_are_no_text_are_refused(kind: str) -> None:
    now = datetime(2026, 2, 4, tzinfo=UTC)
    assert parse(ParseJob("detail", SOURCE, None, "http://a.example/1", b"abc", kind, now)).failure == "parse"
