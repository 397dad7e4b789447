"""A stored source as input, and what of a change may be told (pure)."""

from __future__ import annotations

from typing import Any

from services.credentials import headers
from services.sources.models import CollectSource
from services.sources.schemas import SourceInput

CREDENTIAL = "credential"
HEADERS = "headers"
INPUT = tuple(name for name in SourceInput.model_fields if name != CREDENTIAL)


def input_of(row: CollectSource) -> dict[str, Any]:
    """As a form would hold it: values of headers are not told."""
    values = {name: getattr(row, name) for name in INPUT}
    return {**values, "labels": list(row.labels), HEADERS: headers.shown(row.headers)}


def headers_problem(source: SourceInput, stored: CollectSource | None) -> str:
    goes = headers.destination(source.entry_url, source.options)
    moved = stored is not None and headers.destination(stored.entry_url, stored.options) != goes
    return headers.problem(source.headers, stored.headers if stored else {}, moved=moved)


def told(before: dict[str, Any], after: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    old, new = headers.told(before[HEADERS], after[HEADERS])
    return {**before, HEADERS: old}, {**after, HEADERS: new}


def plain(source: SourceInput) -> dict[str, Any]:
    return source.model_dump(mode="json", exclude={CREDENTIAL, HEADERS})
