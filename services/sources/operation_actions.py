"""What an operation does to one source or row, and what takes it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kit.errors import CatchmentError, Conflict
from kit.vault import Vault
from services.forms import InvalidFields
from services.sources.files import opened
from services.sources.operation_models import SourceOperation, SourceOperationItem
from services.sources.operation_schemas import Result, Verb
from services.sources.service import SourceService
from services.sources.transfer import SourceTransfer

CREATED: Final = "created"


@dataclass(frozen=True, slots=True)
class Outcome:
    result: Result
    source_id: int | None = None
    name: str = ""
    problems: dict[str, str] | None = None
    undo: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Hands:
    """Who acts, and with what."""

    sources: SourceService
    transfer: SourceTransfer
    vault: Vault
    actor: str
    params: Mapping[str, Any] = field(default_factory=dict)


def act(hands: Hands, operation: SourceOperation, item: SourceOperationItem) -> Outcome:
    """Does it. Raises CatchmentError for what cannot be done to this one."""
    if operation.verb == Verb.IMPORT:
        return _import(hands, item)
    assert item.source_id is not None
    if operation.verb == Verb.UNDO:
        return _put_back(hands, item.source_id, item.row or {})
    before = hands.sources.state(item.source_id)
    _VERBS[Verb(operation.verb)](hands, item.source_id)
    if operation.verb == Verb.RUN_NOW:
        return Outcome(Result.DONE)
    undo = hands.sources.undo(item.source_id, before)
    return Outcome(Result.DONE if undo else Result.SAME, undo=undo)


def refusal(error: CatchmentError) -> Outcome:
    if isinstance(error, InvalidFields):
        return Outcome(Result.REFUSED, problems=error.problems)
    return Outcome(Result.REFUSED, problems={getattr(error, "field", ""): str(error)})


def _import(hands: Hands, item: SourceOperationItem) -> Outcome:
    if item.row is None:
        return Outcome(Result.REFUSED, problems=item.problems)
    found = hands.transfer.find(item.row)
    before = hands.sources.state(found.id) if found else None
    action, source = hands.transfer.upsert(opened(item.row, hands.vault), hands.actor)
    undo = {CREATED: source.version} if before is None else hands.sources.undo(source.id, before)
    return Outcome(Result(action), source.id, source.name, undo=undo)


def _put_back(hands: Hands, source_id: int, undo: dict[str, Any]) -> Outcome:
    if CREATED not in undo:
        hands.sources.put_back(source_id, undo, actor=hands.actor)
        return Outcome(Result.DONE)
    source = hands.sources.get(source_id)
    if source.version != undo[CREATED]:
        raise Conflict(f"configuration of source {source_id} was changed since by {source.updated_by}")
    hands.sources.delete(source_id, actor=hands.actor)
    return Outcome(Result.DONE)


def _pause(hands: Hands, source_id: int) -> None:
    hands.sources.pause(source_id, actor=hands.actor, note=hands.params["note"])


def _resume(hands: Hands, source_id: int) -> None:
    hands.sources.resume(source_id, actor=hands.actor)


def _run_now(hands: Hands, source_id: int) -> None:
    hands.sources.run_now(source_id, actor=hands.actor)


def _change(hands: Hands, source_id: int) -> None:
    """The parameters are fields of the source."""
    source = hands.sources.get(source_id)
    hands.sources.update(source_id, source.version, hands.params, actor=hands.actor)


def _labels(hands: Hands, source_id: int) -> None:
    source = hands.sources.get(source_id)
    labels = sorted({*source.labels, *hands.params["add"]} - set(hands.params["remove"]))
    hands.sources.update(source_id, source.version, {"labels": labels}, actor=hands.actor)


def _delete(hands: Hands, source_id: int) -> None:
    hands.sources.delete(source_id, actor=hands.actor)


_VERBS: Final[dict[Verb, Callable[[Hands, int], None]]] = {
    Verb.PAUSE: _pause,
    Verb.RESUME: _resume,
    Verb.RUN_NOW: _run_now,
    Verb.PRIORITY: _change,
    Verb.LABELS: _labels,
    Verb.OWNER: _change,
    Verb.TEMPLATE: _change,
    Verb.DELETE: _delete,
}
