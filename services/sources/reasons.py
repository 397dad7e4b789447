"""Why a source is not running (pure, requirement S8): the first reason that applies."""

from __future__ import annotations

from datetime import datetime, timedelta

from services.reasons import Reason
from services.sources.schemas import SourceReason, SourceStatus, SourceView, StatusReason

# A due source waits for the next look of the scheduler; only later than this it is late.
OVERDUE_AFTER = timedelta(minutes=2)


def reason_of(source: SourceView, now: datetime, *, open_task: str = "", live_version: int | None = None) -> Reason:
    """`open_task`: the id of its unfinished window. `live_version`: of its template, 0 when unpublished, None when there is no such template."""
    if source.deleted_at is not None:
        return Reason(SourceReason.DELETED, {"at": source.deleted_at.isoformat()})
    if open_task:
        return Reason(SourceReason.WINDOW_OPEN, {"task_id": open_task})
    if source.status != SourceStatus.ENABLED:
        return _by_status(source)
    if source.template_id is not None and not live_version:
        code = SourceReason.TEMPLATE_MISSING if live_version is None else SourceReason.TEMPLATE_UNPUBLISHED
        return Reason(code, {"template_id": source.template_id})
    if source.next_run_at is None:
        if source.cron_expr:
            return Reason(SourceReason.SCHEDULE_INVALID, {"cron": source.cron_expr, "zone": source.timezone})
        return Reason(SourceReason.NEVER_RUNS)
    return _by_time(source, source.next_run_at, now)


def _by_status(source: SourceView) -> Reason:
    kept: dict[str, str | int | float] = {
        name: value for name, value in source.status_params.items() if isinstance(value, str | int | float)
    }
    if source.status_reason == StatusReason.PAUSED_FAILURES:
        if "answered_at" in kept:
            return Reason(SourceReason.ANSWERS_AGAIN, kept)
        return Reason(SourceReason.PAUSED_FAILURES, {**kept, **_at(source.next_run_at)})
    code = SourceReason.WATCHED_ONLY if source.status == SourceStatus.WATCHED else SourceReason.PAUSED_BY
    return Reason(code, kept)


def _by_time(source: SourceView, next_run_at: datetime, now: datetime) -> Reason:
    if source.missed_at and source.missed_at < next_run_at:
        return Reason(SourceReason.SPREAD, {"since": source.missed_at.isoformat(), **_at(next_run_at)})
    if next_run_at + OVERDUE_AFTER < now:
        return Reason(SourceReason.OVERDUE, {"since": next_run_at.isoformat()})
    if source.not_before and source.not_before > now:
        return Reason(SourceReason.RETRY_AFTER, {"until": source.not_before.isoformat(), **_at(next_run_at)})
    if source.throttled_since:
        since = source.throttled_since.isoformat()
        return Reason(SourceReason.THROTTLED, {"weight": source.fail_weight, "since": since, **_at(next_run_at)})
    if source.adaptive and source.revisit_s:
        return Reason(SourceReason.REVISIT, {"minutes": round(source.revisit_s / 60), **_at(next_run_at)})
    return Reason(SourceReason.NEXT_RUN, _at(next_run_at))


def _at(moment: datetime | None) -> dict[str, str]:
    return {"at": moment.isoformat()} if moment else {}
