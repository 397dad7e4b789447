"""What a list page brought: links become detail tasks, complete items become documents."""

from __future__ import annotations

from typing import Final

from collector.fetch import Fetched
from collector.loop import documents
from collector.loop.crew import Crew, Work
from collector.loop.messages import Parsed
from collector.loop.tally import Tally
from collector.sources.model import Item, Link
from kit import urls
from kit.contracts.task import Claim, Task
from kit.ids import detail_task_id

# How many pages with a cursor may be under way to ingest before the next is read.
UNSETTLED: Final = 4


async def take(crew: Crew, work: Work, fetched: Fetched, parsed: Parsed, tally: Tally) -> None:
    """Hands over what the page holds, at most `max_items` in the whole run. Raises HandBack, StaleClaim."""
    found = parsed.discovered
    room = max(0, work.options.max_items - tally.found) if not found.cursor else len(found.links) + len(parsed.items)
    links, items = found.links[:room], parsed.items[:room]
    tally.found += len(links) + len(items)
    numbers = {"links": float(len(links)), "items": float(len(items)), "parse": parsed.parse_ms}
    work.trace.add("extracted", url=fetched.url, numbers=numbers)
    await _deliver(crew, work, fetched, parsed, items, tally)
    if links:
        await _spawn(crew, work, links, tally)
    if found.cursor:
        tally.ahead = found.cursor


async def secured(crew: Crew, tally: Tally, *, at_most: int = 0) -> bool:
    """Moves the cursor behind what ingest has accepted, waiting for it while more than `at_most` pages are under way.

    False: ingest did not answer in time, and the cursor stays. Raises StaleClaim, WorkFailed.
    """
    if tally.ahead == tally.cursor or len(tally.receipts) > at_most:
        if await crew.delivery.settle(tally.receipts):
            return False
        tally.receipts.clear()
        tally.cursor = tally.ahead
    return True


async def _spawn(crew: Crew, work: Work, links: tuple[Link, ...], tally: Tally) -> None:
    now_ms = crew.bridge.now_ms()
    details = [detail_task(work.claim, link, now_ms) for link in links]
    spawned = await crew.bridge.call(crew.queue.spawn, work.claim, details, now_ms=now_ms)
    tally.new += spawned.new
    if spawned.refused:
        tally.note(f"{spawned.refused} links over the daily bound were left out")


async def _deliver(
    crew: Crew, work: Work, fetched: Fetched, parsed: Parsed, items: tuple[Item, ...], tally: Tally
) -> None:
    source = work.config.source
    # A document that is under way is not accepted yet, so where a cursor depends on it, it is sent again.
    fresh = [
        item for item in items if parsed.discovered.cursor or (source.id, documents.hash_of(item)) not in crew.seen
    ]
    if not fresh:
        return
    collected = crew.bridge.clock.now()
    page = documents.push_page(work.claim, source, work.config.template, fetched, parsed, fresh, collected)
    tally.receipts.append(await crew.delivery.put(page, work.trace.take()))
    tally.documents += len(fresh)
    for item in fresh:
        crew.seen.put((source.id, documents.hash_of(item)), True)


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
