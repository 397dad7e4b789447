"""Rows as they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from services.structure import repository, repository_held
from services.structure.models import StructureCase, StructureHeld, StructureSite
from services.structure.schemas import UNSETTLED, CaseStatus, CaseView, HeldStatus, HeldView


def cases(session: Session, rows: Sequence[StructureCase]) -> list[CaseView]:
    counts = repository_held.counts(session, [row.id for row in rows]) if rows else {}
    sites = repository.sites(session, {row.source_id for row in rows}) if rows else {}
    return [_case(row, counts.get(row.id, {}), sites.get(row.source_id)) for row in rows]


def _case(row: StructureCase, held_by_status: dict[str, int], site: StructureSite | None) -> CaseView:
    pausing = site if site is not None and site.paused and row.status in UNSETTLED else None
    return CaseView(
        id=row.id, source_id=row.source_id, family=row.family, template_id=row.template_id, template_version=row.template_version,
        status=CaseStatus(row.status), verdict=row.verdict, pages=row.pages, fields=tuple(row.evidence), evidence=row.evidence,
        before_url=row.before_url, after_url=row.after_url, opened_at=row.opened_at, seen_at=row.seen_at,
        decided_at=row.decided_at, decided_by=row.decided_by, note=row.note, held=held_by_status,
        paused_since=pausing.paused_at if pausing else None, paused_why=pausing.paused_why if pausing else "",
    )  # fmt: skip


def held(row: StructureHeld) -> HeldView:
    return HeldView(
        key=row.held_key, case_id=row.case_id, source_id=row.source_id, url=row.url, title=row.title, page=row.page,
        verdict=row.verdict, blocked=tuple(name for name in row.blocked.split(",") if name),
        template_version=row.template_version, status=HeldStatus(row.status), reason=row.reason, at=row.at,
    )  # fmt: skip
