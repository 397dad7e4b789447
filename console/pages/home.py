"""The overview: sources and tasks by state, documents, who is at work and whether it makes progress."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from console.auth import Viewer
from console.pages.tasks import queue_facts
from console.reasons import TASK_STATES
from console.web import Web
from kit.clock import from_ms, to_ms
from kit.errors import CatchmentError

router = APIRouter()
_SILENT_S = 30
_STUCK_S = 300
_SHOWN = frozenset({"role", "worker", "at", "progress_at"})


@router.get("/")
@router.get("/overview.json")
def show(web: Viewer) -> Response:
    with web.read() as work:
        sources = {str(int(status)): count for status, count in work.sources.counts().items()}
        tasks = {str(state): count for state, count in work.tasks.counts(web.formats.now - timedelta(days=1)).items()}
    data = {
        "sources": sources,
        "tasks": tasks,
        "queue": _tried(lambda: queue_facts(web)),
        "documents": _tried(lambda: web.console.ports.index.count("documents")),
        "review": _tried(lambda: web.console.ports.index.count("review")),
        "workers": _tried(lambda: workers(web)),
    }
    return web.listing("home.html", data, section="home", states=TASK_STATES)


def _tried(ask: Any) -> Any:
    """The overview is what people open when something is broken: one missing backend must not take it away. None: no answer."""
    try:
        return ask()
    except CatchmentError:
        return None


def workers(web: Web) -> list[dict[str, Any]]:
    """Every process that beats, roles together. A beat without progress while there is work is a stuck process."""
    now_ms = to_ms(web.formats.now)
    beats = web.console.ports.heartbeats.all(now_ms=now_ms)
    rows = [_worker(beat, now_ms) for beat in beats]
    return sorted(rows, key=lambda row: (row["role"], row["worker"]))


def _worker(beat: dict[str, str], now_ms: int) -> dict[str, Any]:
    at, progress = _ms(beat.get("at", "")), _ms(beat.get("progress_at", ""))
    silent = now_ms - at > _SILENT_S * 1000
    idle = now_ms - progress > _STUCK_S * 1000
    state = "silent" if silent else "idle" if idle else "working"
    return {
        "role": beat.get("role", ""),
        "worker": beat.get("worker", ""),
        "state": state,
        "at": from_ms(at) if at else None,
        "progress_at": from_ms(progress) if progress else None,
        "facts": {name: value for name, value in sorted(beat.items()) if name not in _SHOWN},
    }


def _ms(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 16 else 0
