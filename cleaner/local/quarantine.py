"""Documents that must not be stored yet are held whole: not lost, not shown, and taken up again when somebody has decided (requirement X6)."""

from __future__ import annotations

from typing import Final

import msgspec

from cleaner.local.decode import Collected
from kit.contracts.event import CollectEvent
from kit.contracts.structure import RELEASED_HEADER
from kit.ids import root_of
from kit.ports.archive import Archive
from kit.ports.log import Record
from kit.ports.objects import ObjectStore

PREFIX: Final = "quarantine"
_ALWAYS: Final = frozenset({"review", "missing"})


def is_held(collected: Collected, archive: Archive) -> bool:
    """Whether the document has to wait. Raises BackendUnavailable."""
    gate = collected.document.gate
    if gate is None or RELEASED_HEADER in collected.message.headers:
        return False
    return gate.verdict in _ALWAYS or _would_overwrite(collected, archive)


def _would_overwrite(collected: Collected, archive: Archive) -> bool:
    """Whether another text of this page is stored, which this one would take the place of."""
    (cells,) = archive.get("page", [collected.document.fingerprint], columns=["info:"])
    current = (cells or {}).get("info:current", b"").decode()
    return bool(current) and current != collected.document.content_hash


def key_of(collected: Collected) -> str:
    """The same for the same document of the same fetch, so that holding it again changes nothing."""
    document = collected.document
    source = document.source_id if document.source_id.isdecimal() else "0"
    return f"{PREFIX}/{source[:20]}/{document.fingerprint}/{collected.ms}-{document.content_hash}.json"


def hold(collected: Collected, objects: ObjectStore) -> None:
    """Keeps the message as it came, with its page. Raises BackendUnavailable."""
    objects.put(key_of(collected), collected.message.value)


def event_of(collected: Collected, *, worker: str, now_ms: int) -> Record:
    """What tells the services where it is."""
    document, gate = collected.document, collected.document.gate
    assert gate is not None
    fields = {
        "family": gate.family, "verdict": gate.verdict, "blocked": ",".join(gate.fields), "page": document.fingerprint,
        "title": document.title[:200], "collected": document.collect_time,
    }  # fmt: skip
    event = CollectEvent(
        task_id=document.task_id,
        source_id=document.source_id,
        stage="quarantined",
        at=now_ms,
        url=document.url,
        worker=worker,
        detail=key_of(collected),
        content_hash=document.content_hash,
        template_version=document.parse_template_version,
        numbers={"revision": float(gate.revision)},
        fields=fields,
    )
    return Record("collect.events", root_of(document.task_id), msgspec.json.encode(event))
