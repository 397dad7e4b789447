"""`catchment status`: the shape is a contract (see the README)."""

from __future__ import annotations

import socket
from datetime import timedelta
from typing import Any

from deploy.services import transaction
from kit.backends import Backends
from kit.clock import to_ms
from kit.settings import load
from services.alerts.figures import firing
from services.bundle import Services
from services.monitoring.service import roles

DAY = timedelta(days=1)
ALIVE_MS = 30_000


def collect() -> dict[str, Any]:
    """{"sources", "tasks": {state: n}, "documents", "review", "alerts", "roles": {name: {"alive", "progress_at"}}}."""
    backends = Backends(load())
    try:
        with transaction(backends) as services:
            sources, tasks, alerts = _configured(services, backends)
        return {
            "sources": sources,
            "tasks": tasks,
            "documents": backends.index.count("documents"),
            "review": backends.index.count("review"),
            "alerts": alerts,
            "roles": _roles(backends),
        }
    finally:
        backends.close()


def is_alive(role: str) -> bool:
    """Whether a process of this role on this host has beaten within ALIVE_MS."""
    backends = Backends(load())
    try:
        now_ms = to_ms(backends.clock.now())
        beats = backends.heartbeats.all(now_ms=now_ms)
    finally:
        backends.close()
    mine = [beat for beat in beats if beat["role"] == role and beat.get("host") == socket.gethostname()]
    return any(now_ms - int(beat["at"]) < ALIVE_MS and not beat.get("stopped") for beat in mine)


def as_text(facts: dict[str, Any]) -> str:
    tasks = ", ".join(f"{count} {state}" for state, count in facts["tasks"].items() if count) or "none in the last day"
    roles = "\n".join(
        f"  {name:<10} {'alive' if role['alive'] else 'SILENT'}, last progress {role['progress_at'] or 'never'}"
        for name, role in facts["roles"].items()
    )
    counts = f"{facts['sources']} sources, {facts['documents']} documents, {facts['review']} in review, {facts['alerts']} alerts"
    return f"{counts}\nwindows: {tasks}\nroles:\n{roles or '  none has reported'}"


def _configured(services: Services, backends: Backends) -> tuple[int, dict[str, int], int]:
    """(sources, windows of the last day by state, alerts that fire and that no other explains)."""
    sources = sum(services.sources.counts().values())
    tasks = services.tasks.counts(backends.clock.now() - DAY)
    alerts = sum(firing(services.session).values())
    return sources, {str(state): count for state, count in tasks.items()}, alerts


def _roles(backends: Backends) -> dict[str, dict[str, Any]]:
    found = roles(backends.heartbeats, backends.clock)
    return {name: {"alive": role.alive, "progress_at": role.progress_at} for name, role in found.items()}
