"""Things for a console to show."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from console.state import Console
from console.work import Work
from kit.clock import to_ms
from kit.contracts.task import Claim, Outcome, Task, TaskState
from services.sources.schemas import SourceView
from services.tasks.schemas import NewWindow
from services.templates.schemas import TemplateView

SPEC: dict[str, Any] = {
    "kind": "html",
    "detail": {"fields": {"title": {"selectors": ["css:h1"]}, "published": {"selectors": ["css:.date"]}}},
}


def source(console: Console, **changes: Any) -> SourceView:
    data = {
        "source_type": "COLUMN",
        "name": "City news",
        "entry_url": "https://www.city.example/news/",
        "cron_expr": "*/10 * * * *",
        "timezone": "UTC",
        **changes,
    }
    with console.database.session() as session:
        return Work(console, session).sources.create(data, actor="seed")


def template(console: Console, name: str = "Gov list", *, publish: bool = True) -> TemplateView:
    with console.database.session() as session:
        work = Work(console, session)
        made = work.templates.create(name, SPEC, actor="seed")
        if publish:
            work.templates.publish(made.id, 1, actor="seed")
        return made


def window(console: Console, source_id: int, *, minutes_ago: int = 5) -> Task:
    """A window in ledger and queue."""
    now = console.clock.now()
    minute = (now - timedelta(minutes=minutes_ago)).replace(second=0, microsecond=0)
    with console.database.session() as session:
        tasks = Work(console, session).tasks
        (made,) = tasks.create_windows([NewWindow(source_id, "COLUMN", minute, 5, minute)])
        tasks.mark_enqueued([made.id])
    console.ports.queue.enqueue([made], now_ms=to_ms(now))
    return made


def claim(console: Console, worker: str = "w1") -> Claim:
    (taken,) = console.ports.queue.take(worker, limit=1, timeout_s=1, now_ms=to_ms(console.clock.now()))
    return taken


def end(console: Console, held: Claim, outcome: Outcome) -> None:
    """Ends a claim, and the window in the ledger if that was all of it."""
    queue = console.ports.queue
    queue.finish(held, outcome, now_ms=to_ms(console.clock.now()))
    ended = queue.ended(limit=100)
    with console.database.session() as session:
        Work(console, session).tasks.apply_ended(ended)
    queue.confirm_ended(ended)


def dead_detail(console: Console, source_id: int, url: str = "https://www.city.example/a/1.html") -> str:
    """A page of a window that was given up; its id."""
    window(console, source_id)
    root = claim(console)
    now_ms = to_ms(console.clock.now())
    detail = Task(f"{root.task.id}#{'a' * 32}", source_id, "COLUMN", 5, now_ms, now_ms, kind="detail", url=url)
    console.ports.queue.spawn(root, [detail], now_ms=now_ms)
    end(console, root, Outcome(TaskState.SUCCESS))
    end(console, claim(console), Outcome(TaskState.DEAD, failure="parse", reason="required field title is empty"))
    return detail.id
