"""Which versions are live, for those who only need the numbers."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy.orm import Session

from kit.contracts.config import TemplateConfig
from services.templates import repository


def live_numbers(session: Session, ids: Collection[int]) -> dict[int, int]:
    """Template id → its live version; those that were never published are left out."""
    rows = repository.by_ids(session, ids) if ids else []
    return {row.id: row.live_version for row in rows if row.live_version}


def live_config(session: Session, version: tuple[int, int] | None) -> TemplateConfig | None:
    """The configuration of a template (7, 3) in this version; None where there is none."""
    row = repository.get(session, version[0]) if version else None
    found = repository.version(session, *version) if version else None
    return TemplateConfig(row.id, found.number, row.name, found.spec) if row is not None and found is not None else None
