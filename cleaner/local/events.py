"""What the cleaner reports on `collect.events`: cleaned, rejected, indexed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

import msgspec

from cleaner.core import Cleaned, Severity
from cleaner.sinks.record import Result
from kit.clock import to_ms
from kit.contracts.event import CollectEvent, Stage
from kit.contracts.task import FailureClass
from kit.ids import root_of
from kit.ports.log import Record

_LATENCY = "due_to_searchable_ms"


def events_of(result: Result, failed: Mapping[str, str], *, worker: str, now_ms: int) -> Iterator[Record]:
    """`failed` maps content hash → why an index refused it."""
    outcome = result.outcome
    if not isinstance(outcome, Cleaned):
        yield _event(
            result, "rejected", worker, now_ms, FailureClass.EMPTY, detail=f"{outcome.reason}: {outcome.detail}"
        )
        return
    fields = {"severity": outcome.severity.value, "flags": ",".join(outcome.flags)}
    stage: Stage = "rejected" if outcome.severity is Severity.DROP else "cleaned"
    yield _event(result, stage, worker, now_ms, "ok", numbers={"score": outcome.score}, fields=fields)
    if outcome.severity is not Severity.DROP:
        reason = failed.get(result.content_hash, "")
        code = FailureClass.INTERNAL if reason else "ok"
        yield _event(
            result, "indexed", worker, now_ms, code, detail=reason, numbers=_latency(result, now_ms), fields=fields
        )


def _latency(result: Result, now_ms: int) -> dict[str, float]:
    try:
        due = to_ms(datetime.fromisoformat(result.document.due_at))
    except (ValueError, OverflowError, OSError):
        return {}
    return {_LATENCY: float(now_ms - due)}


def _event(
    result: Result,
    stage: Stage,
    worker: str,
    now_ms: int,
    outcome: str,
    *,
    detail: str = "",
    numbers: Mapping[str, float] | None = None,
    fields: Mapping[str, str] | None = None,
) -> Record:
    document = result.document
    event = CollectEvent(
        task_id=document.task_id,
        source_id=document.source_id,
        stage=stage,
        at=now_ms,
        url=document.url,
        worker=worker,
        outcome=str(outcome),
        detail=detail,
        content_hash=result.content_hash,
        template_version=document.parse_template_version,
        numbers=dict(numbers or {}),
        fields=dict(fields or {}),
    )
    return Record("collect.events", root_of(document.task_id), msgspec.json.encode(event))
