"""What the parts of the suite of SearchIndex share."""

from __future__ import annotations

from typing import Any

from kit.contracts.stored import IndexDocument
from kit.ports.index import MARK_CLOSE, MARK_OPEN, Hit, Query, SearchIndex, SearchResult


def document(id: str, title: str = "", content: str = "", **more: Any) -> IndexDocument:
    values: dict[str, Any] = {
        "version": 1,
        "url": f"https://news.example/{id}",
        "host": "news.example",
        "source_id": "7",
        "source_type": "WEB",
        "source_name": "Example News",
        "collect_time": "2026-11-01T00:00:00+00:00",
        **more,
    }
    return IndexDocument(id=id, title=title, content=content, **values)


def shown(text: str) -> str:
    return text.replace(MARK_OPEN, "<em>").replace(MARK_CLOSE, "</em>")


def ids(result: SearchResult) -> list[str]:
    return [hit.document.id for hit in result.hits]


class IndexTests:
    def find(self, index: SearchIndex, text: str = "", **more: Any) -> list[str]:
        index.refresh()
        return sorted(ids(index.search("documents", Query(text=text, **more))))

    def hit(self, index: SearchIndex, text: str, **more: Any) -> Hit:
        index.refresh()
        (hit,) = index.search("documents", Query(text=text, **more)).hits
        return hit
