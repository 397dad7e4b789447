"""Which functions of which role have which points, and what is written down there."""

from __future__ import annotations

from typing import Any

from cleaner.sinks.record import Result
from kit.contracts.task import Claim
from tests.faults.history import History
from tests.faults.hooks import Args, Hook

QUEUE = "kit.adapters.real.redis_queue:RedisTaskQueue"
MARKS = "kit.adapters.real.redis_cache:RedisIngestMarks"
CLAIM_POPPED = 3


def _claimed(history: History, _args: Args, claims: list[Claim], since: float) -> None:
    for claim in claims:
        history.add("claimed", claim.task.id, since=since, fence=claim.fence, epoch=claim.task.epoch)


def _finished(history: History, args: Args, _result: Any, since: float) -> None:
    claim, outcome = args[1], args[2]
    history.add("finished", claim.task.id, since=since, fence=claim.fence, status=outcome.state.value)


def _enqueued(history: History, args: Args, fresh: list[bool], since: float) -> None:
    for task, new in zip(args[1], fresh, strict=True):
        if new:
            history.add("enqueued", task.id, since=since, epoch=task.epoch)


def _ended(history: History, args: Args, _result: Any, since: float) -> None:
    for end in args[1]:
        history.add("ended", end.task_id, since=since, epoch=end.epoch, status=end.state.value)


def _pushed(history: History, args: Args, _result: Any, since: float) -> None:
    for slot in args[1]:
        hash_ = slot.document.content_hash if slot.document else ""
        status = slot.status or "retry"
        history.add("pushed", slot.task_id, since=since, fence=slot.fence, url=slot.url, status=status, hash=hash_)


def _fenced(history: History, args: Args, _result: Any, since: float) -> None:
    for slot in args[1]:
        if slot.document is not None:
            history.add("fenced", slot.task_id, since=since, fence=slot.fence, status=slot.status or "passed")


def _stored(history: History, args: Args, _result: Any, since: float) -> None:
    results: list[Result] = args[1]
    for result in results:
        document = result.document
        history.add("indexed", document.task_id, since=since, url=document.url, hash=result.content_hash)


COLLECTOR = (
    Hook(
        f"{QUEUE}._claim",
        before="popped",
        after="claimed",
        note=_claimed,
        enters=lambda args: bool(args[CLAIM_POPPED]),
        leaves=bool,
    ),
    Hook("collector.loop.web:Web.get", after="fetched"),
    Hook(f"{QUEUE}.spawn", before="spawning", after="spawned"),
    Hook("pusher.client.segment:Segment.append", before="spooling", after="spooled"),
    Hook("pusher.client.transport:Transport.push", before="pushing", after="pushed"),
    Hook("pusher.client.spool:Spool.settle", after="settled"),
    Hook(f"{QUEUE}.finish", before="finishing", after="finished", note=_finished),
)
INGEST = (
    Hook("pusher.ingest.service:Ingest._fence", after="fenced", note=_fenced),
    Hook(f"{MARKS}.reserve", after="reserved", leaves=bool),
    Hook("pusher.ingest.service:Ingest._append", after="appended"),
    Hook("pusher.ingest.service:Ingest._mark", after="confirmed"),
    # The last step of a push, when every slot has its answer.
    Hook("pusher.ingest.metrics:Metrics.count", note=_pushed),
)
CLEANER = (
    Hook("cleaner.local.batch:BatchCleaner.process", before="polled", after="cleaned"),
    Hook("kit.adapters.embedded.archive:SqliteArchive.put", after="archived"),
    Hook("kit.adapters.embedded.index:SqliteIndex.upsert", after="indexed"),
    Hook("cleaner.local.batch:BatchCleaner._store", note=_stored),
    Hook("kit.adapters.embedded.log_consumer:SqliteConsumer.commit", after="committed"),
)
SCHEDULER = (
    Hook("services.tasks.service:TaskLedger.create_windows", after="created"),
    Hook(f"{QUEUE}.enqueue", before="enqueuing", after="enqueued", note=_enqueued, enters=lambda args: bool(args[1])),
    Hook("services.tasks.service:TaskLedger.apply_ended", after="ending"),
    Hook(f"{QUEUE}.confirm_ended", before="ended", after="forgotten", note=_ended),
    Hook("services.tasks.service:TaskLedger.reopen", after="reopened", leaves=bool),
)
HOOKS: dict[str, tuple[Hook, ...]] = {
    "collector": COLLECTOR,
    "ingest": INGEST,
    "cleaner": CLEANER,
    "scheduler": SCHEDULER,
}
# Points that every run passes (`reopened` needs a lost queue), by role.
POINTS: dict[str, tuple[str, ...]] = {
    role: tuple(point for hook in hooks for point in (hook.before, hook.after) if point and point != "reopened")
    for role, hooks in HOOKS.items()
}
