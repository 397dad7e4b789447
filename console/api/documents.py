"""Documents: search, read, decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from fastapi import Query as Param
from pydantic import BaseModel, ConfigDict, Field

from cleaner.sinks.fix import Fix
from console import cursors
from console.api.auth import DocumentsRead, DocumentsReview
from console.api.models import DocumentOut, FacetOut, FoundOut, Out
from console.text import unmarked
from kit.contracts.stored import IndexDocument
from kit.errors import NotFound
from kit.ports.index import Query, SearchResult

router = APIRouter(prefix="/documents", tags=["documents"])
PAGE_MAX = 100
Values = Annotated[list[str] | None, Param(max_length=50)]
Hash = Annotated[str, "content hash, 32 hex digits"]


class Decision(BaseModel):
    model_config = ConfigDict(extra="forbid")

    decision: Literal["approved", "rejected"]
    note: str = Field("", max_length=500)


@router.get("", response_model=FoundOut)
def search_documents(
    api: DocumentsRead,
    q: Annotated[str, Param(max_length=500, description='Words (all of them), "phrases", -words.')] = "",
    source_id: Values = None,
    source_type: Values = None,
    language: Values = None,
    flag: Values = None,
    tag: Values = None,
    host: Values = None,
    since: Annotated[str, Param(max_length=40, description="ISO 8601")] = "",
    until: Annotated[str, Param(max_length=40, description="ISO 8601, exclusive")] = "",
    time_field: Literal["publish_time", "collect_time"] = "collect_time",
    sort: Literal["relevance", "publish_time", "collect_time"] = "collect_time",
    facet: Annotated[
        list[Literal["source_id", "source_type", "language", "flags", "tags", "host"]] | None, Param(max_length=6)
    ] = None,
    index: Literal["documents", "review"] = "documents",
    superseded: bool = False,
    limit: Annotated[int, Param(ge=1, le=PAGE_MAX)] = 20,
    after: Annotated[str, Param(max_length=2000)] = "",
) -> FoundOut:
    """`review` is what waits for a person. Pages of `next` go on until it is empty."""
    filters = {
        "source_id": source_id, "source_type": source_type, "language": language, "flags": flag, "tags": tag, "host": host,
    }  # fmt: skip
    query = Query(
        text=q, filters={name: values for name, values in filters.items() if values}, since=since, until=until,
        time_field=time_field, sort=sort, limit=limit, after=cursors.from_text(after), facets=tuple(facet or ()), superseded=superseded,
    )  # fmt: skip
    with api.read() as work:
        return _found(work.documents.search(query, index), limit)


@router.get("/{content_hash}", response_model=DocumentOut)
def get_document(api: DocumentsRead, content_hash: Hash) -> DocumentOut:
    with api.read() as work:
        view = work.documents.get(content_hash)
    if view.document is None:
        raise NotFound(f"document {content_hash} is in no index: it was dropped, rejected or removed")
    return _document(view.document)


class FixIn(BaseModel):
    """What is put right; a field that is left out stays, an empty publish time says that it is unknown."""

    model_config = ConfigDict(extra="forbid")

    title: str | None = Field(None, max_length=300)
    content: str | None = Field(None, max_length=1_000_000)
    publish_time: str | None = Field(None, max_length=40, description="ISO 8601")
    note: str = Field("", max_length=500)


class ExampleIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    example: bool


class DecisionOut(Out):
    content_hash: str
    source_id: str
    title: str
    url: str
    action: str = Field(description="approved, fixed or rejected")
    example: bool
    flags: tuple[str, ...]
    evidence: dict[str, str]
    note: str
    actor: str
    decided_at: datetime


class PrecisionOut(Out):
    """How often people found something wrong where the rule did; low and high bound it with 95 % confidence."""

    flag: str
    approved: int
    fixed: int
    rejected: int
    share: float
    low: float
    high: float


@router.get("/review/decisions", response_model=list[DecisionOut])
def list_decisions(api: DocumentsRead, limit: Annotated[int, Param(ge=1, le=500)] = 100) -> list[DecisionOut]:
    """Those that hold, newest first."""
    with api.read() as work:
        return [DecisionOut.model_validate(asdict(one)) for one in work.review.latest(limit)]


@router.get("/review/precision", response_model=list[PrecisionOut])
def rule_precision(api: DocumentsRead) -> list[PrecisionOut]:
    """Per flag, what people decided about the documents that carry it."""
    with api.read() as work:
        return [
            PrecisionOut.model_validate({**asdict(one), "share": one.share, "low": one.low, "high": one.high})
            for one in work.review.precision()
        ]


@router.post("/{content_hash}/fix", status_code=204)
def fix_document(api: DocumentsReview, content_hash: Hash, body: FixIn) -> None:
    """Puts fields right and approves; also holds after cleaning again."""
    with api.write() as work:
        work.review.fix(content_hash, Fix(body.title, body.content, body.publish_time), actor=api.actor, note=body.note)


@router.delete("/{content_hash}/decision", status_code=204)
def undo_decision(api: DocumentsReview, content_hash: Hash) -> None:
    """As if nobody had decided."""
    with api.write() as work:
        work.review.undo(content_hash, actor=api.actor)


@router.put("/{content_hash}/decision/example", status_code=204)
def mark_example(api: DocumentsReview, content_hash: Hash, body: ExampleIn) -> None:
    """Keeps the decision as an example of what its rules should say."""
    with api.write() as work:
        work.review.mark_example(content_hash, actor=api.actor, example=body.example)


@router.post("/{content_hash}/decision", status_code=204)
def decide_document(api: DocumentsReview, content_hash: Hash, body: Decision) -> None:
    """Sending the same decision again changes nothing."""
    with api.write() as work:
        work.review.decide(content_hash, body.decision, actor=api.actor, note=body.note)


def _found(result: SearchResult, limit: int) -> FoundOut:
    return FoundOut(
        items=[_document(hit.document, [unmarked(text) for text in hit.snippets]) for hit in result.hits],
        next=cursors.to_text(result.hits[-1].sort_key) if len(result.hits) == limit else "",
        total=result.total,
        more=result.more,
        facets={
            name: [FacetOut(value=value, count=count) for value, count in counted]
            for name, counted in result.facets.items()
        },
    )


def _document(document: IndexDocument, snippets: Sequence[str] = ()) -> DocumentOut:
    fields: dict[str, Any] = {name: getattr(document, name, None) for name in DocumentOut.model_fields}
    return DocumentOut.model_validate({**fields, "snippets": list(snippets)})
