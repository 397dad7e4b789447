"""Sources: list, make, change, run, pause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from console.api.auth import Api, SourcesRead, SourcesWrite
from console.api.models import CredentialOut, Listed, ReasonOut
from console.api.once import Key, once
from console.api.source_models import SourceChange, SourceOut
from console.work import Work
from services.audit.masking import masked
from services.paging import PAGE_MAX
from services.sources.schemas import SourceFilter, SourceInput, SourceSort, SourceStatus, SourceView

router = APIRouter(prefix="/sources", tags=["sources"])
Id = Annotated[int, "a source's number"]


class Note(BaseModel):
    model_config = ConfigDict(extra="forbid")

    note: str = Field("", max_length=500, description="Why, for the others.")


@router.get("", response_model=Listed[SourceOut])
def list_sources(
    api: SourcesRead,
    q: Annotated[str, Query(max_length=200, description="In name or entry, or a number.")] = "",
    source_type: Annotated[list[str] | None, Query(max_length=20)] = None,
    status: Annotated[list[SourceStatus] | None, Query(max_length=3)] = None,
    label: Annotated[str, Query(max_length=40)] = "",
    template_id: Annotated[int | None, Query(ge=1, lt=2**63)] = None,
    owner: Annotated[str, Query(max_length=64)] = "",
    failing: bool = False,
    sort: SourceSort = "id",
    descending: bool = False,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
    after: Annotated[str, Query(max_length=2000)] = "",
) -> Listed[SourceOut]:
    """Several values of one filter mean "or"."""
    wanted = SourceFilter(
        q=q, types=tuple(source_type or ()), statuses=tuple(int(one) for one in status or ()), label=label,
        template_id=template_id, owner=owner, failing=failing,
    )  # fmt: skip
    with api.read() as work:
        page = work.sources.page(wanted, sort=sort, descending=descending, limit=limit, after=after)
        return Listed[SourceOut](items=_out(work, page.items), next=page.next, total=page.total, more=page.more)


@router.post("", response_model=SourceOut, status_code=201)
def create_source(api: SourcesWrite, body: SourceInput, idempotency_key: Key = None) -> Response:
    return once(
        api, idempotency_key, body, lambda work: _one(work, work.sources.create(body, actor=api.actor)), status=201
    )


@router.get("/{source_id:id}", response_model=SourceOut)
def get_source(api: SourcesRead, source_id: Id) -> SourceOut:
    with api.read() as work:
        return _one(work, work.sources.get(source_id))


@router.patch("/{source_id:id}", response_model=SourceOut)
def change_source(api: SourcesWrite, source_id: Id, body: SourceChange, idempotency_key: Key = None) -> Response:
    changes = {name: getattr(body, name) for name in body.model_fields_set - {"version"}}

    def change(work: Work) -> SourceOut:
        return _one(work, work.sources.update(source_id, body.version, changes, actor=api.actor))

    return once(api, idempotency_key, body, change)


@router.delete("/{source_id:id}", status_code=204)
def delete_source(api: SourcesWrite, source_id: Id) -> None:
    """Its documents and its history stay; its entry can be used again."""
    with api.write() as work:
        work.sources.delete(source_id, actor=api.actor)


@router.post("/{source_id:id}/run", response_model=SourceOut)
def run_source(api: SourcesWrite, source_id: Id, idempotency_key: Key = None) -> Response:
    """Comes due at once. A conflict unless it is collected."""
    return _act(api, idempotency_key, None, lambda work: work.sources.run_now(source_id, actor=api.actor))


@router.post("/{source_id:id}/pause", response_model=SourceOut)
def pause_source(api: SourcesWrite, source_id: Id, body: Note, idempotency_key: Key = None) -> Response:
    """Waiting tasks are cancelled, running ones end in their own time."""
    return _act(api, idempotency_key, body, lambda work: work.sources.pause(source_id, actor=api.actor, note=body.note))


@router.post("/{source_id:id}/resume", response_model=SourceOut)
def resume_source(api: SourcesWrite, source_id: Id, idempotency_key: Key = None) -> Response:
    return _act(api, idempotency_key, None, lambda work: work.sources.resume(source_id, actor=api.actor))


@router.post("/{source_id:id}/watch", response_model=SourceOut)
def watch_source(api: SourcesWrite, source_id: Id, body: Note, idempotency_key: Key = None) -> Response:
    """Monitored but not collected."""
    return _act(api, idempotency_key, body, lambda work: work.sources.watch(source_id, actor=api.actor, note=body.note))


def _act(api: Api, key: str | None, body: BaseModel | None, change: Callable[[Work], SourceView]) -> Response:
    return once(api, key, body, lambda work: _one(work, change(work)))


def _one(work: Work, source: SourceView) -> SourceOut:
    return _out(work, [source])[0]


def _out(work: Work, sources: Sequence[SourceView]) -> list[SourceOut]:
    reasons = work.why(sources)
    return [_source(source, ReasonOut.model_validate(reasons[source.id])) for source in sources]


def _source(source: SourceView, why: ReasonOut) -> SourceOut:
    plain = {name: getattr(source, name) for name in SourceOut.model_fields if hasattr(source, name)}
    credential = source.credential
    return SourceOut.model_validate(
        {
            **plain,
            "entry_url": masked(source.entry_url),
            "options": masked(source.options),
            "header_names": sorted(source.headers),
            "credential": CredentialOut.model_validate(credential) if credential else None,
            "labels": list(source.labels),
            "why": why,
        }
    )
