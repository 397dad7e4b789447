"""The indexes follow the archive, item by item."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from cleaner.sinks.publish import publish
from cleaner.sinks.review import decide
from cleaner.sinks.work import Work
from kit.contracts.stored import IndexDocument
from kit.errors import NotFound
from kit.ports.index import ItemResult
from tests.cleaner.stage import FUTURE, Stage, document


def test_an_entry_that_is_right_is_not_written_again(stage: Stage) -> None:
    stage.clean(document(1))
    (shown,) = stage.documents()
    assert publish(Work(stage.backends.archive), stage.backends.index, [shown.id]).written == set()


def test_an_entry_lost_or_spoilt_in_the_index_is_made_again_from_the_archive(stage: Stage) -> None:
    stage.clean(document(1))
    (shown,) = stage.documents()
    stage.backends.index.upsert("documents", [replace(shown, title="spoilt", version=shown.version + 1)])
    publish(Work(stage.backends.archive), stage.backends.index, [shown.id])
    assert [found.title for found in stage.documents()] == [shown.title]


def test_a_refused_item_is_dead_lettered_and_the_others_are_indexed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = stage.backends.index.upsert

    def picky(name: Any, documents: Sequence[IndexDocument]) -> list[ItemResult]:
        refused = {d.id for d in documents if "number 2 " in d.title}
        results = iter(real(name, [d for d in documents if d.id not in refused]))
        return [ItemResult(d.id, "failed", "mapping") if d.id in refused else next(results) for d in documents]

    monkeypatch.setattr(stage.backends.index, "upsert", picky)
    stage.clean(document(1), document(2), document(3))
    (dead,) = stage.messages("collect.dead")
    assert dead.headers["reason"] == "index: mapping"
    assert len(stage.documents()) == 2
    outcomes = {event.outcome for event in stage.events() if event.stage == "indexed"}
    assert outcomes == {"ok", "internal"}


def test_a_document_moves_between_the_indexes_as_often_as_it_is_decided(stage: Stage) -> None:
    stage.clean(document(1, publish_time=FUTURE))
    (waiting,) = stage.documents("review")
    backends, now = stage.backends, waiting.version + 1_000_000
    for step, decision in enumerate(("rejected", "approved", "rejected", "approved")):
        decide(backends.archive, backends.index, waiting.id, decision, by="ann", now_ms=now + step)  # type: ignore[arg-type]
        assert len(stage.documents()) == (decision == "approved")
        assert stage.documents("review") == []


def test_deciding_on_an_unknown_document_says_so(stage: Stage) -> None:
    with pytest.raises(NotFound):
        decide(stage.backends.archive, stage.backends.index, "0" * 32, "approved", by="ann", now_ms=1)


def test_rejecting_a_version_gives_its_place_back_to_the_one_before(stage: Stage) -> None:
    url = "http://news.example/live"
    stage.clean(document(1, url=url), document(2, url=url, at=60))
    (newest,) = stage.current()
    backends = stage.backends
    decide(backends.archive, backends.index, newest.id, "rejected", by="ann", now_ms=newest.version + 1)
    assert [shown.title for shown in stage.current()] == ["Report number 1 about the harbour"]
    before = stage.contents()
    stage.drain("replay")
    assert stage.contents() == before
