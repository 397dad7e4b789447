"""The steps without Spark: from Arrow batches to Arrow batches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cleaner.spark import rows, steps, tools
from cleaner.spark.steps import Step
from cleaner.spark.tools import Job
from kit.contracts.document import Document
from kit.contracts.structure import Gate
from kit.errors import BackendUnavailable
from kit.ports.index import ItemResult
from tests.cleaner.spark.opener import PLAIN
from tests.cleaner.stage import FUTURE, Stage, document


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    built = Stage(tmp_path, clean_batch=2)
    yield built
    built.close()
    tools._open.cache_clear()


def _kafka_row(number: int, body: Document | bytes) -> dict[str, Any]:
    value = body if isinstance(body, bytes) else msgspec.json.encode(body)
    place = {"topic": "p.collect.web", "partition": 1, "offset": number, "timestamp": 1000 + number}
    return {
        **place,
        "key": b"k",
        "value": value,
        "headers": [{"key": "shared", "value": b"1"}] if number == 9 else None,
    }


def _through(step: Step, some: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return list(rows.rows_of(step(iter([rows.table(some, rows.CLEANED_TYPE)]))))


def _job(stage: Stage) -> Job:
    return Job(PLAIN, stage.settings, "p.")


def test_a_message_is_cleaned_rejected_or_dead(stage: Stage) -> None:
    bodies: list[Document | bytes] = [document(1), document(2, content=" "), b"junk"]
    good, empty, dead = _through(steps.clean_step(_job(stage)), [_kafka_row(n, body) for n, body in enumerate(bodies)])
    assert good["cleaned"]
    assert not good["rejected"]
    assert len(good["keys"]) > 10
    assert empty["rejected"]
    assert len(empty["keys"]) == 1
    assert dead["dead"].startswith("no document")
    assert dead["value"] == b"junk"


def test_what_was_cleaned_is_read_back_as_it_was(stage: Stage) -> None:
    (row,) = _through(steps.clean_step(_job(stage)), [_kafka_row(9, document(1, publish_time=FUTURE))])
    found = rows.result(row)
    assert found.document == document(1, publish_time=FUTURE)
    assert (found.shared, found.ms) == (True, 1796025600000)
    assert [flag.value for flag in found.outcome.flags] == ["publish_time_future"]  # type: ignore[union-attr]
    assert rows.message(row, "p.").topic == "collect.web"


def test_content_from_object_storage_travels_on(stage: Stage) -> None:
    key = "content/2026/11/30/" + "0" * 32
    stage.backends.objects.put(key, document(1).content.encode())
    body = msgspec.structs.replace(document(1), content="", content_key=key)
    (row,) = _through(steps.clean_step(_job(stage)), [_kafka_row(0, body)])
    assert rows.result(row).document.content == document(1).content


def test_documents_meet_over_text_page_and_near_duplicate_keys_but_records_of_one_list_do_not(stage: Stage) -> None:
    url = "http://news.example/live"
    same_page, other, listed = document(1, url=url), document(2, url=url), document(3, url=url)
    cleaned = _through(
        steps.clean_step(_job(stage)), [_kafka_row(0, same_page), _kafka_row(1, other), _kafka_row(9, listed)]
    )
    one, two, three = (set(row["keys"]) for row in cleaned)
    assert len(one & two) == 1
    assert not one & three


def test_new_documents_are_archived_and_shown_and_known_ones_wait_for_the_other_lanes(stage: Stage) -> None:
    cleaned = _through(steps.clean_step(_job(stage)), [_kafka_row(n, document(n)) for n in range(3)])
    assert _through(steps.archive_step(_job(stage)), cleaned) == []
    assert len(stage.documents()) == 3
    again = [_kafka_row(n, document(n, url="http://mirror.example/", at=60 + n)) for n in range(2)]
    touched = _through(steps.archive_step(_job(stage)), _through(steps.clean_step(_job(stage)), again))
    assert {shown.sightings for shown in stage.documents()} == {1}
    batch = rows.table(touched, rows.TOUCHED_TYPE)
    assert list(rows.rows_of(steps.index_step(_job(stage))(iter([batch])))) == []
    assert sorted(shown.sightings for shown in stage.documents()) == [1, 2, 2]


def test_a_refusal_of_the_index_is_an_answer_of_the_step(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: object, _index: str, documents: list[Any]) -> list[ItemResult]:
        return [ItemResult(one.id, "failed", "field too long") for one in documents]

    cleaned = _through(steps.clean_step(_job(stage)), [_kafka_row(0, document(0))])
    monkeypatch.setattr(type(stage.backends.index), "upsert", refuse)
    (answer,) = _through(steps.archive_step(_job(stage)), cleaned)
    assert (answer["id"], answer["reason"]) == (rows.result(cleaned[0]).content_hash, "field too long")


def test_what_an_index_refuses_is_reported_and_goes_to_the_dead_topic(stage: Stage) -> None:
    cleaned = _through(steps.clean_step(_job(stage)), [_kafka_row(n, document(n)) for n in range(2)])
    refused = {rows.result(cleaned[0]).content_hash: "field too long"}
    assert _through(steps.report_step(_job(stage), refused), cleaned) == []
    (dead,) = stage.messages("collect.dead")
    assert (dead.headers["reason"], dead.headers["offset"]) == ("index: field too long", "0")
    outcomes = sorted((event.stage, event.outcome) for event in stage.events())
    assert outcomes == [("cleaned", "ok"), ("cleaned", "ok"), ("indexed", "internal"), ("indexed", "ok")]


def test_a_backend_that_is_away_is_an_answer_not_a_failure(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_job: Job) -> None:
        raise BackendUnavailable("no archive")

    cleaned = _through(steps.clean_step(_job(stage)), [_kafka_row(0, document(0))])
    monkeypatch.setattr(steps, "tools", away)
    for step in (steps.clean_step, steps.archive_step):
        assert [row["later"] for row in _through(step(_job(stage)), cleaned)] == ["no archive"]


def test_a_page_that_stands_out_waits_for_a_decision(stage: Stage) -> None:
    gate = Gate("review", "3 news.example/{s}", 4, ("title",))
    job = _job(stage)
    (held,) = _through(steps.clean_step(job), [_kafka_row(1, document(1, gate=gate))])
    assert (held["held"], held["dead"], held["cleaned"], held["keys"]) == (True, None, None, [])
    _through(steps.report_step(job, {}), [held])
    (event,) = stage.events()
    assert (event.stage, event.fields["verdict"]) == ("quarantined", "review")
    assert stage.backends.objects.list("quarantine/") == [event.detail]
