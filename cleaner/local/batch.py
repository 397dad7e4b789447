"""One batch of messages through cleaning into archive and index. Running it again changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from cleaner.core import Cleaned, RawDocument, Rejected, clean
from cleaner.local import quarantine
from cleaner.local.decode import Collected, decode
from cleaner.local.events import events_of
from cleaner.local.ports import CleanerPorts
from cleaner.local.sources import SourceFacts, Sources, strictest
from cleaner.sinks.publish import publish
from cleaner.sinks.record import Result
from cleaner.sinks.store import stage_results
from kit import logs
from kit.clock import Clock, to_ms
from kit.errors import PoisonError
from kit.ports.log import Message, Record
from kit.settings import Settings

log = logs.get(__name__)


@dataclass(slots=True)
class Batch:
    """`good` says for each message, in order, whether it was a document; `dead` holds those that could not be processed.

    `origins` are the messages of `results`, in the same order; `held` are those that must wait for a decision.
    """

    results: list[Result] = field(default_factory=list)
    origins: list[Message] = field(default_factory=list)
    dead: list[tuple[Message, str]] = field(default_factory=list)
    held: list[Collected] = field(default_factory=list)
    good: list[bool] = field(default_factory=list)


class BatchCleaner:
    def __init__(self, ports: CleanerPorts, settings: Settings, clock: Clock, worker: str) -> None:
        self._ports, self._clock, self._worker = ports, clock, worker
        self._days = settings.duplicate_days
        self._append_s = settings.append_seconds
        self._sources = Sources(ports.sources, clock)

    def process(self, messages: Sequence[Message], check: Callable[[Batch], None] = lambda batch: None) -> Batch:
        """Archive, then index, then events and dead letters. Raises BackendUnavailable or Throttled: process the same again.

        `check` may raise before anything is written.
        """
        batch = Batch()
        for message in messages:
            self._clean(message, batch)
        check(batch)
        for collected in batch.held:
            quarantine.hold(collected, self._ports.objects)
        failed = self._store(batch.results)
        _bury_refused(batch, failed)
        self._report(batch, failed)
        return batch

    def _clean(self, message: Message, batch: Batch) -> None:
        try:
            collected = decode(message, self._ports.objects)
            if quarantine.is_held(collected, self._ports.archive):
                batch.held.append(collected)
                batch.good.append(True)
                return
            facts = self._sources.facts(collected.document.source_id)
            outcome = cleaned(collected, facts)
        except PoisonError as error:
            batch.dead.append((message, str(error)))
            batch.good.append(False)
            return
        batch.origins.append(message)
        batch.results.append(Result(collected.document, outcome, collected.ms, collected.shared, facts.name))
        batch.good.append(True)

    def _store(self, results: Sequence[Result]) -> dict[str, str]:
        work, touched = stage_results(self._ports.archive, results, days=self._days)
        work.flush()
        return publish(work, self._ports.index, touched).failed

    def _report(self, batch: Batch, failed: dict[str, str]) -> None:
        now_ms = to_ms(self._clock.now())
        records = [dead_letter(message, reason) for message, reason in batch.dead]
        for result in batch.results:
            records += events_of(result, failed, worker=self._worker, now_ms=now_ms)
        records += [quarantine.event_of(one, worker=self._worker, now_ms=now_ms) for one in batch.held]
        for message, reason in batch.dead:
            log.warning("message_dead", topic=message.topic, offset=message.offset, reason=reason)
        if records:
            self._ports.log.append(records, timeout_s=self._append_s)


def cleaned(collected: Collected, facts: SourceFacts) -> Cleaned | Rejected:
    """Raises PoisonError where cleaning fails in spite of its promise, so that one document does not stop the others."""
    document = collected.document
    raw = RawDocument(
        title=document.title,
        content=document.content,
        publish_time=document.publish_time or None,
        collect_time=collected.collected,
        language=document.language or None,
        source_language=document.source_language or None,
        site_name=document.site_name or facts.name or None,
        retry_count=document.retry_count,
        url=document.url,
        tz=document.timezone,
        tags_rules=facts.rules,
        sensitive=strictest(document.sensitive, facts.sensitive),
        claimed_hash=document.content_hash,
    )
    try:
        return clean(raw)
    except Exception as error:
        log.exception("clean_failed", url=document.url)
        raise PoisonError(f"cleaning failed: {type(error).__name__}: {error}") from error


def dead_letter(message: Message, reason: str) -> Record:
    origin = {"topic": message.topic, "partition": str(message.partition), "offset": str(message.offset)}
    return Record("collect.dead", message.key, message.value, {**message.headers, **origin, "reason": reason[:1000]})


def _bury_refused(batch: Batch, failed: Mapping[str, str]) -> None:
    for result, message in zip(batch.results, batch.origins, strict=True):
        if (reason := failed.get(result.content_hash)) is not None:
            batch.dead.append((message, f"index: {reason}"))
