"""Alerts: the inbox, acknowledging and silencing."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from console.api.alert_models import AlertOut, SilenceIn
from console.api.auth import MonitorsRead, MonitorsWrite
from console.api.models import Listed
from console.api.once import Key, once
from console.work import Work
from services.alerts.schemas import InboxFilter
from services.paging import PAGE_MAX

router = APIRouter(prefix="/alerts", tags=["alerts"])
Text = Annotated[str, Query(max_length=128)]


@router.get("", response_model=Listed[AlertOut])
def list_alerts(
    api: MonitorsRead,
    state: Literal["", "firing", "resolved", "closed"] = "",
    severity: Literal["", "warn", "down"] = "",
    owner: Text = "",
    assignee: Text = "",
    subject_id: Text = "",
    explained: Annotated[bool, Query(description="Also those that another alert explains.")] = False,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
    after: Annotated[str, Query(max_length=2000)] = "",
) -> Listed[AlertOut]:
    """The newest first."""
    wanted = InboxFilter(
        state=state, severity=severity, owner=owner, assignee=assignee, subject_id=subject_id, quiet=explained
    )
    with api.read() as work:
        page = work.alerts.page(wanted, limit=limit, after=after)
    items = [AlertOut.model_validate(one) for one in page.items]
    return Listed[AlertOut](items=items, next=page.next, total=page.total, more=page.more)


@router.get("/{alert_id:id}", response_model=AlertOut)
def get_alert(api: MonitorsRead, alert_id: int) -> AlertOut:
    with api.read() as work:
        return AlertOut.model_validate(work.alerts.get(alert_id))


@router.post("/{alert_id:id}/acknowledge", response_model=AlertOut)
def acknowledge_alert(api: MonitorsWrite, alert_id: int, idempotency_key: Key = None) -> Response:
    """No reminders and no escalation any more; its end is told all the same. A conflict once it has ended."""

    def change(work: Work) -> AlertOut:
        work.alerts.acknowledge(alert_id, actor=api.actor)
        return AlertOut.model_validate(work.alerts.get(alert_id))

    return once(api, idempotency_key, None, change)


@router.post("/{alert_id:id}/silence", response_model=AlertOut)
def silence_alert(api: MonitorsWrite, alert_id: int, body: SilenceIn, idempotency_key: Key = None) -> Response:
    """For some hours, or until it is resolved. A conflict once it has ended."""

    def change(work: Work) -> AlertOut:
        work.alerts.silence_incident(alert_id, body.hours, body.reason, actor=api.actor)
        return AlertOut.model_validate(work.alerts.get(alert_id))

    return once(api, idempotency_key, body, change)
