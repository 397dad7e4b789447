"""A window task: the source's lists, page by page, as far as the source, the bounds and the time allow."""

from __future__ import annotations

from collections import deque
from typing import Final

from collector.fetch import Fetched
from collector.loop import beginning, parse, shadow
from collector.loop.courtesy import PATIENCE_S
from collector.loop.crew import Crew, Done, Work, must_be_parsed
from collector.loop.errors import HandBack, WorkFailed
from collector.loop.messages import Parsed, ParseJob
from collector.loop.taking import UNSETTLED, secured, take
from collector.loop.tally import Tally
from collector.sources.model import Discovered, Entry
from collector.sources.options import MAX_PAGES
from collector.sources.registry import kind_of
from kit.contracts.task import FailureClass

PAGE_PATIENCE_S: Final = 15.0
# Share of the time limit after which no further list page is begun: what was found is kept, the next window goes on.
TIME_SHARE: Final = 0.7
MAX_WAITING: Final = 2000
PAGE_NOTES: Final = 5


async def collect(crew: Crew, work: Work) -> Done:
    """Reads the lists. Raises WorkFailed when the first page cannot be had or holds nothing, HandBack, StaleClaim."""
    tally = Tally(crew.bridge.clock.monotonic() + work.seconds * TIME_SHARE)
    try:
        for entry in beginning.entries(work.config, crew.bridge.clock.now(), work.claim.task.meta):
            await _walk(crew, work, entry, tally)
    except HandBack as error:
        # What ingest has accepted stays behind the cursor; only the rest is asked for again.
        if not tally.cursor:
            raise
        tally.note(error.reason)
    if not tally.found and tally.notes and not tally.ahead:
        raise WorkFailed(FailureClass.EMPTY, "; ".join(tally.notes)[:500])
    if tally.ahead and not await secured(crew, tally):
        tally.note("not yet accepted by ingest: the next run begins where this one did")
    if not tally.notes:
        for revisit in tally.revisits:
            await crew.revisits.keep(revisit)
    return Done(tally.outcome(), tally.receipts)


async def _walk(crew: Crew, work: Work, first: Entry, tally: Tally) -> None:
    """One list and the lists it leads to, breadth first, at most `max_pages` pages."""
    waiting, asked, read = deque([first]), set[str](), 0
    # Another list of the source may well begin with what an earlier one brought.
    began = tally.pages
    limit = max_pages(work)
    while waiting and read < limit and not _full(crew, work, tally):
        entry = waiting.popleft()
        if _key(entry) in asked:
            continue
        asked.add(_key(entry))
        page = await _page(crew, work, entry, tally, again=read == 0)
        if page is None:
            continue
        read += 1
        brought = tally.brought
        await take(crew, work, *page, tally)
        found = page[1].discovered
        if found.more or found.cursor or tally.found >= work.options.max_items:
            # That this page has not changed would not mean that there is nothing new.
            tally.revisits.clear()
        if found.cursor and not await secured(crew, tally, at_most=UNSETTLED):
            return
        waiting.extend(found.more[: max(0, MAX_WAITING - len(waiting))])
        if found.next_url is not None and (tally.pages == began + 1 or not _stalled(found, tally, brought)):
            waiting.appendleft(Entry(found.next_url, entry.headers, found.next_state))


def _key(entry: Entry) -> str:
    return entry.url if not entry.state else f"{entry.url} {sorted(entry.state.items())}"


def _full(crew: Crew, work: Work, tally: Tally) -> bool:
    if tally.pages and crew.bridge.clock.monotonic() > tally.until:
        tally.note("out of time: the rest is for the next run")
        return True
    return tally.found >= work.options.max_items


def _stalled(found: Discovered, tally: Tally, brought: int) -> bool:
    """A later page of nothing but known entries: what follows is older still."""
    return not found.cursor and tally.found > 0 and tally.brought == brought


def max_pages(work: Work) -> int:
    """The source's own word on pages counts before the template's."""
    spec = parse.template_spec(work.config.template)
    if spec is None or spec.list is None or "max_pages" in work.options.model_fields_set:
        return work.options.max_pages
    return max(work.options.max_pages, min(spec.list.max_pages, MAX_PAGES))


async def _page(crew: Crew, work: Work, entry: Entry, tally: Tally, *, again: bool) -> tuple[Fetched, Parsed] | None:
    """One list page. Trouble with a later page ends the list, not the window: what earlier pages brought is kept.

    `again`: the first page of a list; where it has not changed since the last run, the list is done.
    """
    first = tally.pages == 0
    try:
        fetched = await _asked(crew, work, entry, tally, PATIENCE_S if first else PAGE_PATIENCE_S, again=again)
        if fetched is None:
            return None
        work.saw(fetched)
        parsed = must_be_parsed(await shadow.parse(crew, work, _job(crew, work, fetched, entry)))
    except (WorkFailed, HandBack) as error:
        if first and not entry.optional:
            raise
        if not entry.optional:
            tally.note(f"page {tally.pages + 1}: {error.reason}")
        return None
    tally.pages += 1
    if fetched.note:
        tally.note(fetched.note)
    tally.status, tally.elapsed_ms = fetched.status, tally.elapsed_ms + fetched.elapsed_ms
    for text in () if entry.optional else parsed.errors[:PAGE_NOTES]:
        tally.note(text)
    return fetched, parsed


async def _asked(
    crew: Crew, work: Work, entry: Entry, tally: Tally, patience_s: float, *, again: bool
) -> Fetched | None:
    if make := kind_of(work.config.source.source_type).rows:
        return await crew.rows.get(work.config.source, work.options, make, entry, patience_s)
    visit = work.visit(entry.url, patience_s, entry.headers)
    if not again or entry.state or visit.scrolls is not None or not work.options.conditional:
        return await crew.web.get(visit)
    config = work.config
    edition = f"{config.source.version}:{config.template.version if config.template else 0}"
    revisit = await crew.revisits.get(visit, edition)
    if revisit.fetched is None:
        tally.unchanged += 1
        await crew.revisits.keep(revisit)
        return None
    tally.revisits.append(revisit)
    return revisit.fetched


def _job(crew: Crew, work: Work, fetched: Fetched, entry: Entry) -> ParseJob:
    source, template, now = work.config.source, work.config.template, crew.bridge.clock.now()
    return ParseJob(
        "list", source, template, fetched.url, fetched.body, fetched.content_type, now, state=dict(entry.state)
    )
