"""From events to OpenTelemetry spans in OTLP's JSON form (pure).

A window and its pages are one trace. All ids follow from the task's id and the event's bytes, so processes need not hand a context on, and
an event that is delivered twice is the same span twice. https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

from kit.contracts.event import CollectEvent, Stage
from kit.ids import md5_hex
from services.monitoring.observed import Seen

_ROLE: Final[Mapping[Stage, str]] = {
    "ingested": "ingest",
    "cleaned": "cleaner",
    "indexed": "cleaner",
    "rejected": "cleaner",
}
_NAME: Final[Mapping[Stage, str]] = {
    "claimed": "wait",
    "fetched": "fetch",
    "extracted": "extract",
    "shadowed": "shadow",
    "pushed": "push",
    "ended": "task",
    "ingested": "ingest",
    "cleaned": "clean",
    "indexed": "index",
    "rejected": "clean",
}
# What tells how long a step took, in milliseconds; the first that an event has counts.
_LASTED: Final[Mapping[Stage, tuple[str, ...]]] = {
    "claimed": ("enqueued_to_claimed_ms",),
    "ended": ("due_to_done_ms",),
    "extracted": ("elapsed", "parse"),
    "indexed": ("elapsed",),
}
_FINAL: Final = ("SUCCESS", "DEAD")
_INTERNAL, _ERROR, _OK = 1, 2, 1
FIELDS_MAX: Final = 40


def request(events: Iterable[Seen]) -> dict[str, Any]:
    """An ExportTraceServiceRequest."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for seen in events:
        groups[_ROLE.get(seen.event.stage, "collector"), seen.event.worker].append(span(seen))
        if seen.event.stage == "claimed":
            groups["scheduler", ""].append(_schedule(seen))
    return {"resourceSpans": [_resource(role, worker, spans) for (role, worker), spans in sorted(groups.items())]}


def span(seen: Seen) -> dict[str, Any]:
    event = seen.event
    end = round(seen.at.timestamp() * 1000)
    found: dict[str, Any] = {
        "traceId": md5_hex(seen.task.root),
        "spanId": f"{seen.digest | 1:016x}",
        "name": _NAME.get(event.stage, event.stage),
        "kind": _INTERNAL,
        "startTimeUnixNano": str((end - _lasted(event)) * 1_000_000),
        "endTimeUnixNano": str(end * 1_000_000),
        "attributes": _attributes(event),
        "status": {"code": _OK} if event.outcome == "ok" else {"code": _ERROR, "message": _why(event)},
    }
    if not _is_whole_task(event):
        return found | {"parentSpanId": task_span(event.task_id)}
    found["spanId"] = task_span(event.task_id)
    if seen.task.fingerprint:
        found["parentSpanId"] = task_span(seen.task.root)
    return found


def _schedule(seen: Seen) -> dict[str, Any]:
    """From due to in its lane; the scheduler has no log of its own to tell it to."""
    numbers = seen.event.numbers
    waits = (numbers.get("due_to_claimed_ms", 0.0), numbers.get("enqueued_to_claimed_ms", 0.0))
    start, end = (round(seen.at.timestamp() * 1000) - round(wait) for wait in waits)
    return {
        **span(seen),
        "name": "schedule",
        "spanId": md5_hex(f"schedule {seen.digest}")[:16],
        "startTimeUnixNano": str(min(start, end) * 1_000_000),
        "endTimeUnixNano": str(end * 1_000_000),
    }


def task_span(task_id: str) -> str:
    """The id of the span of a task from due to done; an attempt that will be made again is a span below it."""
    return md5_hex(f"span {task_id}")[:16]


def _is_whole_task(event: CollectEvent) -> bool:
    return event.stage == "ended" and event.fields.get("state") in _FINAL


def _lasted(event: CollectEvent) -> int:
    for name in _LASTED.get(event.stage, ("elapsed",)):
        if name in event.numbers:
            return max(0, min(round(event.numbers[name]), 86_400_000 * 30))
    return 0


def _why(event: CollectEvent) -> str:
    return f"{event.outcome}: {event.detail}" if event.detail else event.outcome


def _attributes(event: CollectEvent) -> list[dict[str, Any]]:
    texts = {
        "catchment.task.id": event.task_id,
        "catchment.source.id": event.source_id,
        "catchment.document.id": event.content_hash,
        "catchment.template.version": event.template_version,
        "url.full": event.url[:2000],
    }
    texts |= {f"catchment.field.{name[:60]}": value[:200] for name, value in list(event.fields.items())[:FIELDS_MAX]}
    told = [{"key": key, "value": {"stringValue": value}} for key, value in texts.items() if value]
    numbers = list(event.numbers.items())[:FIELDS_MAX]
    return told + [{"key": f"catchment.{name[:60]}", "value": {"doubleValue": value}} for name, value in numbers]


def _resource(role: str, worker: str, spans: list[dict[str, Any]]) -> dict[str, Any]:
    names = {"service.namespace": "catchment", "service.name": f"catchment-{role}", "service.instance.id": worker}
    return {
        "resource": {
            "attributes": [{"key": key, "value": {"stringValue": value}} for key, value in names.items() if value]
        },
        "scopeSpans": [{"scope": {"name": "catchment"}, "spans": spans}],
    }
