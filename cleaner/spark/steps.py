"""The four steps of a micro-batch as they run on executors: from Arrow batches to Arrow batches.

A backend that is away is no failure of a task: the step answers with a row that says so (`later`), and the driver has the step done
again after a pause. Every step may be done again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cleaner.local import quarantine
from cleaner.local.batch import cleaned, dead_letter
from cleaner.local.decode import decode
from cleaner.local.events import events_of
from cleaner.sinks.publish import publish
from cleaner.sinks.record import Result
from cleaner.sinks.store import stage_results
from cleaner.sinks.work import Work
from cleaner.spark import rows
from cleaner.spark.rows import Row
from cleaner.spark.tools import Job, Tools, tools
from kit import logs
from kit.chunks import chunks
from kit.clock import to_ms
from kit.errors import PoisonError, RetriableError
from kit.ports.archive import Archive
from kit.ports.index import SearchIndex
from kit.ports.log import Record

Batches = Iterator[Any]
Step = Callable[[Batches], Batches]
log = logs.get(__name__)


def clean_step(job: Job) -> Step:
    """Messages to CLEANED rows, each for itself."""

    def step(batches: Batches) -> Batches:
        later = ""
        for batch in batches:
            done = []
            for row in batch.to_pylist():
                done.append({**row, "later": later} if later else _clean(job, row))
                later = done[-1].get("later") or ""
            yield rows.table(done, rows.CLEANED_TYPE)

    return step


def _clean(job: Job, row: Row) -> Row:
    try:
        own = tools(job)
        collected = decode(rows.message(row, job.prefix), own.ports.objects)
        if quarantine.is_held(collected, own.ports.archive):
            quarantine.hold(collected, own.ports.objects)
            return {**row, "held": True, "keys": []}
        facts = own.sources.facts(collected.document.source_id)
        return rows.outcome_row(row, collected, facts.name, cleaned(collected, facts))
    except PoisonError as error:
        return {**row, "dead": str(error), "keys": []}
    except RetriableError as error:
        return {**row, "later": str(error)}


def archive_step(job: Job) -> Step:
    """CLEANED rows of one lane, in order, to the documents whose index entry is still to be looked at, or was refused (TOUCHED)."""

    def work(own: Tools, some: list[Row]) -> list[Row]:
        results = [rows.result(row) for row in some]
        return store(own.ports.archive, own.ports.index, results, days=job.settings.duplicate_days)

    return _in_chunks(job, work, rows.TOUCHED_TYPE)


def store(archive: Archive, index: SearchIndex, results: Sequence[Result], *, days: int) -> list[Row]:
    """Archives the results, then indexes what the archive did not know before: all of that is in this lane.

    What it knew may be touched by other lanes too, and waits until they are done. Raises BackendUnavailable: do it again.
    """
    work, touched = stage_results(archive, results, days=days)
    fresh = {name for name in touched if work.fresh(name)}
    work.flush()
    return _refused(publish(work, index, fresh).failed) + [{"id": name} for name in sorted(touched - fresh)]


def index_step(job: Job) -> Step:
    """Ids of documents, each once over all partitions, to those that an index refused for good (TOUCHED)."""

    def work(own: Tools, some: list[Row]) -> list[Row]:
        names = [row["id"] for row in some]
        known = Work(own.ports.archive)
        known.prepare(names, [])
        return _refused(publish(known, own.ports.index, names).failed)

    return _in_chunks(job, work, rows.TOUCHED_TYPE)


def _refused(failed: Mapping[str, str]) -> list[Row]:
    return [{"id": name, "reason": reason} for name, reason in failed.items()]


def report_step(job: Job, refused: Mapping[str, str]) -> Step:
    """CLEANED rows to events and dead letters in the log. Done again after a fault it reports again."""

    def work(own: Tools, some: list[Row]) -> list[Row]:
        now_ms = to_ms(own.clock.now())
        records = [one for row in some for one in _report(job, own.worker, row, refused, now_ms)]
        if records:
            own.ports.log.append(records, timeout_s=job.settings.append_seconds)
        return []

    return _in_chunks(job, work, rows.WAITING_TYPE)


def _report(job: Job, worker: str, row: Row, refused: Mapping[str, str], now_ms: int) -> Iterator[Record]:
    if row["held"]:
        held = decode(rows.message(row, job.prefix), tools(job).ports.objects)
        yield quarantine.event_of(held, worker=worker, now_ms=now_ms)
        return
    if not rows.is_document(row):
        yield _buried(job, row, row["dead"])
        return
    result = rows.result(row)
    if (reason := refused.get(result.content_hash)) is not None:
        yield _buried(job, row, f"index: {reason}")
    yield from events_of(result, refused, worker=worker, now_ms=now_ms)


def _buried(job: Job, row: Row, reason: str) -> Record:
    message = rows.message(row, job.prefix)
    log.warning("message_dead", topic=message.topic, offset=message.offset, reason=reason)
    return dead_letter(message, reason)


def _in_chunks(job: Job, work: Callable[[Tools, list[Row]], list[Row]], schema: Any) -> Step:
    """Answers after each chunk, so that a slow sink is not taken for a stuck process. Reads its input to the end in any case."""

    def step(batches: Batches) -> Batches:
        stream = rows.rows_of(batches)
        try:
            own = tools(job)
            for some in chunks(stream, job.settings.clean_batch):
                yield rows.table(work(own, some), schema)
        except RetriableError as error:
            yield rows.table([{"later": str(error)}], schema)
            for _ in stream:
                pass

    return step
