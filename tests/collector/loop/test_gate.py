"""Pages that are laid out unlike their family are looked at twice and told, and their documents say what stands against storing them."""

from typing import Any

import msgspec
import pytest

from collector.extract.anchors import PageSight, family_of, learn
from kit.contracts.config import TemplateConfig
from kit.contracts.structure import FamilyConfig, StructureConfig

DETAIL = {"fields": {"title": {"selectors": ["css:h1"]}, "content": {"selectors": ["css:.text"]}}}
FOOT = "<footer><p>Imprint</p><p>Contact us</p><p>Privacy</p><p>Weather</p><p>All rights of the paper</p></footer>"
TEXT = "The bridge was opened on Friday after years of work by the people of the town. " * 6
STORIES = 9


def old_page(number: int) -> str:
    head = "<nav><a>Home</a><a>Politics</a><a>Harbour</a></nav>"
    return f"<body>{head}<article><p>News of the town</p><h1>Story number {number}</h1><div class=text><p>{TEXT}{number}</p></div></article>{FOOT}"


def new_page(number: int) -> str:
    aside = f"<aside><p>Other stories</p><p class=text>{TEXT}</p></aside>"
    return f"<body><main><section><ul><li>Reading room</li><li><h1>Story number {number}</h1></li></ul>{aside}</section></main></body>"


@pytest.fixture
def collected(rig_with: Any, source_of: Any, site: Any, answer: Any) -> Any:
    """Collects stories written by `page` with a template, under what is known of the structure; documents and "judged" events."""

    def run(
        page: Any, structure: Any = None, count: int = STORIES, served: Any = None
    ) -> tuple[list[Any], list[Any], Any]:
        rows = "".join(f"<li><a href='/story/{n}.html'>Story {n} about it</a></li>" for n in range(count))
        site.pages["/list"] = answer(f"<ul>{rows}</ul>")
        for n in range(count):
            site.pages[f"/story/{n}.html"] = served or answer(page(n), 200, "Content-Type: text/html; charset=utf-8")
        rig = rig_with(structure_recheck_seconds=0.2)
        rig.ports.cache.put_template(TemplateConfig(3, 1, "T", {"detail": DETAIL}))
        source = source_of(site.url("/list"), template_id=3)
        if structure is not None:
            rig.ports.cache.put_structure(structure(source.id, family_of(site.url("/story/1.html"), "3")))
        rig.window(source)
        rig.start()
        rig.wait(lambda: rig.ports.queue.ended(limit=5))
        return rig.outbox.documents(), [one for one in rig.outbox.events if one.stage == "judged"], rig

    return run


def known(sights: list[str], **changes: Any) -> Any:
    baseline = msgspec.json.encode(learn([msgspec.json.decode(one, type=PageSight) for one in sights])).decode()

    def structure(source_id: int, family: str) -> StructureConfig:
        facts: dict[str, Any] = {"revision": 5, "template_version": 1, "baseline": baseline, "learning": False}
        paused = changes.pop("paused", False)
        return StructureConfig(source_id, 9, {family: FamilyConfig(**(facts | changes))}, paused)

    return structure


@pytest.fixture
def sights(collected: Any, site: Any) -> list[str]:
    """Of the family as it was, from a source of which nothing is known."""
    documents, events, rig = collected(old_page)
    rig.stop()
    rig.client.flushall()
    site.asked.clear()
    assert [one.gate for one in documents] == [None] * STORIES
    assert [one.fields["verdict"] for one in events] == ["learnt"] * STORIES
    return [one.fields["sight"] for one in events]


def test_pages_like_their_family_are_stored_and_cost_no_event(sights: list[str], collected: Any) -> None:
    documents, events, rig = collected(old_page, known(sights), count=3)
    assert [one.gate for one in documents] == [None] * 3
    assert events == []
    compared = [one.numbers["judged"] for one in rig.outbox.events if one.stage == "extracted" and "/story/" in one.url]
    assert compared == [1.0] * 3


def test_a_redesigned_page_is_fetched_a_second_time_and_its_document_says_why_it_must_wait(
    sights: list[str], collected: Any, site: Any
) -> None:
    documents, events, _ = collected(new_page, known(sights), count=3)
    document = next(one for one in documents if one.url.endswith("/0.html"))
    event = next(one for one in events if one.url == document.url)
    assert (document.gate.verdict, document.gate.revision) == ("review", 5)
    assert "title" in document.gate.fields
    assert document.gate.family == event.fields["family"]
    assert event.fields["blocked"].split(",") == list(document.gate.fields)
    assert msgspec.json.decode(event.fields["evidence"])["title"]["known_path"] == "article>h1"
    assert site.paths().count("/story/0.html") == 2


def test_a_page_that_is_well_at_the_second_look_is_stored(
    sights: list[str], collected: Any, site: Any, answer: Any
) -> None:
    seen: set[bytes] = set()

    def page(connection: Any, head: bytes) -> None:
        path = head.split(b" ", 2)[1]
        number = int(path.split(b"/")[-1].split(b".")[0]) if b"/story/" in path else 0
        html = old_page(number) if path in seen else new_page(number)
        seen.add(path)
        connection.sendall(answer(html, 200, "Content-Type: text/html; charset=utf-8"))

    documents, events, _ = collected(old_page, known(sights), count=3, served=page)
    assert [one.gate for one in documents] == [None] * 3
    assert events == []
    assert site.paths().count("/story/0.html") == 2


def test_a_change_that_is_known_already_needs_no_second_look(sights: list[str], collected: Any, site: Any) -> None:
    documents, _, _ = collected(new_page, known(sights, known=True), count=3)
    assert documents[0].gate.verdict == "review"
    assert site.paths().count("/story/0.html") == 1


def test_while_the_source_is_paused_every_document_says_so(sights: list[str], collected: Any) -> None:
    documents, _, _ = collected(old_page, known(sights, paused=True), count=3)
    assert [one.gate.verdict for one in documents] == ["paused"] * 3


def test_pages_of_another_version_of_the_template_are_learnt_from_and_not_judged(
    sights: list[str], collected: Any
) -> None:
    documents, events, _ = collected(new_page, known(sights, template_version=7), count=3)
    assert documents[0].gate is None
    assert [one.fields["verdict"] for one in events] == ["learnt"] * 3
