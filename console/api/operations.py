"""Operations on many sources: frozen, started, followed, taken back. Files come in the same way."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from console.api.auth import SourcesRead, SourcesWrite
from console.api.models import Listed, Out
from console.api.once import Key, once
from console.work import Work
from kit.errors import InvalidInput
from kit.vault import Vault
from services.paging import PAGE_MAX
from services.sources.operation_schemas import PICKED_MAX, OperationState, OperationView, Result, Verb
from services.sources.schemas import SourceFilter, SourceStatus
from services.sources.transfer import Format, read_rows

router = APIRouter(prefix="/operations", tags=["operations"])
Id = Annotated[int, "an operation's number"]
Chosen = Literal["pause", "resume", "run_now", "priority", "labels", "owner", "template", "delete"]


class FilterIn(BaseModel):
    """As the parameters of the list of sources; several values of one mean "or"."""

    model_config = ConfigDict(extra="forbid")

    q: str = Field("", max_length=200)
    source_type: list[str] = Field(default_factory=list, max_length=20)
    status: list[SourceStatus] = Field(default_factory=list, max_length=3)
    label: str = Field("", max_length=40)
    template_id: int | None = Field(None, ge=1, lt=2**63)
    owner: str = Field("", max_length=64)
    failing: bool = False

    def wanted(self) -> SourceFilter:
        return SourceFilter(
            q=self.q, types=tuple(self.source_type), statuses=tuple(int(one) for one in self.status), label=self.label,
            template_id=self.template_id, owner=self.owner, failing=self.failing,
        )  # fmt: skip


class OperationIn(BaseModel):
    """Sources by number or by filter, one of both. `params` by verb: pause {note}, priority {priority}, labels {add, remove}, owner {owner}, template {template_id}; none for the others."""

    model_config = ConfigDict(extra="forbid")

    verb: Chosen
    params: dict[str, Any] = Field(default_factory=dict)
    ids: list[Annotated[int, Field(ge=1, lt=2**63)]] = Field(default_factory=list, max_length=PICKED_MAX)
    filter: FilterIn | None = None


class ImportIn(BaseModel):
    """The whole text of a file; the columns are those of an export."""

    model_config = ConfigDict(extra="forbid")

    format: Format
    text: str = Field(min_length=1)
    name: str = Field("", max_length=200, description="What the file is called, for people.")


class StartIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    expected: int | None = Field(None, description="The `total` that was read; needed where `needs_number` is set.")


class OperationOut(Out):
    """`state`: checking, ready (waits for its start), running, done, stopped. `undo_until` null: it cannot be taken back."""

    id: int
    verb: Verb
    params: dict[str, Any]
    scope: dict[str, Any]
    actor: str
    state: OperationState
    total: int
    done: int
    same: int
    refused: int
    needs_number: bool
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    undo_of: int | None
    undone_by: int | None
    undo_until: datetime | None


class ItemOut(Out):
    """What became of one source or row; `problems` maps a field ("": the whole) to what is wrong."""

    number: int
    source_id: int | None
    name: str
    result: str
    problems: dict[str, str]


@router.get("", response_model=Listed[OperationOut])
def list_operations(
    api: SourcesRead,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
    after: Annotated[str, Query(max_length=2000)] = "",
) -> Listed[OperationOut]:
    """The newest first; they are kept for thirty days. `total` counts the page."""
    with api.read() as work:
        page = work.operations.page(limit=limit, after=after)
    return Listed[OperationOut](
        items=[_out(one) for one in page.items], next=page.next, total=page.total, more=page.more
    )


@router.post("", response_model=OperationOut, status_code=201)
def create_operation(api: SourcesWrite, body: OperationIn, idempotency_key: Key = None) -> Response:
    """Freezes the sources that are meant now; nothing happens to them before the start."""
    if bool(body.ids) == (body.filter is not None):
        raise InvalidInput("give ids or a filter, one of both", field="ids")
    wanted = body.filter.wanted() if body.filter else None

    def create(work: Work) -> OperationOut:
        return _out(work.operations.freeze(Verb(body.verb), body.params, actor=api.actor, ids=body.ids, wanted=wanted))

    return once(api, idempotency_key, body, create, status=201)


@router.post("/import", response_model=OperationOut, status_code=201)
def import_sources(api: SourcesWrite, body: ImportIn, idempotency_key: Key = None) -> Response:
    """Takes a file in; a dry run over its rows begins at once. Once it is `ready`, its items say what would become of each row."""

    def load(work: Work) -> OperationOut:
        rows = read_rows(body.format, body.text)
        vault = Vault.of(api.console.settings)
        return _out(work.operations.load(rows, body.name or f"import.{body.format}", vault, actor=api.actor))

    return once(api, idempotency_key, body, load, status=201)


@router.get("/{operation_id:id}", response_model=OperationOut)
def get_operation(api: SourcesRead, operation_id: Id) -> OperationOut:
    with api.read() as work:
        return _out(work.operations.get(operation_id))


@router.get("/{operation_id:id}/items", response_model=Listed[ItemOut])
def list_items(
    api: SourcesRead,
    operation_id: Id,
    result: Annotated[Result | None, Query(description="Only those with this result.")] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
    after: Annotated[str, Query(max_length=2000)] = "",
) -> Listed[ItemOut]:
    """`total` counts the page."""
    with api.read() as work:
        page = work.operations.items(operation_id, result=result, limit=limit, after=after)
    items = [ItemOut.model_validate(one) for one in page.items]
    return Listed[ItemOut](items=items, next=page.next, total=page.total, more=page.more)


@router.post("/{operation_id:id}/start", response_model=OperationOut)
def start_operation(api: SourcesWrite, operation_id: Id, body: StartIn, idempotency_key: Key = None) -> Response:
    """It is worked off from now on; read it again to see how far it is."""

    def start(work: Work) -> OperationOut:
        return _out(work.operations.start(operation_id, actor=api.actor, expected=body.expected))

    return once(api, idempotency_key, body, start)


@router.post("/{operation_id:id}/stop", response_model=OperationOut)
def stop_operation(api: SourcesWrite, operation_id: Id, idempotency_key: Key = None) -> Response:
    """What is done stays done."""
    return once(api, idempotency_key, None, lambda work: _out(work.operations.stop(operation_id, actor=api.actor)))


@router.post("/{operation_id:id}/undo", response_model=OperationOut, status_code=201)
def undo_operation(api: SourcesWrite, operation_id: Id, idempotency_key: Key = None) -> Response:
    """A new operation, begun at once, that puts back what was not changed since."""
    return once(
        api, idempotency_key, None, lambda work: _out(work.operations.undo(operation_id, actor=api.actor)), status=201
    )


@router.post("/{operation_id:id}/retry", response_model=OperationOut, status_code=201)
def retry_operation(api: SourcesWrite, operation_id: Id, idempotency_key: Key = None) -> Response:
    """A new operation on those that were refused, which waits for its start."""
    return once(
        api, idempotency_key, None, lambda work: _out(work.operations.retry(operation_id, actor=api.actor)), status=201
    )


def _out(operation: OperationView) -> OperationOut:
    return OperationOut.model_validate(operation)
