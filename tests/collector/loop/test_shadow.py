"""A draft beside the published template: compared on live pages, told in the trace, never written."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from collector.loop import shadow
from collector.loop.messages import Parsed
from collector.sources.model import Discovered, Item, Link
from kit.contracts.config import ShadowConfig, TemplateConfig

TEXT = (
    "The bridge over the river was opened on Monday after three years of work, and the first bus crossed it at noon. "
)
DETAIL = {"fields": {"title": {"selectors": ["css:h1"]}}}


def page(number: int) -> str:
    return f"<html><head><title>Story {number}</title></head><body><h1>Story {number}</h1><h2>Harbour</h2><p>{TEXT * 4}</p></body></html>"


def read(**fields: Any) -> Parsed:
    return Parsed(items=(Item("https://a.test/1", "Story", TEXT, **fields),))


@pytest.fixture
def collected(rig_with: Any, source_of: Any, site: Any, answer: Any) -> Any:
    """Runs a column of three pages with a template and answers its documents and shadow events."""

    def run(draft: dict[str, Any], *, share: int = 1000, until_ms: int = 2**53, **settings: Any) -> tuple[Any, Any]:
        rows = "".join(f"<li><a href='/story/{n}.html'>Story {n} about it</a></li>" for n in range(3))
        site.pages["/list"] = answer(f"<ul>{rows}</ul>")
        for n in range(3):
            site.pages[f"/story/{n}.html"] = answer(page(n), 200, "Content-Type: text/html; charset=utf-8")
        rig = rig_with(**settings)
        config = ShadowConfig(2, 1, draft, share, until_ms)
        rig.ports.cache.put_template(TemplateConfig(3, 1, "T", {"detail": DETAIL}, config))
        rig.window(source_of(site.url("/list"), template_id=3))
        rig.start()
        rig.wait(lambda: rig.ports.queue.ended(limit=5))
        return rig.outbox.documents(), [event for event in rig.outbox.events if event.stage == "shadowed"]

    return run


def test_a_draft_is_compared_on_live_pages_and_only_the_published_version_is_written(collected: Any) -> None:
    documents, events = collected({"detail": {"fields": {"title": {"selectors": ["css:h2"]}}}})
    assert sorted(document.title for document in documents) == ["Story 0", "Story 1", "Story 2"]
    assert {document.parse_template_version for document in documents} == {"3:1"}
    stories = [event for event in events if "/story/" in event.url]
    assert len(stories) == 3
    told = [msgspec.json.decode(event.fields["title"]) for event in stories]
    assert {(kind, draft) for kind, _, draft in told} == {("changed", "Harbour")}
    assert stories[0].template_version == "3:1"
    assert stories[0].numbers["draft"] == 2
    lists = [event for event in events if "/list" in event.url]
    assert [msgspec.json.decode(event.fields["links"])[0] for event in lists] == ["same"]


def test_a_draft_that_reads_nothing_hurts_no_document(collected: Any) -> None:
    required = {"fields": {"place": {"selectors": ["css:.none"], "required": True}}}
    documents, events = collected({"detail": required})
    assert len(documents) == 3
    told = [msgspec.json.decode(event.fields["page"])[0] for event in events if "/story/" in event.url]
    assert told == ["lost"] * 3


@pytest.mark.parametrize("options", [{"share": 0}, {"until_ms": 1}])
def test_pages_outside_of_the_share_and_after_the_end_are_read_once(collected: Any, options: dict[str, int]) -> None:
    documents, events = collected({"detail": DETAIL}, **options)
    assert len(documents) == 3
    assert events == []


def test_a_draft_that_cannot_be_read_is_told_and_hurts_nothing(collected: Any) -> None:
    documents, events = collected({"detail": {"fields": {"title": {"selectors": ["h1"]}}}})
    assert len(documents) == 3
    assert "cannot be read" in next(event.detail for event in events if "/story/" in event.url)


@pytest.mark.parametrize(
    ("draft", "field", "told"),
    [
        (read(), "title", ("same", "", "")),
        (read(published="2026-01-01"), "published", ("gained", "", "2026-01-01")),
        (read(extra={"place": "Bonn"}), "place", ("gained", "", "Bonn")),
        (Parsed(items=(Item("https://a.test/1", "Story - News", TEXT),)), "title", ("longer", "Story", "Story - News")),
        (Parsed(items=(Item("https://a.test/1", "Sto", TEXT),)), "title", ("shorter", "Story", "Sto")),
        (Parsed(items=(Item("https://a.test/1", "", TEXT),)), "title", ("lost", "Story", "")),
        (Parsed(failure="parse"), "page", ("lost", "read", "")),
    ],
)
def test_each_difference_has_its_kind(draft: Parsed, field: str, told: tuple[str, str, str]) -> None:
    assert shadow.compared(read(), draft)[field] == told


def test_long_texts_are_shown_around_the_first_difference() -> None:
    old, new = "a" * 5_000 + "X" + "b" * 5_000, "a" * 5_000 + "Y" + "b" * 5_000
    kind, live, draft = shadow.compared(Parsed(items=(Item("u", "t", old),)), Parsed(items=(Item("u", "t", new),)))[
        "content"
    ]
    assert kind == "changed"
    assert "aX" in live
    assert "aY" in draft
    assert len(live) <= shadow.MAX_SHOWN + 2


def test_lists_are_compared_by_their_links() -> None:
    live = Parsed(Discovered(links=(Link("u1", {"title": "One"}), Link("u2")), next_url="n"))
    draft = Parsed(Discovered(links=(Link("u1", {"title": "One"}),)))
    found = shadow.compared(live, draft)
    assert (found["links"][0], found["next page"][0], found["page"][0]) == ("shorter", "lost", "same")


def test_a_page_that_only_the_draft_reads_is_gained() -> None:
    assert shadow.compared(Parsed(failure="empty"), read()) == {"page": ("gained", "", "read")}
