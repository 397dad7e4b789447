"""The read side, over what the cleaner really stores."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from cleaner.sinks.review import decide
from kit.clock import to_ms
from kit.contracts.document import RawPage
from kit.errors import InvalidInput, NotFound
from kit.ports.index import Query
from services.documents import DocumentService
from tests.cleaner.stage import FUTURE, Stage, article, document

LIVE = "http://news.example/live"


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    built = Stage(tmp_path)
    yield built
    built.close()


@pytest.fixture
def service(stage: Stage) -> DocumentService:
    return DocumentService(stage.backends.index, stage.backends.archive, stage.backends.objects)


def _only(stage: Stage) -> str:
    (shown,) = stage.current()
    return shown.id


def test_search_finds_by_words(stage: Stage, service: DocumentService) -> None:
    stage.clean(document(1), document(2))
    assert [hit.document.url for hit in service.search(Query(text='"number 2"')).hits] == ["http://news.example/2"]


def test_a_document_comes_with_its_sightings(stage: Stage, service: DocumentService) -> None:
    stage.clean(document(1), document(1, url="http://mirror.example/1", at=30))
    view = service.get(_only(stage))
    assert view.index == "documents"
    assert view.archived is not None
    assert view.archived.source_id == "7"
    assert [(s.url, s.seen.second) for s in view.sightings] == [
        ("http://news.example/1", 0),
        ("http://mirror.example/1", 30),
    ]


def test_a_page_shows_its_versions_newest_first(stage: Stage, service: DocumentService) -> None:
    for seed, at in ((1, 0), (1, 10), (2, 20), (3, 40)):
        stage.clean(document(seed, url=LIVE, at=at))
    versions = service.get(_only(stage)).versions
    assert [(v.number, v.title.split()[2], v.current) for v in versions] == [
        (3, "3", True),
        (2, "2", False),
        (1, "1", False),
    ]


def test_near_duplicates_are_listed_with_their_kind(stage: Stage, service: DocumentService) -> None:
    text = article(1, sentences=18)
    stage.clean(document(1, content=text))
    stage.clean(
        document(1, url="http://mirror.example/1", at=5, content=text + "\nA reader sent one more remark on this.")
    )
    first = next(d for d in stage.documents() if d.duplicate_kind == "")
    (member,) = service.get(first.id).duplicates
    assert (member.kind, member.url) == ("near", "http://mirror.example/1")


def test_the_exact_page_is_given_back(stage: Stage, service: DocumentService) -> None:
    stage.clean(document(1))
    page = service.raw_page(_only(stage))
    assert (page.html, page.encoding, page.status) == (b"<p>page", "utf-8", 200)
    assert page.headers == (("content-type", "text/html"),)


def test_a_page_in_object_storage_is_given_back(stage: Stage, service: DocumentService) -> None:
    key = "raw/2026/11/30/" + "0" * 32
    stage.backends.objects.put(key, zlib.compress(b"<h1>large"))
    stage.clean(replace(document(1), raw=RawPage("http://news.example/1", 200, "", key=key)))
    assert service.raw_page(_only(stage)).html == b"<h1>large"


def test_a_page_that_unpacks_without_end_is_cut(
    stage: Stage, service: DocumentService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.documents.service.MAX_PAGE_BYTES", 1000)
    stage.clean(replace(document(1), raw=RawPage("http://news.example/1", 200, "", body=zlib.compress(b"x" * 100_000))))
    page = service.raw_page(_only(stage))
    assert len(page.html) == 1000
    assert page.truncated


def test_a_document_without_a_page_says_so(stage: Stage, service: DocumentService) -> None:
    stage.clean(replace(document(1), raw=None))
    with pytest.raises(NotFound, match="no page was kept"):
        service.raw_page(_only(stage))


def test_a_rejected_document_can_be_looked_at(stage: Stage, service: DocumentService) -> None:
    empty = document(1, content=" ")
    stage.clean(empty)
    view = service.get(empty.content_hash)
    assert view.index is None
    assert view.archived is not None
    assert view.archived.severity == "rejected"
    assert service.raw_page(empty.content_hash).html == b"<p>page"


def test_unknown_and_impossible_ids_are_told_apart(service: DocumentService) -> None:
    with pytest.raises(NotFound):
        service.get("0" * 32)
    with pytest.raises(InvalidInput):
        service.get("../x")


def test_an_approved_document_moves_to_the_main_index_and_replays_keep_it_there(
    stage: Stage, service: DocumentService
) -> None:
    stage.clean(document(1, publish_time=FUTURE))
    (waiting,) = stage.documents("review")
    _decide(stage, waiting.id, "approved")
    before = stage.contents()
    stage.drain("replay")
    assert stage.contents() == before
    assert [d.id for d in stage.documents()] == [waiting.id]
    assert stage.documents("review") == []
    assert service.get(waiting.id).decision == "approved"


def test_a_rejected_document_stays_out_through_replays_and_new_sightings(stage: Stage) -> None:
    stage.clean(document(1))
    _decide(stage, _only(stage), "rejected")
    stage.drain("replay")
    stage.clean(document(1, url="http://mirror.example/1", at=90))
    assert stage.documents() == stage.documents("review") == []


def test_an_approved_version_supersedes_the_one_before(stage: Stage) -> None:
    stage.clean(document(1, url=LIVE), document(2, url=LIVE, at=60, publish_time=FUTURE))
    (waiting,) = stage.documents("review")
    assert [d.superseded_by for d in stage.documents()] == [""]
    _decide(stage, waiting.id, "approved")
    assert [d.id for d in stage.current()] == [waiting.id]


def _decide(stage: Stage, content_hash: str, decision: str) -> None:
    now_ms = to_ms(stage.clock.now())
    backends = stage.backends
    decide(backends.archive, backends.index, content_hash, decision, by="ann", now_ms=now_ms)  # type: ignore[arg-type]
