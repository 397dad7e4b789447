"""The mapping of our indexes: explicit and strict, so that a wrong document is refused and never changes the mapping.

`title` and `content` are segmented into words (IK) and rank what is found. `grams` are the tokens of `kit.adapters.search.text`: they decide
what is found, so that every run of characters is, whatever a dictionary knows. They and the computed times are not in `_source`.
"""

from __future__ import annotations

from typing import Any

from kit.adapters.real.elasticsearch_address import Address
from kit.ports.index import IndexName
from kit.settings import Settings

# Grows with every change of the mapping; `catchment provision` brings older indexes up to it.
VERSION = 1
INDEXES: tuple[IndexName, ...] = ("documents", "review")
# Lucene refuses terms over 32,766 bytes; a character takes up to 4.
LONGEST_KEYWORD = 8191
COMPUTED = ("grams", "publishAt", "collectAt")
PLAIN = "plain"
# (at writing, at searching), best first.
ANALYZERS = (("ik_max_word", "ik_smart"), ("smartcn", "smartcn"), ("cjk", "cjk"), ("standard", "standard"))

_KEYWORD = {"type": "keyword", "ignore_above": LONGEST_KEYWORD}
_STORED = {"type": "keyword", "index": False, "doc_values": False}
_DATE = {"type": "date", "ignore_malformed": True}
_MOMENT = {"type": "date", "format": "epoch_millis"}
_GRAMS = {"type": "text", "analyzer": "whitespace"}
_KEYWORDS = (
    *("id", "host", "sourceId", "sourceType", "sourceName", "authors", "language", "flags", "tags", "group"),
    *("duplicateKind", "fingerprint", "supersededBy", "taskId", "templateVersion"),
)


def mapping(analyzers: tuple[str, str]) -> dict[str, Any]:
    written, searched = analyzers
    text = {"type": "text", "analyzer": written, "search_analyzer": searched}
    properties: dict[str, Any] = {
        **dict.fromkeys(_KEYWORDS, _KEYWORD),
        "title": {**text, "fields": {"raw": _KEYWORD}},
        "content": text,
        "url": _STORED,
        "rowKey": _STORED,
        "version": {"type": "long"},
        "pageVersion": {"type": "integer"},
        "sightings": {"type": "integer"},
        "score": {"type": "float"},
        "deleted": {"type": "boolean"},
        "collectTime": _DATE,
        "publishTime": _DATE,
        "collectAt": _MOMENT,
        "publishAt": _MOMENT,
        "grams": {"properties": dict.fromkeys(("title", "content", "other"), _GRAMS)},
        PLAIN: {"type": "object", "enabled": False},
    }
    meta = {"version": VERSION, "analyzer": written}
    return {"dynamic": "strict", "_source": {"excludes": list(COMPUTED)}, "_meta": meta, "properties": properties}


def template(address: Address, index: IndexName, analyzers: tuple[str, str], settings: Settings) -> dict[str, Any]:
    """Body of the index template that every month of an index is made from."""
    alias = address.alias(index)
    options = {
        "number_of_shards": settings.index_shards,
        "auto_expand_replicas": f"0-{settings.index_replicas}",
        "refresh_interval": "1s",
    }
    return {
        "index_patterns": [f"{alias}-*"],
        "priority": 200,
        "template": {"settings": {"index": options}, "mappings": mapping(analyzers), "aliases": {alias: {}}},
        "_meta": {"version": VERSION, "analyzer": analyzers[0]},
    }
