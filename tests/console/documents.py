"""Documents that really went through cleaning, for a console to find."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from cleaner.local.ports import CleanerPorts
from cleaner.local.run import GROUP, Cleaner
from console.state import Console
from kit.adapters.embedded.log import open_log
from kit.contracts.document import Document, RawPage
from kit.ids import content_hash, md5_hex
from kit.ports.log import DOCUMENT_TOPICS, Record

TEXT = (
    "The harbour of the old town was reopened on Monday after eleven months of repairs. Engineers replaced the northern quay "
    "and dredged the channel. Fishermen who had sailed from the neighbouring port said the shorter way saves them an hour. "
    "The council expects the first cargo ships before the end of the winter, a spokeswoman explained in the evening."
)


def document(title: str, *, url: str = "", html: str = "", text: str = TEXT, **changes: Any) -> Document:
    url = url or f"https://www.city.example/{md5_hex(title)[:8]}.html"
    body = zlib.compress((html or f"<h1>{title}</h1>").encode())
    raw = RawPage(
        url, 200, "2026-11-30T08:00:00+00:00", "utf-8", (("content-type", "text/html"), ("set-cookie", "a=b")), body
    )
    content = f"{title}. {text}"
    base = Document(
        task_id="src_1_202611300800", source_id="1", source_type="COLUMN", url=url, title=title, content=content,
        collect_time="2026-11-30T08:00:00+00:00", content_hash=content_hash(title, content), fingerprint=md5_hex(url),
        publish_time="2026-11-29T07:00:00+00:00", site_name="City news", language="en", parse_template_version="7:3",
        paths={"title": "css:h1", "content": "generic:density"}, charset={"source": "header"}, raw=raw,
    )  # fmt: skip
    return msgspec.structs.replace(base, **changes)


def numbered(number: int) -> str:
    """A text of its own for each number, long enough to be a document."""
    words = md5_hex(str(number))
    return " ".join(
        f"In place {words[n : n + 6]} the crews moved {n * number} tons of gravel to pier {words[n + 3 : n + 9]}."
        for n in range(18)
    )


def clean(console: Console, folder: Path, documents: Sequence[Document]) -> list[str]:
    """Cleans them into the console's index and archive; the hashes that can be searched for, sorted."""
    ports, settings, clock = console.ports, console.settings, console.clock
    log = open_log(f"sqlite:///{folder}/log.db", settings, clock)
    log.append([Record("collect.web", one.content_hash, msgspec.json.encode(one)) for one in documents], timeout_s=5)
    consumer = log.consumer(DOCUMENT_TOPICS, GROUP)
    cleaner = Cleaner(CleanerPorts(log, ports.archive, ports.index, ports.objects), settings, clock, threading.Event())
    while cleaner.step(consumer):
        pass
    consumer.close()
    log.close()
    from kit.ports.index import Query

    return sorted(hit.document.id for hit in ports.index.search("documents", Query(limit=100, superseded=True)).hits)
