"""The run: some rows at a time are read, extracted in several processes, cleaned, compared, and applied one after another."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from cleaner.core import Cleaned, Rejected
from cleaner.local.batch import cleaned
from cleaner.local.decode import Collected
from cleaner.local.sources import SourceFacts, facts_of
from cleaner.sinks.again import Again, Stored, changes, made, read_stored
from cleaner.sinks.record import Result
from collector.loop.pool import ParsePool
from deploy.reclean.plan import Plan, State, Wish, matching
from deploy.reclean.reading import is_rereadable, job_of, page_body, reread
from deploy.reclean.report import Report
from kit.backends import Backends
from kit.clock import to_ms
from kit.contracts.config import SourceConfig, TemplateConfig
from kit.contracts.document import Document
from kit.errors import NotFound, PoisonError
from kit.ports.log import Message
from services.bundle import Services

ROWS: Final = 16
_NO_MESSAGE: Final = Message("archive", 0, 0, "", b"", 0)
Transaction = Callable[[], AbstractContextManager[Services]]


class Reclean:
    """`stop` set: ends after the row at hand; the same call again goes on from there."""

    def __init__(self, backends: Backends, transaction: Transaction, stop: threading.Event) -> None:
        self._backends, self._transaction, self._stop = backends, transaction, stop
        self._pool = ParsePool(backends.settings)
        self._again = Again(backends.archive, backends.index, days=backends.settings.duplicate_days)
        self._configs: dict[str, tuple[SourceConfig | None, TemplateConfig | None]] = {}

    async def preview(self, wish: Wish) -> Report:
        """What would change; changes nothing."""
        report, keys = Report(), list(matching(self._backends.archive, wish))
        await self._pool.start()
        try:
            for start in range(0, len(keys), ROWS):
                if self._stop.is_set():
                    break
                for stored, result in await self._results(keys[start : start + ROWS], report):
                    new = made(result)
                    report.add(stored.archived, new, changes(stored, new))
        finally:
            await self._pool.close()
        return report

    async def apply(self, wish: Wish, plan: Plan) -> State:
        """Raises BackendUnavailable: call it again. `state.done` is `state.total` when all is done."""
        state = plan.resume(wish) or plan.begin(self._backends.archive, wish)
        await self._pool.start()
        try:
            while state.done < state.total and not self._stop.is_set():
                await self._some(plan, state)
        finally:
            await self._pool.close()
        if state.done >= state.total:
            plan.end()
        return state

    async def _some(self, plan: Plan, state: State) -> None:
        keys = plan.keys(state, ROWS)
        for stored, result in await self._results(keys, state.report):
            new = made(result)
            kinds = changes(stored, new)
            if kinds:
                now_ms = to_ms(self._backends.clock.now())
                state.report.refused |= self._again.apply(stored, result, now_ms=now_ms)
            state.report.add(stored.archived, new, kinds)
        plan.passed(state, keys)

    async def _results(self, keys: Sequence[str], report: Report) -> list[tuple[Stored, Result]]:
        """Those that can be cleaned again, in order; the others are told in the report."""
        found = zip(keys, self._backends.archive.get("doc", keys), strict=True)
        rows = []
        for key, cells in found:
            if cells and (stored := read_stored(key, cells)):
                rows.append(stored)
            else:
                report.keep("already another document, by a run that was stopped")
        read = await asyncio.gather(*(self._read(stored, report) for stored in rows))
        results = []
        for stored, document in zip(rows, read, strict=True):
            if document is not None and (result := self._clean(stored, document, report)) is not None:
                results.append((stored, result))
        return results

    async def _read(self, stored: Stored, report: Report) -> Document | None:
        document, objects = stored.original, self._backends.objects
        source, template = self._config(document.source_id)
        try:
            if source is None or not is_rereadable(document, shared=stored.archived.shared):
                return _whole(document, objects.get(document.content_key) if document.content_key else b"")
            assert document.raw is not None
            body = page_body(document.raw, objects)
        except NotFound:
            report.keep("the page or the text is not kept any more")
            return None
        parsed = await self._pool.parse(job_of(document, body, source, template))
        if len(parsed.items) != 1:
            report.keep(f"extraction finds no document today: {parsed.failure or 'nothing'}")
            return None
        report.reread += 1
        return reread(document, parsed, template)

    def _clean(self, stored: Stored, document: Document, report: Report) -> Result | None:
        source, _ = self._config(document.source_id)
        facts = facts_of(source.name, source.options) if source else SourceFacts()
        try:
            outcome = _outcome(stored, document, facts)
        except PoisonError as error:
            report.keep(str(error)[:200])
            return None
        name = facts.name or stored.archived.source_name
        return Result(document, outcome, stored.ms, stored.archived.shared, name)

    def _config(self, source_id: str) -> tuple[SourceConfig | None, TemplateConfig | None]:
        if source_id not in self._configs:
            source = template = None
            if source_id.isascii() and source_id.isdigit():
                with self._transaction() as services:
                    source = services.sources.config(int(source_id))
                    if source is not None and source.template_id is not None:
                        template = services.templates.config(source.template_id)
            self._configs[source_id] = source, template
        return self._configs[source_id]


def _whole(document: Document, content: bytes) -> Document:
    return replace(document, content=content.decode("utf-8", "replace")) if content else document


def _outcome(stored: Stored, document: Document, facts: SourceFacts) -> Cleaned | Rejected:
    collected = datetime.fromisoformat(document.collect_time)
    return cleaned(Collected(_NO_MESSAGE, document, collected, stored.ms, stored.archived.shared), facts)
