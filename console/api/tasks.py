"""Tasks and the queue."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from console.api.auth import TasksRead, TasksWrite
from console.api.models import Listed, QueueOut, ReasonOut, TaskOut
from console.api.once import Key, once
from console.work import Work
from kit.contracts.task import TaskState
from kit.errors import InvalidInput
from services.paging import PAGE_MAX
from services.tasks.schemas import WindowFilter, WindowView

router = APIRouter(tags=["tasks"])


@router.get("/tasks", response_model=Listed[TaskOut])
def list_tasks(
    api: TasksRead,
    source_id: Annotated[int | None, Query(ge=1, lt=2**63)] = None,
    status: Annotated[list[TaskState] | None, Query(max_length=10)] = None,
    since: Annotated[datetime | None, Query(description="Made at or after this moment, with an offset.")] = None,
    until: Annotated[datetime | None, Query(description="Made before this moment, with an offset.")] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
    after: Annotated[str, Query(max_length=2000)] = "",
) -> Listed[TaskOut]:
    """The newest first."""
    wanted = WindowFilter(source_id, tuple(status or ()), _aware(since, "since"), _aware(until, "until"))
    with api.read() as work:
        page = work.tasks.page(wanted, limit=limit, after=after)
        return Listed[TaskOut](items=_out(work, page.items), next=page.next, total=page.total, more=page.more)


@router.get("/tasks/{task_id}", response_model=TaskOut)
def get_task(api: TasksRead, task_id: str) -> TaskOut:
    with api.read() as work:
        return _out(work, [work.tasks.get(task_id)])[0]


@router.post("/tasks/{task_id}/replay", response_model=TaskOut, status_code=201)
def replay_task(api: TasksWrite, task_id: str, idempotency_key: Key = None) -> Response:
    """A new task for the same window, with a fresh number of tries."""

    def replay(work: Work) -> TaskOut:
        return _out(work, [work.tasks.replay(task_id, actor=api.actor)])[0]

    return once(api, idempotency_key, None, replay, status=201)


@router.get("/queue", response_model=QueueOut)
def get_queue(api: TasksRead) -> QueueOut:
    return QueueOut.model_validate(api.console.ports.queue.stats())


def _aware(moment: datetime | None, name: str) -> datetime | None:
    if moment is not None and moment.tzinfo is None:
        raise InvalidInput("give the moment an offset, e.g. 2026-01-31T08:00:00+08:00", field=name)
    return moment


def _out(work: Work, windows: Sequence[WindowView]) -> list[TaskOut]:
    reasons = work.tasks.why(windows)
    return [
        TaskOut.model_validate(
            {
                **{name: getattr(window, name) for name in TaskOut.model_fields if hasattr(window, name)},
                "status": window.status.value,
                "why": ReasonOut.model_validate(reason),
            }
        )
        for window, reason in zip(windows, reasons, strict=True)
    ]
