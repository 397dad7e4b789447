"""Works operations off: a batch a transaction, by one worker at a time."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from datetime import timedelta
from typing import Any, Final

from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.errors import CatchmentError, RetriableError
from kit.vault import Vault
from services.db import rehearsal
from services.sources import repository_operations as repository
from services.sources.operation_actions import Hands, Outcome, act, refusal
from services.sources.operation_models import SourceOperation, SourceOperationItem
from services.sources.operation_schemas import OPEN, OperationState, Result
from services.sources.service import SourceService
from services.sources.transfer import SourceTransfer

BATCH: Final = 25
LEASE: Final = timedelta(seconds=60)
_COUNTED: Final = {Result.SAME: "same", Result.REFUSED: "refused"}


class OperationWork:
    """For one transaction. What a batch changes and that it is done are written together, so none is done twice or left out."""

    def __init__(
        self, session: Session, clock: Clock, sources: SourceService, transfer: SourceTransfer, vault: Vault
    ) -> None:
        self._vault = vault
        self._session = session
        self._clock = clock
        self._sources = sources
        self._transfer = transfer

    def open(self) -> list[int]:
        """Operations with something to do, the oldest first."""
        return repository.in_states(self._session, OPEN)

    def advance(self, operation_id: int, worker: str, *, limit: int = BATCH) -> bool:
        """Does the next `limit` items unless another worker has it. Answers whether there is more for this worker to do."""
        now = self._clock.now()
        if not repository.lease(self._session, operation_id, worker, now, now + LEASE):
            return False
        row = repository.get(self._session, operation_id)
        if row is None or row.state not in OPEN:
            return False
        items = repository.items_after(self._session, row.id, row.position, limit)
        self._write(row, items, self._done(row, items))
        if len(items) < limit:
            self._finish(row)
            return False
        return True

    def give_up(self, operation_id: int) -> None:
        """After an error that is a mistake of ours: it would come again and again."""
        for state in OPEN:
            repository.change(
                self._session, operation_id, state, {"state": OperationState.STOPPED, "finished_at": self._clock.now()}
            )

    def _done(self, row: SourceOperation, items: Sequence[SourceOperationItem]) -> list[Outcome]:
        hands = Hands(self._sources, self._transfer, self._vault, row.actor, row.params)
        with rehearsal(self._session) if row.state == OperationState.CHECKING else nullcontext():
            return [self._one(hands, row, item) for item in items]

    def _one(self, hands: Hands, row: SourceOperation, item: SourceOperationItem) -> Outcome:
        try:
            with self._session.begin_nested():
                return act(hands, row, item)
        except RetriableError:
            raise
        except CatchmentError as error:
            return refusal(error)

    def _write(self, row: SourceOperation, items: Sequence[SourceOperationItem], outcomes: Sequence[Outcome]) -> None:
        checking = row.state == OperationState.CHECKING
        pairs = list(zip(items, outcomes, strict=True))
        repository.write_results(self._session, [_row(item, outcome, checking=checking) for item, outcome in pairs])
        for outcome in outcomes:
            name = _COUNTED.get(outcome.result, "done")
            setattr(row, name, getattr(row, name) + 1)
        if items:
            row.position = items[-1].number

    def _finish(self, row: SourceOperation) -> None:
        if row.state == OperationState.CHECKING:
            row.state, row.position = OperationState.READY, -1
        else:
            row.state, row.finished_at = OperationState.DONE, self._clock.now()
        row.leased_until = None


def _row(item: SourceOperationItem, outcome: Outcome, *, checking: bool) -> dict[str, Any]:
    source_id = item.source_id if outcome.source_id is None or checking else outcome.source_id
    return {
        "operation_id": item.operation_id,
        "number": item.number,
        "source_id": source_id,
        "name": (outcome.name or item.name)[:200],
        "result": outcome.result,
        "problems": outcome.problems,
        "undo": None if checking else outcome.undo,
    }
