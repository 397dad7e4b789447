"""The trace of one task, written to the log with its pages (collect.events)."""

from __future__ import annotations

from typing import Any

import msgspec

from kit.clock import Clock, to_ms
from kit.contracts.event import CollectEvent, Stage
from kit.contracts.task import Claim, Outcome, TaskState

_encode = msgspec.json.Encoder().encode


class Trace:
    """Collects the events of one claim until they are taken along."""

    def __init__(self, claim: Claim, clock: Clock, template_version: str = "") -> None:
        self._claim = claim
        self._clock = clock
        self._waiting: list[bytes] = []
        self._told: TaskState | None = None
        self.template_version = template_version

    def add(self, stage: Stage, *, url: str = "", outcome: str = "ok", detail: str = "", **more: Any) -> None:
        """`more`: content_hash, numbers, fields."""
        task = self._claim.task
        event = CollectEvent(
            task_id=task.id,
            source_id=str(task.source_id),
            stage=stage,
            at=to_ms(self._clock.now()),
            url=url or task.url,
            worker=self._claim.worker,
            outcome=outcome,
            detail=detail[:300],
            template_version=self.template_version,
            **more,
        )
        self._waiting.append(_encode(event))

    def claimed(self) -> None:
        """Tells how the task came here: due, put into its lane, taken."""
        task, taken = self._claim.task, self._claim.claimed_ms
        waits = {"due_to_claimed_ms": taken - task.due_ms, "enqueued_to_claimed_ms": taken - task.enqueued_ms}
        numbers = {"attempts": float(task.attempts)} | {name: float(max(0, wait)) for name, wait in waits.items()}
        self.add("claimed", numbers=numbers)

    def ended(self, outcome: Outcome) -> None:
        """Tells the end, once for each state: it may travel with the last page, before ingest has answered."""
        if self._told is outcome.state:
            return
        self._told = outcome.state
        numbers = {
            "documents": float(outcome.documents),
            "found": float(outcome.found),
            "new": float(outcome.new),
            "attempts": float(self._claim.task.attempts),
            "elapsed": float(outcome.elapsed_ms),
            "due_to_done_ms": float(max(0, to_ms(self._clock.now()) - self._claim.task.due_ms)),
        }
        detail, fields = outcome.reason, {"state": outcome.state.value}
        self.add("ended", outcome=outcome.failure or "ok", detail=detail, numbers=numbers, fields=fields)

    def take(self) -> list[bytes]:
        """The events not yet taken, in order."""
        taken, self._waiting = self._waiting, []
        return taken
