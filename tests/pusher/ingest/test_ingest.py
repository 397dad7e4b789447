"""Ingest over real HTTP on 127.0.0.1, with the embedded log and object store."""

from __future__ import annotations

import json
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from kit.clock import SystemClock
from kit.contracts.document import SHARED_HEADER, Document, PushRequest, RawPage
from kit.contracts.event import CollectEvent
from kit.errors import BackendUnavailable, Throttled
from kit.settings import load
from pusher.client import open_outbox
from tests.pusher.fakes import document, page
from tests.pusher.ingest.conftest import Served


def decoded(body: bytes) -> Document:
    return msgspec.json.decode(body, type=Document)


def test_a_pushed_page_is_one_message_per_document_with_the_page_inline(served: Served) -> None:
    assert served.statuses(page(1, body=b"zlib")) == ["accepted"]
    (message,) = served.messages("collect.web")
    stored = decoded(message.value)
    assert message.key == stored.content_hash
    assert stored.raw is not None
    assert stored.raw.body == b"zlib"
    assert replace(stored, raw=None) == document(1)


@pytest.mark.parametrize(
    ("kind", "topic"),
    [("WEB", "collect.web"), ("WECHAT", "collect.social"), ("JOURNAL", "collect.app"), ("OTHER", "collect.app")],
)
def test_the_topic_follows_the_source_type(served: Served, kind: str, topic: str) -> None:
    served.push(page(1, documents=[document(1, source_type=kind)]))
    assert len(served.messages(topic)) == 1


def test_a_repeat_is_acknowledged_and_not_doubled(served: Served) -> None:
    assert served.statuses(page(1), page(2)) == ["accepted", "accepted"]
    assert served.statuses(page(2), page(3)) == ["duplicate", "accepted"]
    assert len(served.messages("collect.web")) == 3


def test_the_same_document_twice_in_one_push_is_written_once(served: Served) -> None:
    assert served.statuses(page(1), page(1)) == ["accepted", "duplicate"]
    assert len(served.messages("collect.web")) == 1


def test_records_that_share_an_address_are_told_apart_by_their_text(served: Served) -> None:
    url = "http://api.example/list"
    records = [document(n, url=url, fingerprint="0" * 32) for n in (1, 2, 3)]
    assert served.statuses(page(1, documents=records)) == ["accepted"] * 3
    found = served.messages("collect.web")
    assert len(found) == 3
    assert {message.headers[SHARED_HEADER] for message in found} == {"1"}


def test_a_page_shared_by_several_documents_is_stored_once(served: Served) -> None:
    assert served.statuses(page(1, documents=[document(1), document(2)], body=b"small")) == ["accepted"] * 2
    raws = [decoded(message.value).raw for message in served.messages("collect.web")]
    keys = {raw.key for raw in raws if raw is not None}
    assert len(keys) == 1
    assert served.backends.objects.get(keys.pop()) == b"small"


def test_large_content_and_large_pages_go_to_object_storage(served: Served) -> None:
    served.push(page(1, documents=[document(1, content="长" * 1000)], body=b"p" * 501))
    (message,) = served.messages("collect.web")
    stored = decoded(message.value)
    assert stored.content == ""
    assert stored.content_key.startswith("content/2026/11/30/")
    assert served.backends.objects.get(stored.content_key).decode() == "长" * 1000
    assert stored.raw is not None
    assert served.backends.objects.get(stored.raw.key) == b"p" * 501


def test_a_message_that_stays_over_one_megabyte_is_invalid(served: Served) -> None:
    (answer,) = served.push(page(1, documents=[document(1, extra={"x": "y" * 1_100_000})])).answers
    assert answer.status == "invalid"
    assert "1 MB" in answer.reason
    assert served.marks.held == {}


def test_a_stale_claim_is_refused_and_leaves_no_mark(served: Served) -> None:
    served.queue.newest["src_7_202611300800"] = 5
    assert served.statuses(page(1, fence=4), page(2, fence=5)) == ["stale", "accepted"]
    assert list(served.marks.held.values()) == ["done"]


def test_a_bad_document_does_not_cost_its_neighbours(served: Served) -> None:
    bad = document(2, url="javascript:alert(1)")
    response = served.push(page(1, documents=[document(1), bad, document(3)]))
    assert [answer.status for answer in response.answers] == ["accepted", "invalid", "accepted"]
    assert response.answers[1].reason.startswith("url:")


def test_documents_of_the_wrong_shape_are_answered_one_by_one(served: Served) -> None:
    body = json.loads(msgspec.json.encode(PushRequest((page(1), page(2), page(3)))))
    body["pages"][0]["documents"][0]["title"] = 7
    body["pages"][1]["fence"] = "none"
    answers = served.post(json.dumps(body).encode()).json()["answers"]
    assert [answer["status"] for answer in answers] == ["invalid", "invalid", "accepted"]
    assert [answer["url"] for answer in answers] == [f"http://news.example/{n}" for n in (1, 2, 3)]


def test_unknown_fields_of_a_newer_collector_are_ignored(served: Served) -> None:
    body = json.loads(msgspec.json.encode(PushRequest((page(1),))))
    body["pages"][0]["documents"][0]["mood"] = "new"
    assert served.post(json.dumps(body).encode()).json()["answers"][0]["status"] == "accepted"


def test_a_busy_mark_means_later(served: Served) -> None:
    served.marks.held["src_7_202611300800 http://news.example/1"] = "busy"
    assert served.statuses(page(1)) == ["retry"]
    assert served.messages("collect.web") == []


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b'{"pages": 3}'])
def test_a_body_that_is_no_push_is_a_clear_422(served: Served, body: bytes) -> None:
    response = served.post(body)
    assert response.status_code == 422
    assert response.json()["code"] == "invalid"


@pytest.mark.parametrize("token", ["x", "wrong", "secret2", "secre"])
def test_another_token_is_refused(served: Served, token: str) -> None:
    assert served.post(b"{}", token).status_code == 401


def test_a_body_over_32_megabytes_is_refused_unread(served: Served) -> None:
    assert served.post(b"x" * (32 * 1024 * 1024 + 1)).status_code == 413


def test_a_full_log_is_429_with_retry_after_and_keeps_no_mark(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise Throttled("the log is full", retry_after_s=7)

    monkeypatch.setattr(served.backends.log, "append", full)
    response = served.post(msgspec.json.encode(PushRequest((page(1),))))
    assert response.status_code == 429
    assert response.headers["retry-after"] == "7"
    monkeypatch.undo()
    assert served.statuses(page(1)) == ["accepted"]


def test_high_pressure_is_429_before_anything_is_read(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served.backends.log, "pressure", lambda: 0.99)
    response = served.post(msgspec.json.encode(PushRequest((page(1),))))
    assert response.status_code == 429
    assert int(response.headers["retry-after"]) >= 1
    monkeypatch.undo()
    served.clock.advance(1)
    assert served.statuses(page(1)) == ["accepted"]


def test_a_log_that_does_not_answer_is_503_and_keeps_no_mark(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: Any, **__: Any) -> None:
        raise BackendUnavailable("no broker")

    monkeypatch.setattr(served.backends.log, "append", down)
    assert served.post(msgspec.json.encode(PushRequest((page(1),)))).status_code == 503
    assert served.marks.held == {}


def test_object_storage_that_does_not_answer_costs_only_large_documents(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: Any, **__: Any) -> None:
        raise BackendUnavailable("no store")

    monkeypatch.setattr(served.backends.objects, "put", down)
    assert served.statuses(page(1, body=b"p" * 900), page(2)) == ["retry", "accepted"]
    monkeypatch.undo()
    assert served.statuses(page(1, body=b"p" * 900), page(2)) == ["accepted", "duplicate"]


def test_events_are_appended_beside_one_ingested_event_per_accepted_document(served: Served) -> None:
    claimed = CollectEvent("src_7_202611300800", "7", "claimed", 1)
    response = served.push(page(1), page(2), events=(msgspec.json.encode(claimed), b'{"stage": "nonsense"}'))
    assert response.events == 1
    events = [msgspec.json.decode(m.value, type=CollectEvent) for m in served.messages("collect.events")]
    assert sorted(event.stage for event in events) == ["claimed", "ingested", "ingested"]
    ingested = [event for event in events if event.stage == "ingested"]
    assert {event.content_hash for event in ingested} == {document(1).content_hash, document(2).content_hash}
    assert {event.worker for event in ingested} == {"worker-1"}


def test_health_readiness_and_metrics_answer(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    served.push(page(1))

    def get(path: str) -> httpx.Response:
        return httpx.get(f"{served.url}{path}", trust_env=False)

    assert get("/healthz").json() == {"status": "ok"}
    assert get("/readyz").json() == {"status": "ok", "failing": {}}
    assert 'catchment_ingest_documents_total{status="accepted"} 1.0' in get("/metrics").text

    def down() -> float:
        raise BackendUnavailable("no broker")

    monkeypatch.setattr(served.backends.log, "pressure", down)
    assert get("/readyz").status_code == 503
    assert get("/readyz").json()["failing"] == {"log": "no broker"}


def test_the_api_description_documents_the_messages(served: Served) -> None:
    schema = httpx.get(f"{served.url}/openapi.json", trust_env=False).json()
    parts = schema["components"]["schemas"]
    assert {"PushRequest", "PushResponse", "PushPage", "Document", "RawPage", "CollectEvent"} <= set(parts)
    assert "contentHash" in parts["Document"]["properties"]
    operation = schema["paths"]["/v1/push"]["post"]
    assert operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].endswith("/PushRequest")


def test_an_outbox_and_ingest_work_together(served: Served) -> None:
    settings = load(data_dir=served.settings.data_dir, ingest_url=served.url, ingest_token="secret")
    outbox = open_outbox(settings, SystemClock())
    answers = [outbox.put(page(n)) for n in (1, 2, 1)]
    assert [answer.result(20) for answer in answers] == ["accepted", "accepted", "duplicate"]
    outbox.close(5)
    assert len(served.messages("collect.web")) == 2


def test_raw_keys_from_outside_the_store_are_invalid(served: Served) -> None:
    raw = RawPage("http://news.example/1", 200, "", key="raw/2026/11/30/../../../x")
    (answer,) = served.push(replace(page(1), raw=raw)).answers
    assert answer.status == "invalid"
