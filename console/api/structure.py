"""Changed structures: cases, what is held, and the decision."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from console.api.auth import DocumentsRead, DocumentsReview
from console.api.models import Listed, Out
from services.structure.schemas import CaseStatus

router = APIRouter(prefix="/structure", tags=["structure"])
PAGE_MAX = 100
KEY_CHARS = 32


class CaseOut(Out):
    """A change of a page family. `evidence` maps field → what differs; `held` counts documents by state."""

    id: int
    source_id: int
    family: str
    template_id: int
    template_version: int
    status: CaseStatus
    verdict: str
    pages: int
    fields: list[str]
    evidence: dict[str, Any]
    before_url: str
    after_url: str
    opened_at: datetime
    seen_at: datetime
    decided_at: datetime | None
    decided_by: str
    note: str
    held: dict[str, int]
    paused_since: datetime | None
    paused_why: str


class HeldOut(Out):
    """A document in quarantine."""

    key: str
    url: str
    title: str
    verdict: str
    blocked: list[str]
    template_version: str
    status: str
    reason: str
    at: datetime


class StructureDecision(BaseModel):
    model_config = ConfigDict(extra="forbid")

    decision: Literal["confirm", "reject"]
    note: str = Field("", max_length=500)


@router.get("", response_model=Listed[CaseOut])
def list_cases(
    api: DocumentsRead,
    status: Annotated[list[CaseStatus] | None, Query(max_length=4)] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
    after: Annotated[int | None, Query(ge=1, lt=2**63)] = None,
) -> Listed[CaseOut]:
    """The newest first; `open` ones wait for a decision, `rejected` ones for a version of the template."""
    with api.read() as work:
        found = work.structure.cases([str(one) for one in status or ()], before=after, limit=limit)
    following = str(found[-1].id) if len(found) == limit else ""
    return Listed[CaseOut](items=[CaseOut.model_validate(one) for one in found], next=following, total=len(found))


@router.get("/{case_id:id}", response_model=CaseOut)
def get_case(api: DocumentsRead, case_id: int) -> CaseOut:
    with api.read() as work:
        return CaseOut.model_validate(work.structure.case(case_id))


@router.get("/{case_id:id}/documents", response_model=Listed[HeldOut])
def list_held(
    api: DocumentsRead,
    case_id: int,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
    after: Annotated[str, Query(max_length=KEY_CHARS)] = "",
) -> Listed[HeldOut]:
    """What is, or was, held for the case."""
    with api.read() as work:
        found = work.structure.held(case_id, limit=limit, after=after)
    following = found[-1].key if len(found) == limit else ""
    return Listed[HeldOut](items=[HeldOut.model_validate(one) for one in found], next=following, total=len(found))


@router.post("/{case_id:id}/decision", response_model=CaseOut)
def decide_case(api: DocumentsReview, case_id: int, body: StructureDecision) -> CaseOut:
    """`confirm`: the new structure is right, what is held is stored. `reject`: what is held is read again with the next version of the template.

    Sending the same decision again changes nothing.
    """
    with api.write() as work:
        decide = work.structure.confirm if body.decision == "confirm" else work.structure.reject
        return CaseOut.model_validate(decide(case_id, actor=api.actor, note=body.note))
