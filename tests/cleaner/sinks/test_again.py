"""Cleaning again: what the archive, the index and the groups say afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import pytest
from msgspec import json
from msgspec.structs import replace

from cleaner.local.batch import cleaned
from cleaner.local.decode import decode
from cleaner.local.sources import SourceFacts
from cleaner.sinks import review
from cleaner.sinks.again import Again, Stored, changes, made, read_stored, scan
from cleaner.sinks.record import Result
from kit.errors import BackendUnavailable
from kit.ids import content_hash
from kit.ports.archive import Row, Table
from kit.ports.log import Message
from tests.cleaner.stage import FUTURE, Stage, article, document

NOW_MS = 1_796_083_200_000


def today(stored: Stored, **found: object) -> Result:
    """What cleaning makes of the document if extraction found these fields today."""
    new = replace(stored.original, **found)
    new = replace(new, content_hash=content_hash(new.title, new.content))
    collected = decode(Message("collect.web", 0, 0, "", json.encode(new), 0), None)  # type: ignore[arg-type]
    return Result(new, cleaned(collected, SourceFacts()), stored.ms, stored.archived.shared)


def rows(stage: Stage) -> list[Stored]:
    return [found for key, cells in scan(stage.backends.archive) if (found := read_stored(key, cells))]


def again(stage: Stage, found: Mapping[str, object], *, archive: object = None, now: int = NOW_MS) -> None:
    kept = stage.backends.archive if archive is None else archive
    run = Again(kept, stage.backends.index, days=30)  # type: ignore[arg-type]
    for stored in rows(stage):
        result = today(stored, **found)
        if changes(stored, made(result)):
            run.apply(stored, result, now_ms=now)


def test_nothing_is_written_for_what_comes_out_as_before(stage: Stage) -> None:
    stage.clean(*(document(seed) for seed in range(3)), document(9, publish_time=FUTURE))
    assert [changes(stored, made(today(stored))) for stored in rows(stage)] == [()] * 4


def test_another_text_takes_the_place_of_the_old_one_everywhere(stage: Stage) -> None:
    stage.clean(document(1), document(2))
    (old,) = [one for one in rows(stage) if one.original.url.endswith("/1")]
    run = Again(stage.backends.archive, stage.backends.index, days=30)
    run.apply(old, today(old, title="A better title for report one"), now_ms=NOW_MS)
    titles = sorted(found.title for found in stage.documents())
    assert titles == ["A better title for report one", "Report number 2 about the harbour"]
    new = next(found for found in stage.documents() if found.title.startswith("A better"))
    assert (new.page_version, new.superseded_by, new.sightings, new.group) == (1, "", 1, new.id)
    assert len(rows(stage)) == 2


def test_the_old_row_stays_in_the_archive_and_names_the_new_one(stage: Stage) -> None:
    stage.clean(document(1))
    (old,) = rows(stage)
    again(stage, {"title": "A better title for report one"})
    (cells,) = stage.backends.archive.get("doc", [old.key])
    (new,) = rows(stage)
    assert cells is not None
    assert cells["info:replacedBy"] == new.key.encode()
    assert cells["info:title"].decode() == old.archived.title
    assert new.original.raw == old.original.raw


def test_applying_twice_and_replaying_the_message_change_nothing(stage: Stage) -> None:
    stage.clean(document(1))
    again(stage, {"title": "A better title for report one"})
    before = stage.contents()
    again(stage, {"title": "A better title for report one"}, now=NOW_MS + 5)
    assert stage.contents() == before
    stage.clean(document(1))
    assert [found.title for found in stage.documents()] == ["A better title for report one"]


def test_going_back_to_the_first_text_shows_it_again(stage: Stage) -> None:
    stage.clean(document(1))
    first = stage.documents()
    again(stage, {"title": "A better title for report one"})
    again(stage, {"title": "Report number 1 about the harbour"}, now=NOW_MS + 5)
    (shown,) = stage.documents()
    assert (shown.id, shown.title, shown.group) == (first[0].id, first[0].title, first[0].id)


def test_a_finding_that_is_new_moves_the_document_to_review_and_back(stage: Stage) -> None:
    stage.clean(document(1))
    again(stage, {"publish_time": FUTURE})
    assert (len(stage.documents()), len(stage.documents("review"))) == (0, 1)
    again(stage, {"publish_time": "2026-11-29T07:00:00+00:00"}, now=NOW_MS + 5)
    assert (len(stage.documents()), len(stage.documents("review"))) == (1, 0)
    assert stage.documents()[0].flags == ()


def test_what_the_page_showed_before_is_shown_again_when_the_newest_text_is_flagged(stage: Stage) -> None:
    url = "http://news.example/changing"
    stage.clean(document(1, url=url), document(2, url=url, at=600))
    assert [found.title for found in stage.current()] == ["Report number 2 about the harbour"]
    (newest,) = [one for one in rows(stage) if one.archived.title.startswith("Report number 2")]
    run = Again(stage.backends.archive, stage.backends.index, days=30)
    run.apply(newest, today(newest, publish_time=FUTURE), now_ms=NOW_MS)
    assert [found.title for found in stage.current()] == ["Report number 1 about the harbour"]


@pytest.mark.parametrize("decision", ["approved", "rejected"])
def test_a_persons_decision_holds_for_the_text_that_comes_of_it(stage: Stage, decision: str) -> None:
    stage.clean(document(1, publish_time=FUTURE))
    (waiting,) = stage.documents("review")
    review.decide(stage.backends.archive, stage.backends.index, waiting.id, decision, by="li", now_ms=NOW_MS - 9)  # type: ignore[arg-type]
    again(stage, {"title": "A better title for report one"})
    assert stage.documents("review") == []
    assert [found.title for found in stage.documents()] == (
        ["A better title for report one"] if decision == "approved" else []
    )


def test_a_group_goes_to_what_became_of_its_first_document(stage: Stage) -> None:
    text = article(1)
    stage.clean(document(1, content=text), document(2, content=f"{text}\nOne more sentence follows here.", at=60))
    first, second = sorted(stage.documents(), key=lambda found: found.collect_time)
    assert second.group == first.id
    (old,) = [one for one in rows(stage) if one.archived.id == first.id]
    run = Again(stage.backends.archive, stage.backends.index, days=30)
    run.apply(old, today(old, title="A better title for report one"), now_ms=NOW_MS)
    groups = {found.group for found in stage.documents()}
    (renamed,) = [found for found in stage.documents() if found.title.startswith("A better")]
    assert groups == {renamed.id}
    assert renamed.duplicate_kind == ""
    stage.clean(document(3, content=f"{text}\nA third version ends in this way.", at=120))
    assert {found.group for found in stage.documents()} == {renamed.id}


def test_a_document_that_nothing_is_left_of_leaves_the_index(stage: Stage) -> None:
    stage.clean(document(1))
    again(stage, {"content": " "})
    assert stage.documents() == stage.documents("review") == []
    assert [one.archived.severity for one in rows(stage)] == ["rejected"]


class _Dying:
    """An archive that stops answering after some writes."""

    def __init__(self, archive: object, writes: int) -> None:
        self._archive, self._left = archive, writes

    def put(self, table: Table, found: list[Row]) -> None:
        if not found:
            return
        for row in found:
            if self._left <= 0:
                raise BackendUnavailable("gone")
            self._left -= 1
            self._archive.put(table, [row])  # type: ignore[attr-defined]

    def __getattr__(self, name: str) -> object:
        return getattr(self._archive, name)


@pytest.mark.parametrize("writes", range(0, 26, 2))
def test_a_run_that_dies_after_any_write_ends_in_the_same_when_it_goes_on(stage: Stage, writes: int) -> None:
    text = article(1)
    url = "http://news.example/1"
    stage.clean(
        document(1, content=text, url=url), document(1, content=text, url=url, at=30),
        document(2, content=f"{text}\nOne more sentence follows here.", at=60),
    )  # fmt: skip
    found = {"title": "A better title for the report", "authors": ("Li Wei",)}
    with suppress(BackendUnavailable):
        again(stage, found, archive=_Dying(stage.backends.archive, writes))
    again(stage, found, now=NOW_MS + 5)
    shown = stage.documents()
    assert [one.title for one in shown] == ["A better title for the report"] * 2
    assert {one.group for one in shown} <= {one.id for one in shown}
    assert len({one.group for one in shown}) == 1
    assert all(one.superseded_by == "" and one.page_version == 1 for one in shown)
