"""Operations on many sources: a list that is frozen when they are asked for, worked off batch by batch, and taken back (requirements W1, C8, C10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

import msgspec
from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.errors import Conflict, InvalidInput, NotFound
from kit.vault import Vault
from services import paging
from services.audit.service import AuditService
from services.forms import InvalidFields, validate
from services.paging import Page
from services.sources import repository_operations as repository
from services.sources.files import items_of
from services.sources.operation_models import SourceOperation, SourceOperationItem
from services.sources.operation_schemas import (
    CHOSEN,
    ITEMS_MAX,
    NO_PARAMS,
    OPEN,
    PARAMS,
    PICKED_MAX,
    TYPED_FROM,
    UNDONE,
    ItemView,
    OperationState,
    OperationView,
    Result,
    Verb,
)
from services.sources.schemas import SourceFilter

SUBJECT: Final = "operation"
UNDO_FOR: Final = timedelta(days=7)
KEPT_FOR: Final = timedelta(days=30)
_NOTHING: Final = SourceFilter()


class OperationService:
    """Whoever owns the database works them off (`services.sources.operation_work`); closing a page neither stops nor loses one."""

    def __init__(self, session: Session, clock: Clock, audit: AuditService) -> None:
        self._session = session
        self._clock = clock
        self._audit = audit

    def freeze(
        self,
        verb: Verb,
        params: Mapping[str, Any] | None,
        *,
        actor: str,
        ids: Collection[int] = (),
        wanted: SourceFilter | None = None,
        everything: bool = False,
    ) -> OperationView:
        """Lists the sources that are meant, by number or by filter; nothing happens to them before `start`.

        `params` None: they are given with `start`. A filter that leaves nothing out needs `everything`. Raises InvalidInput, InvalidFields.
        """
        if verb not in CHOSEN:
            raise InvalidInput(f"{verb} is nothing that can be chosen", field="verb")
        if wanted is not None and wanted == _NOTHING and not everything:
            raise InvalidInput("name at least one filter: without one this would be every source", field="filter")
        if len(ids) > PICKED_MAX:
            raise InvalidInput(f"more than {PICKED_MAX:,} sources at once: use a filter", field="ids")
        if wanted is not None and repository.count_matching(self._session, wanted) > ITEMS_MAX:
            raise InvalidInput(f"more than {ITEMS_MAX:,} sources at once: narrow the filter", field="filter")
        scope = {"filter": _plain(wanted)} if wanted is not None else {"picked": len(ids)}
        row = self._new(verb, checked(verb, params) if params is not None else {}, scope, actor)
        total = (
            repository.freeze_matching(self._session, row.id, wanted)
            if wanted is not None
            else repository.freeze_ids(self._session, row.id, ids)
        )
        if not total:
            raise InvalidInput("there is no such source", field="ids" if wanted is None else "filter")
        row.total = total
        return self._view(row)

    def load(self, rows: Sequence[Mapping[str, Any]], name: str, vault: Vault, *, actor: str) -> OperationView:
        """The rows of the file `name`; a dry run over them begins at once. Raises InvalidInput for a file without rows."""
        if not rows:
            raise InvalidInput("the file holds no row", field="file")
        row = self._new(Verb.IMPORT, {}, {"file": name[:200]}, actor)
        row.state, row.total = OperationState.CHECKING, len(rows)
        items = items_of(rows, vault)
        told = [{"operation_id": row.id, "source_id": None, "result": "", "undo": None, **one} for one in items]
        repository.add_items(self._session, told)
        return self._view(row)

    def start(
        self, operation_id: int, *, actor: str, expected: int | None = None, params: Mapping[str, Any] | None = None
    ) -> OperationView:
        """`expected` is the number of sources as a person has typed it. Raises InvalidFields, and Conflict unless it waits for this."""
        row = self._row(operation_id)
        if row.state != OperationState.READY:
            raise Conflict(f"operation {row.id} is {row.state}: it cannot be started", existing=str(row.id))
        if _needs_number(row) and expected != row.total:
            raise InvalidFields({"expected": f"type the number of sources, {row.total}"})
        if params is not None or row.verb in PARAMS and not row.params:
            row.params = checked(Verb(row.verb), params or {})
        if row.verb == Verb.IMPORT:
            repository.forget_results(self._session, row.id)
        self._begin(row, actor)
        return self._view(row)

    def stop(self, operation_id: int, *, actor: str) -> OperationView:
        """What is done stays done; what waits is left alone."""
        row = self._row(operation_id)
        stopped = {"state": OperationState.STOPPED, "finished_at": self._clock.now()}
        if row.state in (*OPEN, OperationState.READY) and repository.change(self._session, row.id, row.state, stopped):
            self._audit.record(actor, "stop", SUBJECT, row.id, {"state": row.state}, {"state": "stopped"})
        self._session.refresh(row)
        return self._view(row)

    def undo(self, operation_id: int, *, actor: str) -> OperationView:
        """Puts back what it changed, except where somebody has changed the same since. Raises Conflict when it is too late or not possible."""
        row = self._row(operation_id)
        if self._view(row).undo_until is None:
            raise Conflict(f"operation {row.id} cannot be taken back", existing=str(row.undone_by or ""))
        back = self._new(Verb.UNDO, {}, {"verb": row.verb}, actor)
        back.undo_of, row.undone_by = row.id, back.id
        back.total = repository.freeze_undo(self._session, back.id, row.id)
        self._begin(back, actor)
        return self._view(back)

    def retry(self, operation_id: int, *, actor: str) -> OperationView:
        """A new operation on those that were refused, which waits to be started."""
        row = self._row(operation_id)
        if Verb(row.verb) not in CHOSEN or row.state in (*OPEN, OperationState.READY) or not row.refused:
            raise Conflict(f"operation {row.id} has refused nothing that can be tried again", existing=str(row.id))
        again = self._new(Verb(row.verb), row.params, {"refused_in": row.id}, actor)
        again.total = repository.freeze_refused(self._session, again.id, row.id)
        return self._view(again)

    def get(self, operation_id: int) -> OperationView:
        return self._view(self._row(operation_id))

    def page(self, *, limit: int = 50, after: str = "") -> Page[OperationView]:
        """Newest first."""
        before = paging.decode(after, [int])[0] if after else None
        rows = repository.newest(self._session, before=before, limit=paging.checked_limit(limit) + 1)
        following = paging.encode([rows[limit - 1].id]) if len(rows) > limit else ""
        return Page(tuple(self._view(row) for row in rows[:limit]), following, len(rows[:limit]), bool(following))

    def items(
        self, operation_id: int, *, result: str | None = None, limit: int = 50, after: str = ""
    ) -> Page[ItemView]:
        """In their order; `result` None: all."""
        last = paging.decode(after, [int])[0] if after else -1
        rows = repository.items_after(
            self._session, self._row(operation_id).id, last, paging.checked_limit(limit) + 1, result
        )
        following = paging.encode([rows[limit - 1].number]) if len(rows) > limit else ""
        return Page(tuple(map(_item, rows[:limit])), following, len(rows[:limit]), bool(following))

    def results(self, operation_id: int) -> dict[str, int]:
        """Items per result; see Result."""
        return repository.results(self._session, operation_id)

    def _new(self, verb: Verb, params: Mapping[str, Any], scope: Mapping[str, Any], actor: str) -> SourceOperation:
        now = self._clock.now()
        repository.purge(self._session, now - KEPT_FOR)
        row = SourceOperation(
            verb=verb, params=dict(params), scope=dict(scope), actor=actor[:64], state=OperationState.READY, total=0, position=-1,
            done=0, same=0, refused=0, created_at=now, worker="",
        )  # fmt: skip
        repository.add(self._session, row)
        return row

    def _begin(self, row: SourceOperation, actor: str) -> None:
        row.state, row.started_at, row.position = OperationState.RUNNING, self._clock.now(), -1
        row.done = row.same = row.refused = 0
        told = {"verb": row.verb, "sources": row.total, **row.scope, **({"params": row.params} if row.params else {})}
        self._audit.record(actor, "start", SUBJECT, row.id, {}, told)

    def _row(self, operation_id: int) -> SourceOperation:
        row = repository.get(self._session, operation_id)
        if row is None:
            raise NotFound(f"there is no operation {operation_id}")
        return row

    def _view(self, row: SourceOperation) -> OperationView:
        until = row.finished_at + UNDO_FOR if row.finished_at and row.started_at and row.verb in UNDONE else None
        late = until is None or until < self._clock.now() or row.undone_by is not None or not row.done
        plain = {name: getattr(row, name) for name in OperationView.__struct_fields__ if hasattr(row, name)}
        return OperationView(**plain, needs_number=_needs_number(row), undo_until=None if late else until)


def checked(verb: Verb, params: Mapping[str, Any]) -> dict[str, Any]:
    """Raises InvalidFields naming every problem."""
    return validate(PARAMS.get(verb, NO_PARAMS), params).model_dump(mode="json")


def _needs_number(row: SourceOperation) -> bool:
    return row.verb == Verb.DELETE or (row.total >= TYPED_FROM and row.verb not in (Verb.UNDO, Verb.IMPORT))


def _plain(wanted: SourceFilter) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(wanted)
    return {name: value for name, value in told.items() if value}


def _item(row: SourceOperationItem) -> ItemView:
    return ItemView(row.number, row.source_id, row.name, Result(row.result), row.problems or {})
