"""What a change has made of a source, and what takes it back (pure)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kit.errors import Conflict
from services.sources import entry
from services.sources.models import CollectSource
from services.sources.schemas import SourceInput

DELETED: Final = "deleted"
# The address is what a source is: nothing that can be taken back changes it.
_CONFIGURED: Final = tuple(
    name for name in SourceInput.model_fields if name not in ("source_type", "entry_url", "credential")
)
_COLUMNS: Final = (*_CONFIGURED, "status_reason", "status_params", "fail_count", "fail_weight")
Undo = dict[str, Any]


def snapshot(row: CollectSource) -> dict[str, Any]:
    """The columns that can be put back, as JSON keeps them."""
    values = {name: getattr(row, name) for name in _COLUMNS}
    return {**values, "labels": list(row.labels), "status": int(row.status), DELETED: row.deleted_at is not None}


def undo_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> Undo | None:
    """What takes a change back; None where nothing changed."""
    changed = [name for name in before if before[name] != after[name]]
    if not changed:
        return None
    return {"before": {name: before[name] for name in changed}, "after": {name: after[name] for name in changed}}


def values_of(row: CollectSource, undo: Undo) -> dict[str, Any]:
    """The columns to write. Raises Conflict when somebody has changed one of them since."""
    now, after, before = snapshot(row), undo["after"], undo["before"]
    moved = [name for name in after if name in (*_CONFIGURED, DELETED) and now[name] != after[name]]
    if moved or (now[DELETED] and DELETED not in after):
        what = moved[0] if moved else DELETED
        raise Conflict(f"{what} of source {row.id} was changed since by {row.updated_by}", existing=str(row.id))
    values = {name: value for name, value in before.items() if name != DELETED}
    if DELETED in before:
        values |= {"deleted_at": None, "entry_url_hash": entry.entry_hash(row.source_type, row.entry_url)}
    return values
