"""Tries sources for people who are editing them: the same fetcher, guards, rates and parsers as for a window, and nothing is stored."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Final

import msgspec

from collector.fetch import Fetched
from collector.loop import beginning
from collector.loop.configs import Config
from collector.loop.crew import Crew
from collector.loop.errors import HandBack, WorkFailed
from collector.loop.evidence import seen_of
from collector.loop.messages import Parsed, ParseJob
from collector.loop.web import Visit
from collector.sources.model import Entry, Item
from collector.sources.options import Options, read
from collector.sources.registry import kind_of
from kit import logs
from kit.contracts.task import FailureClass
from kit.contracts.trial import LINKS, VALUE_CHARS, FoundField, FoundLink, Seen, Trial, TrialRequest
from kit.errors import CatchmentError, PermanentError
from kit.ports.trials import Trials

LOOK_SECONDS: Final = 0.5
REST_SECONDS: Final = 5.0
# Somebody is waiting in front of a page.
SECONDS: Final = 45.0
PATIENCE_S: Final = 10.0
_VALUES: Final = ("title", "published", "modified", "authors", "language", "content")
log = logs.get(__name__)


@dataclass(slots=True)
class _Course:
    """How far a trial has come; what it was seen with stays when the next step fails."""

    asked: TrialRequest
    options: Options
    origin: str
    list: Seen | None = None
    page: Seen | None = None
    parsed: Parsed = field(default_factory=Parsed)
    item: Item | None = None


class Trier:
    """One at a time per collector. `trials` None: none at all."""

    def __init__(self, crew: Crew, trials: Trials | None, worker: str) -> None:
        self._crew = crew
        self._trials = trials
        self._worker = worker

    async def serve(self) -> None:
        """Until cancelled."""
        if self._trials is None:
            return
        while True:
            try:
                pause = 0.0 if await self._next(self._trials) else LOOK_SECONDS
            except CatchmentError as error:
                log.warning("trials_away", error=str(error))
                pause = REST_SECONDS
            await asyncio.sleep(pause)

    async def _next(self, trials: Trials) -> bool:
        asked = await self._crew.bridge.call(trials.take)
        if asked is None:
            return False
        trial = await self.tried(asked[1])
        await self._crew.bridge.call(trials.answer, asked[0], trial)
        return True

    async def tried(self, asked: TrialRequest) -> Trial:
        """What there is to tell, whatever happened; never raises for a fault of the source or of its site."""
        began = Trial(self._crew.bridge.now_ms(), worker=self._worker)
        try:
            config = Config(asked.source, asked.template)
            options = read(kind_of(asked.source.source_type).options, asked.source)
            course = _Course(asked, options, beginning.origin(config))
        except (PermanentError, WorkFailed) as error:
            return _ended(began, None, FailureClass.CONFIG, str(error))
        try:
            async with asyncio.timeout(SECONDS):
                await self._walk(course, config)
        except WorkFailed as error:
            return _ended(began, course, error.failure, error.reason)
        except HandBack as error:
            return _ended(began, course, None, f"not now: {error.reason}")
        except TimeoutError:
            return _ended(began, course, FailureClass.TIMEOUT, f"not complete within {SECONDS:g} s")
        except Exception as error:
            log.exception("trial_surprise", source=asked.source.id)
            return _ended(began, course, FailureClass.INTERNAL, f"{type(error).__name__}: {error}"[:300])
        return _ended(began, course, None, "")

    async def _walk(self, course: _Course, config: Config) -> None:
        entries = beginning.entries(config, self._crew.bridge.clock.now(), {})
        if not entries:
            raise WorkFailed(FailureClass.CONFIG, "the source has no list to begin with")
        fetched = await self._list(course, entries[0])
        course.parsed = await self._parsed(course, "list", fetched, {}, entries[0].state)
        course.list = _read(course.list, course.parsed)
        found = course.parsed.discovered
        course.item = next(iter(found.items), None)
        if course.item is None and found.links:
            await self._page(course, found.links[0].url, found.links[0].meta)

    async def _list(self, course: _Course, entry: Entry) -> Fetched:
        source = course.asked.source
        if make := kind_of(source.source_type).rows:
            fetched = await self._crew.rows.get(source, course.options, make, entry, PATIENCE_S)
        else:
            rendered = course.options.render in ("all", "list")
            fetched = await self._got(
                course, "list", self._visit(course, entry.url, entry.headers, rendered, signs=True)
            )
        course.list = self._seen(course, fetched)
        return fetched

    async def _page(self, course: _Course, url: str, meta: dict[str, str]) -> None:
        rendered = course.options.render == "all"
        fetched = await self._got(course, "page", self._visit(course, url, {}, rendered, signs=False))
        course.page = self._seen(course, fetched)
        parsed = await self._parsed(course, "detail", fetched, meta, {})
        course.page = _read(course.page, parsed)
        course.item = next(iter(parsed.items), None)

    def _visit(self, course: _Course, url: str, headers: dict[str, str], rendered: bool, *, signs: bool) -> Visit:
        ignored = course.options.robots == "ignore"
        scrolls = course.options.scrolls if rendered else None
        return Visit(course.asked.source, url, ignored, SECONDS, PATIENCE_S, headers, course.origin, signs, scrolls)

    async def _got(self, course: _Course, step: str, visit: Visit) -> Fetched:
        try:
            return await self._crew.web.get(visit)
        except WorkFailed as error:
            seen = Seen(visit.url, failure=error.failure.value, detail=error.reason)
            setattr(course, step, seen if error.fetched is None else self._seen(course, error.fetched))
            raise

    def _seen(self, course: _Course, fetched: Fetched) -> Seen:
        return seen_of(fetched, lambda text: self._crew.web.told(course.asked.source, text))

    async def _parsed(
        self, course: _Course, kind: str, fetched: Fetched, meta: dict[str, str], state: dict[str, str]
    ) -> Parsed:
        now, asked = self._crew.bridge.clock.now(), course.asked
        job = ParseJob(
            "list" if kind == "list" else "detail", asked.source, asked.template, fetched.url, fetched.body,
            fetched.content_type, now, meta=dict(meta), state=dict(state),
        )  # fmt: skip
        parsed = await self._crew.pool.parse(job)
        if parsed.failure:
            step = "list" if kind == "list" else "page"
            setattr(course, step, _failed(_read(getattr(course, step), parsed), parsed))
            raise WorkFailed(FailureClass(parsed.failure), parsed.detail)
        return parsed


def _read(seen: Seen | None, parsed: Parsed) -> Seen | None:
    """With what reading the page has shown."""
    if seen is None:
        return None
    notes = [*seen.notes, *parsed.errors[:10]]
    return msgspec.structs.replace(seen, encoding=parsed.encoding, charset=dict(parsed.charset), notes=notes)


def _failed(seen: Seen | None, parsed: Parsed) -> Seen | None:
    return None if seen is None else msgspec.structs.replace(seen, failure=parsed.failure, detail=parsed.detail)


def _ended(began: Trial, course: _Course | None, failure: FailureClass | None, detail: str) -> Trial:
    if course is None:
        return msgspec.structs.replace(began, failure=failure.value if failure else "", detail=detail[:500])
    found = course.parsed.discovered
    links = tuple(
        FoundLink(one.url, one.meta.get("title", "")[:200], one.meta.get("published", "")[:60])
        for one in found.links[:LINKS]
    )
    return msgspec.structs.replace(
        began,
        failure=failure.value if failure else "",
        detail=detail[:500],
        list=course.list,
        page=course.page,
        links=links,
        link_count=len(found.links),
        item_count=len(found.items),
        next_url=found.next_url or "",
        fields=_fields(course.item),
    )


def _fields(item: Item | None) -> tuple[FoundField, ...]:
    if item is None:
        return ()
    found = []
    for name in (*_VALUES, *(other for other in item.extra)):
        value = item.extra[name] if name in item.extra else getattr(item, name)
        text = ", ".join(value) if isinstance(value, tuple) else str(value)
        found.append(FoundField(name[:60], text[:VALUE_CHARS], item.paths.get(name, "")[:200]))
    return tuple(found)
