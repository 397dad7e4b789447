"""Area dedupe: two texts, two states of a feed item, or the identity of a page."""

from __future__ import annotations

from typing import Any

from cleaner.core import is_near_duplicate_text
from collector.fetch.probe import PROBES
from collector.sources.identity import same_item


def probe(asked: dict[str, Any]) -> Any:
    if "a" in asked:
        return {"near_duplicate": is_near_duplicate_text(str(asked["a"]), str(asked["b"]))}
    if "old" in asked:
        return {"same_item": same_item(asked["old"], asked["new"])}
    return PROBES["dedupe"](asked)
