"""Live work: priority queues, claims with fencing tokens, delays, the reaper, ends of windows.

Redis keys are named in `kit.adapters.real.redis_keys`. All changes of a task are atomic scripts, so that no crash between two
commands can lose a task, run it twice at once, or end it twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kit.contracts.task import Claim, Ended, Outcome, Task


@dataclass(frozen=True, slots=True)
class Spawned:
    """Of the details offered: how many are `new` (enqueued now) and how many were `seen` before or are over the bound."""

    new: int
    seen: int
    refused: int = 0


@dataclass(frozen=True, slots=True)
class Reaped:
    """Ids that went back to their lane: `lost` popped but never claimed, `lapsed` whose worker stopped renewing; `dead` for the third time."""

    lost: tuple[str, ...] = ()
    lapsed: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lane:
    """`oldest_ms` is since when the task that is next in line has waited (Unix ms, 0 if none)."""

    priority: int
    waiting: int
    oldest_ms: int = 0


@dataclass(frozen=True, slots=True)
class QueueStats:
    """Counts of live work; `oldest_ms` is the enqueue time of the oldest pending task (Unix ms, 0 if none)."""

    lanes: tuple[Lane, ...]
    pending: int
    running: int
    delayed: int
    dead: int
    oldest_ms: int = 0


@dataclass(frozen=True, slots=True)
class TaskView:
    """A task's live state as stored: `fields` has status, reason, attempts, retries, worker, fence and times (Unix ms)."""

    task_id: str
    status: str
    fields: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Era:
    """`number` grows each time that the queue may have lost its last changes; it `began` on one server process, `server` is the present one."""

    number: int
    began: str
    server: str


class TaskQueue(Protocol):
    def era(self) -> Era:
        """The queue's own idea of its era; number 0 before the first."""

    def begin_era(self, number: int, *, now_ms: int) -> bool:
        """Every fencing token from now on is larger than any of an earlier era, and what was being run waits again. False: a later one has begun.

        As long as an era's server is not the present one, whoever takes, holds or ends a claim is refused with BackendUnavailable.
        """

    def enqueue(self, tasks: Sequence[Task], *, now_ms: int, era: int = 0) -> list[bool]:
        """Makes each task PENDING and pushes its id to its lane. False where the id is already known: the same window never enters twice.

        A task that is known under an earlier epoch takes the new one over, or runs again if it has ended. `era` is the newest that the caller knows, for a queue that has forgotten its own.
        """

    def take(self, worker: str, *, limit: int, timeout_s: float, now_ms: int) -> list[Claim]:
        """Waits up to `timeout_s` (BRPOP) for work and claims up to `limit` tasks, priorities weighted so that nothing starves.

        A claim takes the NX lock, the next fencing token, PENDING→RUNNING, attempts + 1 and a lease, all at once.
        Ids that are locked, unknown or no longer PENDING are skipped.
        """

    def reconnect(self) -> None:
        """Leaves the connections behind that no call is using; the next call makes a new one. Calls under way go on."""

    def renew(self, claim: Claim, *, now_ms: int) -> bool:
        """Prolongs lock and lease. False: the claim is lost; stop at once and write nothing more for the task."""

    def spawn(self, claim: Claim, details: Sequence[Task], *, now_ms: int) -> Spawned:
        """Enqueues pages found on the claimed window's page, each once per source and look-back (K8). Raises StaleClaim."""

    def finish(self, claim: Claim, outcome: Outcome, *, now_ms: int) -> None:
        """Ends the attempt: SUCCESS and DEAD for good, FAILED into the delayed set until `retry_at_ms`. Raises StaleClaim.

        A window whose own work is done stays RUNNING without a lease until its last detail has ended or waits for a retry,
        then appears in `ended`.
        """

    def hand_back(self, claim: Claim, *, delay_ms: int, reason: str, now_ms: int) -> None:
        """RUNNING→PENDING without counting the attempt (shutdown, rate limit, missing configuration). Raises StaleClaim."""

    def put_on_trial(self, claim: Claim) -> None:
        """Notes that the worker runs this task as its only one with `crashes`. Raises StaleClaim.

        When the worker dies now, it counts against this task; the others that it held at the time are innocent.
        """

    def promote(self, *, now_ms: int, limit: int = 1000) -> int:
        """Moves delayed tasks whose time has come back to their lanes; how many."""

    def reap(self, *, now_ms: int, grace_ms: int) -> Reaped:
        """Finds what died: ids pending for longer than `grace_ms` that are in no lane and not locked, and running ones without a lock.

        A lock runs out by the queue's own clock, so that no worker's or caller's wrong clock ends or prolongs a claim.

        What a worker held when it died becomes a suspect (`Task.crashes` 1); each further worker that dies while the suspect is on trial
        counts one more. With `max_claims` of them, or ten times as many workers lost without a trial, it is dead-lettered with failure
        class `crashed`.
        """

    def ended(self, *, limit: int) -> list[Ended]:
        """The oldest ends of windows that were not yet confirmed."""

    def confirm_ended(self, ended: Sequence[Ended]) -> None:
        """Forgets these ends; called after the ledger has them."""

    def unknown(self, task_ids: Sequence[str]) -> list[str]:
        """Those of `task_ids` that the queue has no state for (lost with Redis)."""

    def view(self, task_ids: Sequence[str]) -> list[TaskView | None]:
        """Live state of each, None where unknown."""

    def details(self, root_id: str, *, limit: int = 200) -> list[TaskView]:
        """Detail tasks of a window that are not yet forgotten, any order."""

    def stale(self, claims: Sequence[tuple[str, int]]) -> list[bool]:
        """For each (task id, fence): True when a newer claim of that task exists, so that a write with this fence must be refused.

        A newer claim may be forgotten with an era: a fence of an earlier one is refused, too, when its task is to be run again.
        """

    def stats(self) -> QueueStats:
        """Counts of live work."""

    def dead(self, *, limit: int, before: tuple[int, str] | None = None) -> list[TaskView]:
        """Dead letters, newest first; each has its Unix ms as `dead_at`. `before`: `dead_at` and id of the last one of the page before.

        Of those that died in the same millisecond none is left out and none comes twice, also when others are taken away meanwhile.
        """

    def replay_dead(self, task_id: str, *, now_ms: int) -> str:
        """Puts a dead detail back with a fresh budget under a new id that names the old one; returns it. Raises NotFound.

        Dead windows are replayed through the ledger, not here.
        """

    def discard_dead(self, task_ids: Sequence[str]) -> int:
        """Takes these out of the dead letters; how many were there."""

    def cancel_source(self, source_id: int, reason: str, *, now_ms: int) -> int:
        """PENDING and FAILED tasks of a paused or deleted source become DEAD with `reason`; how many."""

    def compensate(self, worker_host: str, *, older_than_ms: int, now_ms: int) -> int:
        """K7: a worker that starts puts back RUNNING tasks of its own host that are older than this; how many."""
