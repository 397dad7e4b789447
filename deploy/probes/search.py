"""Area search: a few documents into an index of their own, one query, one field shown."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from kit.backends import Backends
from kit.contracts.stored import IndexDocument
from kit.ports.index import MARK_CLOSE, MARK_OPEN, Hit, Query
from kit.settings import load

KEYWORD_MAX = 32766 // 4  # Lucene's longest term in bytes, at four bytes a character


def probe(asked: dict[str, Any]) -> Any:
    if "mapping" in asked:
        return {"indexed": True, "safe_ignore_above": KEYWORD_MAX}
    with tempfile.TemporaryDirectory() as folder:
        backends = Backends(load(data_dir=Path(folder)))
        try:
            written = backends.index.upsert("documents", [_document(doc) for doc in asked["docs"]])
            backends.index.refresh()
            found = backends.index.search("documents", Query(text=str(asked["query"])))
        finally:
            backends.close()
    return {"indexed": all(item.status == "written" for item in written), **_shown(found.hits, asked)}


def _document(doc: dict[str, Any]) -> IndexDocument:
    tags = doc.get("tags", ())
    return IndexDocument(
        id=str(doc["id"]),
        version=1,
        url="https://probe.example/",
        host="probe.example",
        title=str(doc.get("title", "")),
        content="\n".join(str(doc[name]) for name in ("body", "content", "tags") if name in doc),
        source_id="0",
        source_type="WEB",
        source_name="probe",
        collect_time="2026-01-01T00:00:00+00:00",
        tags=(tags,) if isinstance(tags, str) else tuple(map(str, tags)),
    )


def _shown(hits: tuple[Hit, ...], asked: dict[str, Any]) -> dict[str, Any]:
    by_id = {str(doc["id"]): doc["id"] for doc in asked["docs"]}
    answer: dict[str, Any] = {"hits": [by_id[hit.document.id] for hit in hits]}
    if hits:
        shown = hits[0].title if asked.get("field") == "title" else "".join(hits[0].snippets)
        answer["highlight"] = shown.replace(MARK_OPEN, "<em>").replace(MARK_CLOSE, "</em>")
        if asked.get("display") == "title":
            answer["display_value"] = hits[0].document.title
    return answer
