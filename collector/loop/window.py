"""A window task: the source's list, page by page; links become detail tasks, complete items become documents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from collector.fetch import Fetched
from collector.loop import documents, parse
from collector.loop.courtesy import PATIENCE_S
from collector.loop.crew import Crew, Done, Work, must_be_parsed
from collector.loop.delivery import Receipt
from collector.loop.errors import HandBack, WorkFailed
from collector.loop.messages import Parsed, ParseJob
from collector.sources.model import Entry, Item, Link
from collector.sources.options import MAX_PAGES
from collector.sources.registry import kind_of
from kit import urls
from kit.contracts.task import Claim, FailureClass, Outcome, Task, TaskState
from kit.errors import PermanentError
from kit.ids import detail_task_id

PAGE_PATIENCE_S: Final = 15.0


@dataclass(slots=True)
class _Tally:
    pages: int = 0
    found: int = 0
    new: int = 0
    documents: int = 0
    status: int = 0
    elapsed_ms: int = 0
    notes: list[str] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)


async def collect(crew: Crew, work: Work) -> Done:
    """Reads the list. Raises WorkFailed when its first page cannot be had or holds nothing, HandBack, StaleClaim."""
    tally = _Tally()
    for entry in _entries(work):
        await _walk(crew, work, entry, tally)
    if not tally.found and tally.notes:
        raise WorkFailed(FailureClass.EMPTY, "; ".join(tally.notes)[:500])
    reason = "; ".join(tally.notes)[:500] or ("" if tally.found else "nothing_found")
    return Done(
        Outcome(
            TaskState.SUCCESS,
            reason,
            documents=tally.documents,
            found=tally.found,
            new=tally.new,
            http_status=tally.status,
            elapsed_ms=tally.elapsed_ms,
        ),
        tally.receipts,
    )


def _entries(work: Work) -> tuple[Entry, ...]:
    source = work.config.source
    try:
        return kind_of(source.source_type).entry_requests(source, parse.template_spec(work.config.template))
    except PermanentError as error:
        raise WorkFailed(FailureClass.CONFIG, str(error)) from error


async def _walk(crew: Crew, work: Work, entry: Entry, tally: _Tally) -> None:
    url: str | None = entry.url
    been: set[str] = set()
    limit = _max_pages(work)
    while url is not None and tally.pages < limit and url not in been:
        been.add(url)
        page = await _page(crew, work, url, tally)
        if page is None:
            return
        brought = tally.new + tally.documents
        await _take(crew, work, *page, tally)
        if tally.pages > 1 and tally.found and tally.new + tally.documents == brought:
            return
        url = page[1].discovered.next_url


def _max_pages(work: Work) -> int:
    """The source's own word on pages counts before the template's."""
    spec = parse.template_spec(work.config.template)
    if spec is None or spec.list is None or "max_pages" in work.options.model_fields_set:
        return work.options.max_pages
    return max(work.options.max_pages, min(spec.list.max_pages, MAX_PAGES))


async def _page(crew: Crew, work: Work, url: str, tally: _Tally) -> tuple[Fetched, Parsed] | None:
    """One list page. Trouble with a later page ends the list, not the window: what earlier pages brought is kept."""
    first = tally.pages == 0
    try:
        fetched = await crew.web.get(work.visit(url, PATIENCE_S if first else PAGE_PATIENCE_S))
        work.saw(fetched)
        parsed = must_be_parsed(await crew.pool.parse(_job(crew, work, fetched)))
    except (WorkFailed, HandBack) as error:
        if first:
            raise
        tally.notes.append(f"page {tally.pages + 1}: {error.reason}")
        return None
    tally.pages += 1
    tally.status, tally.elapsed_ms = fetched.status, tally.elapsed_ms + fetched.elapsed_ms
    tally.notes += parsed.errors[: max(0, 5 - len(tally.notes))]
    return fetched, parsed


async def _take(crew: Crew, work: Work, fetched: Fetched, parsed: Parsed, tally: _Tally) -> None:
    room = max(0, work.options.max_items - tally.found)
    links, items = parsed.discovered.links[:room], parsed.items[:room]
    tally.found += len(links) + len(items)
    numbers = {"links": float(len(links)), "items": float(len(items)), "parse": parsed.parse_ms}
    work.trace.add("extracted", url=fetched.url, numbers=numbers)
    await _deliver(crew, work, fetched, parsed, items, tally)
    if links:
        now_ms = crew.bridge.now_ms()
        details = [detail_task(work.claim, link, now_ms) for link in links]
        spawned = await crew.bridge.call(crew.queue.spawn, work.claim, details, now_ms=now_ms)
        tally.new += spawned.new
        if spawned.refused:
            tally.notes.append(f"{spawned.refused} links over the daily bound were left out")


async def _deliver(
    crew: Crew, work: Work, fetched: Fetched, parsed: Parsed, items: tuple[Item, ...], tally: _Tally
) -> None:
    source = work.config.source
    fresh = [item for item in items if (source.id, documents.hash_of(item)) not in crew.seen]
    if not fresh:
        return
    collected = crew.bridge.clock.now()
    page = documents.push_page(work.claim, source, work.config.template, fetched, parsed, fresh, collected)
    tally.receipts.append(await crew.delivery.put(page, work.trace.take()))
    tally.documents += len(fresh)
    for item in fresh:
        crew.seen.put((source.id, documents.hash_of(item)), True)


def _job(crew: Crew, work: Work, fetched: Fetched) -> ParseJob:
    source, template = work.config.source, work.config.template
    return ParseJob("list", source, template, fetched.url, fetched.body, fetched.content_type, crew.bridge.clock.now())


def detail_task(claim: Claim, link: Link, now_ms: int) -> Task:
    """The task of a page found on the claimed window, in the same lane."""
    root = claim.task
    return Task(
        id=detail_task_id(root.id, urls.fingerprint(link.url)),
        source_id=root.source_id,
        source_type=root.source_type,
        priority=root.priority,
        due_ms=root.due_ms,
        enqueued_ms=now_ms,
        epoch=root.epoch,
        kind="detail",
        url=link.url,
        meta=link.meta,
    )
