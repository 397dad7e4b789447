"""Windows, detail tasks and dead letters as rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from console.reasons import FAILURES, TASK_REASONS, TASK_STATES
from console.sentences import sentence
from console.web import Web
from console.work import Work
from kit.clock import from_ms
from kit.contracts.task import Task
from kit.errors import InvalidInput
from kit.ids import parse_task_id
from kit.ports.queue import TaskView
from services.reasons import Reason
from services.sources.schemas import SourceView
from services.tasks.schemas import WindowView


def window_rows(web: Web, work: Work, windows: Sequence[WindowView]) -> list[dict[str, Any]]:
    """One dictionary per window, in order, with the name of its source and why it is where it is."""
    sources = work.sources.by_ids({window.source_id for window in windows}) if windows else {}
    reasons = work.tasks.why(windows)
    return [_window(web, window, reason, sources) for window, reason in zip(windows, reasons, strict=True)]


def _window(web: Web, window: WindowView, reason: Reason, sources: Mapping[int, SourceView]) -> dict[str, Any]:
    state, tone = state_of(window, str(reason.code))
    source = sources.get(window.source_id)
    return {
        **msgspec.to_builtins(window),
        "window": window.window, "created_at": window.created_at, "finished_at": window.finished_at,
        "enqueued_at": window.enqueued_at, "started_at": window.started_at, "due_at": window.due_at,
        "source_name": source.name if source else f"#{window.source_id}",
        "state": state, "state_name": web.gettext(state), "tone": tone,
        "reason": str(reason.code), "reason_params": dict(reason.params),
        "reason_text": sentence(TASK_REASONS, str(reason.code), reason.params, web.gettext, web.formats),
        "cause": window.reason if window.failure else "",
        "took_s": _between(window.enqueued_at or window.created_at, window.finished_at),
    }  # fmt: skip


_STATE_BY_REASON = {"running": "RUNNING", "waiting_details": "RUNNING", "retry_at": "FAILED", "ending": "RUNNING"}


def state_of(window: WindowView, reason: str) -> tuple[str, str]:
    """The live state where the queue knows better than the ledger."""
    return TASK_STATES[_STATE_BY_REASON.get(reason, str(window.status))]


def _between(start: datetime | None, end: datetime | None) -> float | None:
    return max((end - start).total_seconds(), 0.0) if start and end else None


def view_rows(web: Web, work: Work, views: Sequence[TaskView]) -> list[dict[str, Any]]:
    """Tasks as the queue holds them: details of a window, dead letters."""
    numbers = {number for view in views if (number := _source_id(view.task_id)) is not None}
    sources = work.sources.by_ids(numbers) if numbers else {}
    return [_view(web, view, sources) for view in views]


def _view(web: Web, view: TaskView, sources: Mapping[int, SourceView]) -> dict[str, Any]:
    state, tone = TASK_STATES.get(view.status, (view.status, "off"))
    number = _source_id(view.task_id)
    source = sources.get(number or 0)
    failure = view.fields.get("failure", "")
    return {
        "id": view.task_id, "is_detail": "#" in view.task_id, "url": _url(view),
        "source_id": number, "source_name": source.name if source else f"#{number}",
        "state": state, "state_name": web.gettext(state), "tone": tone, "status": view.status,
        "failure": failure, "failure_text": web.gettext(FAILURES[failure]) if failure in FAILURES else failure,
        "reason": view.fields.get("reason", ""), "worker": view.fields.get("worker", ""),
        "attempts": _number(view, "attempts"), "documents": _number(view, "docs"), "priority": _number(view, "prio"),
        "enqueued_at": _time(view, "enqueued"), "claimed_at": _time(view, "claimed"), "ended_at": _time(view, "ended"),
        "retry_at": _time(view, "retry_at") if view.status == "FAILED" else None,
        "replayed_as": view.fields.get("replayed_as", ""),
    }  # fmt: skip


def _url(view: TaskView) -> str:
    try:
        return msgspec.json.decode(view.fields.get("task", ""), type=Task).url
    except msgspec.MsgspecError:
        return ""


def _source_id(task_id: str) -> int | None:
    try:
        return parse_task_id(task_id).source_id
    except InvalidInput:
        return None


def _number(view: TaskView, name: str) -> int:
    text = view.fields.get(name, "")
    return int(text) if text.isdecimal() else 0


def _time(view: TaskView, name: str) -> datetime | None:
    number = _number(view, name)
    return from_ms(number) if number else None
