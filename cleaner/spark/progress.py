"""What a running query says of itself, for the heartbeat."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def facts(progress: Mapping[str, Any] | None) -> dict[str, str]:
    """Of a StreamingQueryProgress as a mapping: messages behind (`lag`), last batch (`batch`, `batch_ms`, `batch_rows`) and `rows_per_s`."""
    if not progress:
        return {}
    return {
        "lag": str(lag(progress)),
        "batch": str(progress.get("batchId", -1)),
        "batch_ms": str(progress.get("batchDuration", 0)),
        "batch_rows": str(progress.get("numInputRows", 0)),
        "rows_per_s": f"{_number(progress.get('processedRowsPerSecond')):.1f}",
    }


def lag(progress: Mapping[str, Any]) -> int:
    """Messages that were in the topics when the batch was planned and are in no batch yet."""
    return sum(_behind(source) for source in progress.get("sources", ()))


def ends(progress: Mapping[str, Any]) -> dict[tuple[str, str], int]:
    """(topic, partition) → the first offset after the last batch."""
    return {
        place: end for source in progress.get("sources", ()) for place, end in _offsets(source.get("endOffset")).items()
    }


def _behind(source: Mapping[str, Any]) -> int:
    done, there = _offsets(source.get("endOffset")), _offsets(source.get("latestOffset"))
    return sum(max(end - done.get(place, 0), 0) for place, end in there.items())


def _offsets(value: object) -> dict[tuple[str, str], int]:
    """Kafka's offsets as JSON: topic → partition → offset."""
    found = json.loads(value) if isinstance(value, str) and value else value
    if not isinstance(found, Mapping):
        return {}
    return {(topic, number): int(offset) for topic, parts in found.items() for number, offset in parts.items()}


def _number(value: object) -> float:
    return value if isinstance(value, float) else 0.0
