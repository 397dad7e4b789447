"""`catchment trace`: one document's journey from the monitor's tables."""

from __future__ import annotations

import json

import msgspec

from deploy.services import transaction
from kit.backends import Backends
from kit.settings import load
from services.monitoring.events.schemas import Journey, TraceEvent
from services.monitoring.service import MonitoringService


def journey(asked: str, *, as_json: bool) -> str:
    backends = Backends(load())
    try:
        with transaction(backends) as services:
            found = MonitoringService(services.session, backends.clock).trace(asked)
    finally:
        backends.close()
    if as_json:
        return json.dumps(msgspec.to_builtins(found), ensure_ascii=False, indent=2)
    return _as_text(found) or f"nothing is known of {asked[:200]}: no such task, URL or hash in the last days"


def _as_text(found: Journey) -> str:
    lines = [_line(event, found.events[0]) for event in found.events]
    return "\n".join([*lines, "… more was left out"] if found.cut else lines)


def _line(event: TraceEvent, first: TraceEvent) -> str:
    since = (event.at - first.at).total_seconds()
    facts = " ".join(f"{name}={_short(value)}" for name, value in sorted(event.facts.items()))
    detail = f"  {event.detail}" if event.detail else ""
    return f"{event.at:%Y-%m-%d %H:%M:%S} +{since:8.3f} s  {event.stage:<9} {event.outcome:<8} {event.url or event.task_id}  {facts}{detail}"


def _short(value: object) -> str:
    return f"{value:g}" if isinstance(value, int | float) else str(value)[:60]
