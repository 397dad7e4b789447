"""Opening cases, and putting what is held to the case that it belongs to."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy.orm import Session

from kit.ids import md5_hex
from services.monitoring.observed import Seen
from services.structure import learnt, repository, repository_held
from services.structure.families import key_of, template_of
from services.structure.models import StructureCase, StructureHeld
from services.structure.schemas import UNSETTLED, CaseStatus, HeldStatus

PAUSED = "paused"
_HELD_AS = {
    CaseStatus.OPEN: HeldStatus.HELD,
    CaseStatus.REJECTED: HeldStatus.FIXING,
    CaseStatus.FIXED: HeldStatus.FIXING,
    CaseStatus.CONFIRMED: HeldStatus.RELEASING,
}


def case_for(session: Session, source_id: int, seen: Seen) -> tuple[StructureCase, bool]:
    """The case of the event's family, opened where there is none (True). One that was decided keeps what was judged by the baseline before."""
    event = seen.event
    key = key_of(event.fields.get("family", ""))
    latest = repository.latest_case(session, source_id, key)
    if latest and (latest.status in UNSETTLED or event.numbers.get("revision", 0.0) < latest.revision):
        return latest, False
    template, version = template_of(event.template_version) or (0, 0)
    family = repository.family(session, source_id, key)
    known = list(learnt.sights(family.learnt)) if family else []
    row = StructureCase(
        source_id=source_id, family_key=key, family=event.fields.get("family", "")[:300], template_id=template,
        template_version=version, revision=int(event.numbers.get("revision", 0.0)), status=CaseStatus.OPEN,
        verdict=event.fields.get("verdict", "")[:12], pages=0, evidence={}, before_url=known[-1] if known else "",
        after_url=event.url[:2000], learnt=b"", opened_at=seen.at, seen_at=seen.at, decided_at=None, decided_by="", note="",
    )  # fmt: skip
    repository.add(session, row)
    return row, True


def stands_out(session: Session, source_id: int, seen: Seen) -> bool:
    """A page that differs; True where its case is new."""
    row, opened = case_for(session, source_id, seen)
    if row.status not in UNSETTLED:
        return False
    row.pages, row.seen_at = row.pages + 1, max(row.seen_at, seen.at)
    sight = learnt.read(seen.event.fields.get("sight", ""))
    if sight is not None:
        row.learnt = learnt.packed(learnt.added(learnt.sights(row.learnt), seen.event.url, sight))
    if not row.evidence:
        row.evidence, row.after_url = _evidence(seen), seen.event.url[:2000]
    return opened


def held(session: Session, source_id: int, seen: Seen, *, paused: bool) -> tuple[StructureHeld | None, bool]:
    """Takes a document of the quarantine in; its row, None where it was known, and whether a case was opened for it."""
    event, fields = seen.event, seen.event.fields
    key = md5_hex(event.detail)
    if repository_held.get(session, key) is not None:
        return None, False
    case, opened = (None, False) if fields.get("verdict") == PAUSED else case_for(session, source_id, seen)
    if case is not None and not case.evidence and case.status in UNSETTLED:
        case.evidence = {name: {"verdict": "missing"} for name in fields.get("blocked", "").split(",") if name}
    status = _HELD_AS[CaseStatus(case.status)] if case else HeldStatus.HELD if paused else HeldStatus.RELEASING
    row = StructureHeld(
        held_key=key, object_key=event.detail[:200], case_id=case.id if case else 0, source_id=source_id,
        family_key=key_of(fields.get("family", "")), page=fields.get("page", "")[:32], task_id=event.task_id[:96],
        url=event.url[:2000], title=fields.get("title", "")[:200], verdict=fields.get("verdict", "")[:12],
        blocked=fields.get("blocked", "")[:300], template_version=event.template_version[:40], status=status, reason="", at=seen.at,
    )  # fmt: skip
    repository_held.add(session, row)
    return row, opened


def _evidence(seen: Seen) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(seen.event.fields.get("evidence", ""), type=dict[str, dict[str, str]])
    except msgspec.MsgspecError:
        return {}
    return dict(list(found.items())[:20])
