"""Items as documents."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from collector.fetch import Fetched
from collector.loop import documents
from collector.loop.messages import Parsed
from collector.sources.model import Item
from kit import urls
from kit.contracts.config import SourceConfig, TemplateConfig
from kit.contracts.document import PushPage
from kit.contracts.task import Claim, Task
from kit.ids import content_hash
from pusher.ingest.validate import document_problem, raw_problem

SOURCE = SourceConfig(
    1, 1, "COLUMN", "n", "http://a.example/", "AUTO", 3, 5, "Asia/Shanghai", 2, 2, 1, {}, {}, "zh", "Site"
)
NOW = datetime(2026, 2, 4, 5, 6, 7, 890000, tzinfo=UTC)
CLAIM = Claim(Task("src_1_202602040500", 1, "COLUMN", 5, 1_770_181_200_000, 0, retries=2), "w", 42, 0)


def page(*items: Item, source: SourceConfig = SOURCE) -> PushPage:
    headers = (("Content-Type", "text/html"), ("Set-Cookie", "secret=1"))
    fetched = Fetched("http://a.example/1", 200, b"x", headers)
    parsed = Parsed(encoding="utf-8", charset={"source": "meta"}, raw=b"zipped")
    return documents.push_page(CLAIM, source, TemplateConfig(3, 9, "t", {}), fetched, parsed, items, NOW)


def test_a_document_carries_its_identities_and_origins() -> None:
    pushed = page(Item("http://a.example/1?utm_source=x", "T", "content", published="2026-02-03", extra={"a": "b"}))
    (document,) = pushed.documents
    assert (pushed.task_id, pushed.fence) == ("src_1_202602040500", 42)
    assert document.content_hash == content_hash("T", "content")
    assert document.fingerprint == urls.fingerprint("http://a.example/1")
    assert (document.collect_time, document.publish_time) == ("2026-02-04T05:06:07.890+00:00", "2026-02-03")
    assert (document.parse_template_version, document.retry_count, document.timezone) == ("3:9", 2, "Asia/Shanghai")
    assert document.due_at == "2026-02-04T05:00:00.000+00:00"
    assert pushed.raw is not None
    assert (pushed.raw.body, pushed.raw.headers) == (b"zipped", (("Content-Type", "text/html"),))


def test_document_carries_its_source_s_policy_of_sensitive_data() -> None:
    masking = msgspec.structs.replace(SOURCE, options={"sensitive": "mask"})
    item = Item("http://a.example/1", "T", "content")
    assert [page(item, source=source).documents[0].sensitive for source in (SOURCE, masking)] == ["", "mask"]


@pytest.mark.parametrize("off", [0, 0.4, -1])
def test_the_time_of_the_fetch_is_never_a_publication_time(off: float) -> None:
    moment = (NOW + timedelta(seconds=off)).isoformat()
    (document,) = page(Item("http://a.example/1", "T", "c", published=moment)).documents
    assert document.publish_time == ""


def test_items_without_an_address_of_their_own_are_different_pages() -> None:
    first, second = page(
        Item("http://a.example/f#1", "A", "a", identity="f 1"), Item("http://a.example/f#2", "B", "b", identity="f 2")
    ).documents
    assert first.fingerprint != second.fingerprint


def test_ingest_accepts_what_the_collector_makes() -> None:
    item = Item("http://a.example/1?q=%D6%D0", "T", "content", "2026-02-03", "2026-02-03T04:05:06+08:00", ("Li Wei",))
    other = Item("http://a.example/f#1", "A", "a", identity="f 1")
    pushed = page(item, other)
    for document in pushed.documents:
        assert document_problem(document, pushed.task_id) == ""
    assert raw_problem(pushed.raw) == ""
