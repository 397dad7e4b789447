"""A cleaner over the embedded log, archive, index and objects in one folder, and messages to clean."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from cleaner.local.ports import CleanerPorts
from cleaner.local.run import GROUP, Cleaner
from kit.backends import Backends
from kit.clock import ManualClock
from kit.contracts.document import SHARED_HEADER, Document, RawPage
from kit.contracts.event import CollectEvent
from kit.contracts.stored import IndexDocument
from kit.ids import content_hash, md5_hex
from kit.ports.archive import TABLES
from kit.ports.index import IndexName, Query
from kit.ports.log import DOCUMENT_TOPICS, Message, Record
from kit.settings import load

FUTURE = "2026-12-24T00:00:00+00:00"
"""A publish time that sends a document to review."""

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SENTENCES = (
    "The harbour of the old town was reopened on Monday after eleven months of repairs. ",
    "Engineers replaced the northern quay, dredged the channel and moved two cranes to the new pier. ",
    "Fishermen who had sailed from the neighbouring port said the shorter way saves them an hour a day. ",
    "The council expects the first cargo ships before the end of the winter, a spokeswoman explained. ",
    "Residents along the waterfront hope that the noise of the pile drivers is now gone for good. ",
)


def article(seed: int, *, sentences: int = 12) -> str:
    """A text of its own: words carry the seed, so that two seeds are no near duplicates."""
    words = [word for sentence in SENTENCES for word in sentence.split()]
    lines = []
    for line in range(sentences):
        picked = [words[(seed * 7919 + line * 31 + n * (seed % 13 + 3)) % len(words)] for n in range(14)]
        lines.append(f"In place {md5_hex(f'{seed}-{line}')[:6]} " + " ".join(picked) + ".")
    return "\n".join(lines)


def document(seed: int = 1, *, at: int = 0, url: str = "", **changes: Any) -> Document:
    """`at` is seconds after 08:00 when the page was collected."""
    url = url or f"http://news.example/{seed}"
    title, content = (
        changes.pop("title", f"Report number {seed} about the harbour"),
        changes.pop("content", article(seed)),
    )
    collected = datetime(2026, 11, 30, 8, tzinfo=UTC) + timedelta(seconds=at)
    base = Document(
        task_id="src_7_202611300800",
        source_id="7",
        source_type="WEB",
        url=url,
        title=title,
        content=content,
        collect_time=collected.isoformat(),
        content_hash=content_hash(title, content),
        fingerprint=md5_hex(url),
        publish_time="2026-11-29T07:00:00+00:00",
        site_name="Harbour News",
        language="en",
        raw=RawPage(
            url, 200, collected.isoformat(), "utf-8", (("content-type", "text/html"),), zlib.compress(b"<p>page")
        ),
    )
    return msgspec.structs.replace(base, **changes)


class Stage:
    def __init__(self, folder: Path, **overrides: Any) -> None:
        self.settings = load(data_dir=folder, **overrides)
        self.clock = ManualClock(NOW)
        self.backends = Backends(self.settings, self.clock)
        self.stop = threading.Event()
        self.ports = CleanerPorts(self.backends.log, self.backends.archive, self.backends.index, self.backends.objects)

    def send(self, *documents: Document, shared: bool = False) -> None:
        headers = {SHARED_HEADER: "1"} if shared else {}
        records = [Record("collect.web", d.content_hash, msgspec.json.encode(d), headers) for d in documents]
        self.backends.log.append(records, timeout_s=5)

    def send_raw(self, *bodies: bytes) -> None:
        self.backends.log.append([Record("collect.web", f"k{n}", body) for n, body in enumerate(bodies)], timeout_s=5)

    def clean(self, *documents: Document, shared: bool = False, group: str = GROUP) -> None:
        """Sends and cleans until the log is empty."""
        self.send(*documents, shared=shared)
        self.drain(group)

    def drain(self, group: str = GROUP) -> None:
        consumer = self.backends.log.consumer(DOCUMENT_TOPICS, group)
        cleaner = Cleaner(self.ports, self.settings, self.clock, self.stop)
        while cleaner.step(consumer):
            pass
        consumer.close()

    def documents(self, name: IndexName = "documents") -> list[IndexDocument]:
        found = self.backends.index.search(name, Query(limit=1000, superseded=True))
        return sorted((hit.document for hit in found.hits), key=lambda d: d.id)

    def current(self) -> list[IndexDocument]:
        return [found for found in self.documents() if not found.superseded_by]

    def contents(self) -> dict[str, object]:
        """Everything stored, for comparing before and after."""
        tables: dict[str, object] = {table: list(self.backends.archive.scan(table, limit=100_000)) for table in TABLES}
        return {**tables, "documents": self.documents(), "review": self.documents("review")}

    def messages(self, topic: str) -> list[Message]:
        consumer = self.backends.log.consumer([topic], "test")
        return consumer.poll(max_records=10_000, timeout_s=0.1)

    def events(self) -> Sequence[CollectEvent]:
        return [msgspec.json.decode(message.value, type=CollectEvent) for message in self.messages("collect.events")]

    def close(self) -> None:
        self.backends.close()
