"""From the log to archive and index, over the embedded backends."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from msgspec.structs import replace

from cleaner.sinks import keys
from cleaner.sinks.archived import read_info, read_original
from kit.contracts.document import RawPage
from kit.errors import PoisonError
from kit.ids import content_hash
from kit.ports.index import Query
from tests.cleaner.stage import FUTURE, Stage, article, document


def test_a_clean_document_is_found_by_its_words(stage: Stage) -> None:
    stage.clean(document(1))
    found = stage.backends.index.search("documents", Query(text="harbour"))
    assert [hit.document.url for hit in found.hits] == ["http://news.example/1"]
    assert stage.documents("review") == []


def test_the_id_is_the_hash_of_the_cleaned_text(stage: Stage) -> None:
    noisy = document(1, content=article(1) + "\nShare this article on Facebook\n\n\n")
    stage.clean(noisy)
    (shown,) = stage.documents()
    assert shown.id == content_hash(shown.title, shown.content)


def test_the_archived_page_and_every_field_are_in_the_document_row(stage: Stage) -> None:
    stage.clean(document(1, due_at="2026-11-30T08:00:00+00:00", extra={"score": "5"}))
    (shown,) = stage.documents()
    assert shown.row_key == keys.doc_row(shown.id, shown.version)
    assert shown.row_key.startswith(shown.id[::-1])
    (cells,) = stage.backends.archive.get("doc", [shown.row_key])
    assert cells is not None
    assert zlib.decompress(cells["raw:html"]) == b"<p>page"
    assert cells["raw:headers"] == b'[["content-type","text/html"]]'
    assert read_original(cells) == replace(
        document(1, due_at="2026-11-30T08:00:00+00:00", extra={"score": "5"}), raw=None
    )
    archived = read_info(cells)
    assert (archived.severity, archived.source_name, archived.extra) == ("clean", "Harbour News", {"score": "5"})


def test_a_flagged_document_waits_in_the_review_index(stage: Stage) -> None:
    stage.clean(document(1, publish_time=FUTURE))
    assert stage.documents() == []
    (waiting,) = stage.documents("review")
    assert waiting.flags == ("publish_time_future",)


def test_a_document_that_turns_clean_leaves_the_review_index(stage: Stage) -> None:
    stage.clean(document(1, publish_time=FUTURE))
    stage.clean(document(1, at=60))
    assert stage.documents("review") == []
    assert [shown.publish_time for shown in stage.documents()] == ["2026-11-29T07:00:00+00:00"]


def test_a_dropped_document_is_archived_with_its_flags_and_shown_nowhere(stage: Stage) -> None:
    stage.clean(document(1, content="锟斤拷" * 200))
    assert stage.documents() == stage.documents("review") == []
    rows = [read_info(cells) for _, cells in stage.backends.archive.scan("doc") if "info:severity" in cells]
    assert [row.severity for row in rows] == ["drop"]
    assert "encoding_damage" in rows[0].flags
    assert [event.stage for event in stage.events()] == ["rejected"]


def test_an_empty_document_is_archived_as_rejected_with_its_reason(stage: Stage) -> None:
    stage.clean(document(1, content=" \n "))
    (row,) = [read_info(cells) for _, cells in stage.backends.archive.scan("doc")]
    assert row.severity == "rejected"
    assert row.reason.startswith("empty_content")
    (event,) = stage.events()
    assert (event.stage, event.outcome) == ("rejected", "empty")


def test_the_same_text_at_ten_addresses_is_one_document_with_ten_sightings(stage: Stage) -> None:
    stage.clean(*(document(1, url=f"http://mirror{n}.example/a", at=n) for n in range(10)))
    (shown,) = stage.documents()
    assert shown.sightings == 10
    assert shown.url == "http://mirror0.example/a"


def test_sightings_in_later_batches_count_and_keep_the_first_address(stage: Stage) -> None:
    for n in (5, 9, 2):
        stage.clean(document(1, url=f"http://mirror{n}.example/a", at=n))
    (shown,) = stage.documents()
    assert (shown.sightings, shown.url) == (3, "http://mirror2.example/a")


def test_a_page_seen_again_unchanged_is_archived_once(stage: Stage) -> None:
    for at in range(0, 300, 60):
        stage.clean(document(1, at=at))
    rows = [key for key, cells in stage.backends.archive.scan("doc") if "info:title" in cells]
    assert len(rows) == 1
    assert [shown.sightings for shown in stage.documents()] == [1]


def test_new_text_at_an_address_supersedes_the_old_one(stage: Stage) -> None:
    url = "http://news.example/live"
    stage.clean(document(1, url=url), document(2, url=url, at=60), document(3, url=url, at=120))
    old, middle, new = (next(d for d in stage.documents() if f"number {n} " in d.title) for n in (1, 2, 3))
    assert (old.superseded_by, middle.superseded_by, new.superseded_by) == (middle.id, new.id, "")
    assert [d.page_version for d in (old, middle, new)] == [1, 2, 3]
    assert [hit.document.id for hit in stage.backends.index.search("documents", Query()).hits] == [new.id]


def test_a_page_that_returns_to_its_old_text_shows_it_again(stage: Stage) -> None:
    url = "http://news.example/live"
    for seed, at in ((1, 0), (2, 60), (1, 120)):
        stage.clean(document(seed, url=url, at=at))
    assert [shown.title for shown in stage.current()] == ["Report number 1 about the harbour"]


def test_a_late_arrival_does_not_replace_what_is_newer(stage: Stage) -> None:
    url = "http://news.example/live"
    for seed, at in ((1, 0), (3, 120), (2, 60)):
        stage.clean(document(seed, url=url, at=at))
    old, middle, new = (next(d for d in stage.documents() if f"number {n} " in d.title) for n in (1, 2, 3))
    assert (old.superseded_by, middle.superseded_by, new.superseded_by) == (middle.id, new.id, "")
    assert [d.page_version for d in (old, middle, new)] == [1, 2, 3]


@pytest.mark.parametrize("content", ["", "锟斤拷" * 200, "Too short."])
def test_an_empty_rejected_or_flagged_extraction_never_replaces_a_good_text(stage: Stage, content: str) -> None:
    url = "http://news.example/live"
    stage.clean(document(1, url=url))
    stage.clean(document(1, url=url, at=60, content=content))
    (shown,) = stage.documents()
    assert shown.superseded_by == ""
    assert shown.content == stage.documents()[0].content != ""


def test_a_text_that_another_page_still_shows_is_not_superseded(stage: Stage) -> None:
    stage.clean(document(1, url="http://a.example/1"), document(1, url="http://b.example/1", at=1))
    stage.clean(document(2, url="http://a.example/1", at=60))
    assert len(stage.current()) == 2


def test_records_that_share_an_address_do_not_supersede_each_other(stage: Stage) -> None:
    url = "http://api.example/list"
    stage.clean(*(document(n, url=url) for n in (1, 2, 3)), shared=True)
    stage.clean(document(4, url=url, at=60), shared=True)
    assert len(stage.current()) == 4


def test_content_in_object_storage_is_cleaned_like_any_other(stage: Stage) -> None:
    stage.backends.objects.put("content/2026/11/30/" + "0" * 32, article(1).encode())
    stage.clean(replace(document(1), content="", content_key="content/2026/11/30/" + "0" * 32))
    assert [shown.content.split("\n")[0] for shown in stage.documents()] == [article(1).split("\n")[0]]


def test_a_page_in_object_storage_is_referred_to_by_its_key(stage: Stage) -> None:
    key = "raw/2026/11/30/" + "0" * 32
    stage.clean(replace(document(1), raw=RawPage("http://news.example/1", 200, "", key=key)))
    (cells,) = stage.backends.archive.get("doc", [stage.documents()[0].row_key])
    assert cells is not None
    assert cells["raw:key"] == key.encode()


def test_messages_that_are_no_documents_go_to_the_dead_topic_and_the_stream_goes_on(stage: Stage) -> None:
    missing = replace(document(2), content="", content_key="content/2026/11/30/" + "f" * 32)
    naive = replace(document(3), collect_time="2026-11-30T08:00:00")
    stage.send_raw(b"not json", b'{"taskId": 5}', b"\xff\xfe")
    stage.clean(missing, naive, document(1))
    dead = stage.messages("collect.dead")
    assert len(dead) == 5
    assert all(message.headers["reason"] and message.headers["topic"] == "collect.web" for message in dead)
    assert b"not json" in {message.value for message in dead}
    assert len(stage.documents()) == 1


def test_more_than_fifty_dead_messages_in_a_row_stop_the_cleaner(stage: Stage) -> None:
    stage.send_raw(*(b"junk" for _ in range(51)))
    for _ in range(2):
        with pytest.raises(PoisonError, match="51 messages in a row up to .* because: no document"):
            stage.drain()
        assert stage.messages("collect.dead") == [], "each start would bury them once more"


def test_with_a_limit_of_none_any_number_is_put_aside(tmp_path: Path) -> None:
    stage = Stage(tmp_path, poison_max=0)
    stage.send_raw(*(b"junk" for _ in range(60)))
    stage.clean(document(1))
    assert (len(stage.messages("collect.dead")), len(stage.documents())) == (60, 1)
    stage.close()


def test_fifty_dead_messages_with_good_ones_between_do_not(stage: Stage) -> None:
    for round_ in range(3):
        stage.send_raw(*(b"junk" for _ in range(30)))
        stage.clean(document(round_))
    assert len(stage.messages("collect.dead")) == 90
    assert len(stage.documents()) == 3


def test_events_tell_what_became_of_each_document(stage: Stage) -> None:
    stage.clean(document(1, due_at="2026-11-30T11:59:00+00:00"))
    cleaned, indexed = stage.events()
    assert (cleaned.stage, indexed.stage) == ("cleaned", "indexed")
    assert indexed.numbers == {"due_to_searchable_ms": 60_000.0}
    assert cleaned.content_hash == stage.documents()[0].id
    assert cleaned.fields["severity"] == "clean"


def test_a_good_document_stays_when_a_later_sighting_of_it_is_flagged(stage: Stage) -> None:
    stage.clean(document(1))
    stage.clean(
        document(1, at=60, publish_time=FUTURE), document(1, url="http://a.example/", at=90, publish_time=FUTURE)
    )
    (shown,) = stage.documents()
    assert (shown.flags, shown.sightings) == ((), 2)
    assert stage.documents("review") == []
