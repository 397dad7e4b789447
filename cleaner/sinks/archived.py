"""A cleaned document as the archive keeps it: every field a cell of its own, the collected original beside the page."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from kit.contracts.document import Document, RawPage

_INFO = "info:"
_JSON = msgspec.json.Encoder()
_PAGE_TEXT = frozenset({"raw:url", "raw:status", "raw:fetchedAt", "raw:encoding", "raw:key"})


class Archived(msgspec.Struct, frozen=True, rename="camel"):
    """Family `info`. `severity` is clean, review, drop or rejected; `cleaner_version` says which rules made it.

    Text is stored as it is, everything else as JSON. Times are ISO 8601 or empty.
    """

    id: str
    title: str
    content: str
    url: str
    host: str
    fingerprint: str
    task_id: str
    source_id: str
    source_type: str
    source_name: str
    collect_time: str
    severity: str
    publish_time: str = ""
    modified_time: str = ""
    language: str = ""
    template_version: str = ""
    text_hash: str = ""
    reason: str = ""
    due_at: str = ""
    collect_ms: int = 0
    retry_count: int = 0
    cleaner_version: int = 0
    score: float = 0.0
    shared: bool = False
    authors: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    removed_lines: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    evidence: dict[str, str] = {}
    extra: dict[str, str] = {}
    paths: dict[str, str] = {}
    charset: dict[str, str] = {}


_FIELDS = msgspec.structs.fields(Archived)
_NAMES = frozenset(info.encode_name for info in _FIELDS)
_TEXT_FIELDS = frozenset(info.encode_name for info in _FIELDS if info.type is str)


def info_cells(document: Archived, *, every: bool = False) -> dict[str, bytes]:
    """Cells of the family `info`; fields that hold their default are left out unless `every` is asked for, to replace other values."""
    values: dict[str, Any] = asdict(document)
    cells = {}
    for info in _FIELDS:
        value = values[info.name]
        if value or info.required or every:
            cells[_INFO + info.encode_name] = value.encode() if info.type is str else _JSON.encode(value)
    return cells


def read_info(cells: Mapping[str, bytes]) -> Archived:
    """Raises msgspec.ValidationError for a row that is no archived document. Unknown cells are passed over."""
    named = ((name.removeprefix(_INFO), value) for name, value in cells.items() if name.startswith(_INFO))
    fields = {name: value for name, value in named if name in _NAMES}
    plain = {n: v.decode() if n in _TEXT_FIELDS else msgspec.json.decode(v) for n, v in fields.items()}
    return msgspec.convert(plain, Archived)


def raw_cells(document: Document, raw: RawPage | None) -> dict[str, bytes]:
    """Cells of the family `raw`: the collected document (zlib), and the page inline (zlib) or its key in object storage."""
    cells = {"raw:document": zlib.compress(_JSON.encode(replace(document, raw=None)), 3)}
    if raw is None:
        return cells
    cells |= {
        "raw:url": raw.url.encode(),
        "raw:status": str(raw.status).encode(),
        "raw:fetchedAt": raw.fetched_at.encode(),
        "raw:encoding": raw.encoding.encode(),
        "raw:headers": _JSON.encode(raw.headers),
    }
    cells["raw:key" if raw.key else "raw:html"] = raw.key.encode() if raw.key else raw.body
    return cells


def read_raw(cells: Mapping[str, bytes]) -> RawPage | None:
    """The page of a row as it was collected; None where none was kept. Its body may be named by `key` alone."""
    if "raw:url" not in cells:
        return None
    text = {name: value.decode("utf-8", "replace") for name, value in cells.items() if name in _PAGE_TEXT}
    return RawPage(
        url=text["raw:url"],
        status=int(text.get("raw:status", 0)),
        fetched_at=text.get("raw:fetchedAt", ""),
        encoding=text.get("raw:encoding", ""),
        headers=msgspec.json.decode(cells["raw:headers"], type=tuple[tuple[str, str], ...]),
        body=cells.get("raw:html", b""),
        key=text.get("raw:key", ""),
    )


def read_original(cells: Mapping[str, bytes]) -> Document:
    """The document as it was collected, for cleaning again with other rules."""
    return msgspec.json.decode(zlib.decompress(cells["raw:document"]), type=Document)
