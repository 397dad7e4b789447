"""Sources as rows: what lists, single rows and JSON answers show of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from console.reasons import ANSWERS, BROKEN, RUNNING, SLOW, SLOWED, SOURCE_REASONS, SOURCE_STATES, STOPPED
from console.sentences import sentence
from console.text import host_of
from console.web import Web
from console.work import Work
from services.reasons import Reason
from services.sources.schemas import SourceView
from services.templates.schemas import TemplateView


def rows_of(web: Web, work: Work, sources: Sequence[SourceView]) -> list[dict[str, Any]]:
    """One dictionary per source, in order; three queries however many there are."""
    open_tasks = work.open_tasks([source.id for source in sources])
    reasons = work.sources.reasons(sources, open_tasks)
    templates = work.templates.by_ids({source.template_id for source in sources if source.template_id is not None})
    return [_row(web, source, reasons[source.id], templates) for source in sources]


def _row(web: Web, source: SourceView, reason: Reason, templates: Mapping[int, TemplateView]) -> dict[str, Any]:
    state, tone = state_of(source, reason)
    template = templates.get(source.template_id or 0)
    return {
        "id": source.id,
        "name": source.name,
        "host": host_of(source.entry_url),
        "entry_url": source.entry_url,
        "source_type": source.source_type,
        "status": int(source.status),
        "state": state,
        "state_name": web.gettext(state),
        "tone": tone,
        "reason": str(reason.code),
        "reason_params": dict(reason.params),
        "reason_text": sentence(SOURCE_REASONS, str(reason.code), reason.params, web.gettext, web.formats),
        "note": str(reason.params.get("note", "")),
        "next_run_at": source.next_run_at,
        "last_run_at": source.last_run_at,
        "fail_count": source.fail_count,
        "last_failure": source.last_failure,
        "priority": source.priority,
        "cron_expr": source.cron_expr,
        "timezone": source.timezone,
        "template_id": source.template_id,
        "template": template.name if template else "",
        "labels": list(source.labels),
        "owner": source.owner,
        "version": source.version,
    }


def state_of(source: SourceView, reason: Reason) -> tuple[str, str]:
    """(message id, tone): what a glance should tell, from status and reason together."""
    code = str(reason.code)
    if code == "window_open":
        return RUNNING
    if code in BROKEN:
        return STOPPED
    if code in SLOWED:
        return SLOW
    if code == "answers_again":
        return ANSWERS
    return SOURCE_STATES[int(source.status)]
