"""Asking for a list page again: only if it has changed, as long as its server tells the truth about that (F4)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Final

import msgspec

from collector.fetch import Fetched, conditional
from collector.fetch.conditional import Memory
from collector.loop.bridge import Bridge
from collector.loop.errors import HandBack, WorkFailed
from collector.loop.web import Visit
from kit import logs, urls
from kit.errors import RetriableError
from kit.ports.cache import Notes

KEEP_SECONDS: Final = 14 * 86400
Get = Callable[[Visit], Awaitable[Fetched]]
log = logs.get(__name__)


@dataclass(frozen=True, slots=True)
class Revisit:
    """`fetched` None: not changed since it was read. `memory` is to be kept under `key` once the page has been dealt with."""

    key: str
    memory: Memory
    fetched: Fetched | None = None


class Revisits:
    def __init__(self, get: Get, notes: Notes, bridge: Bridge) -> None:
        self._get = get
        self._notes = notes
        self._bridge = bridge

    async def get(self, visit: Visit, edition: str) -> Revisit:
        """The page, or that it has not changed. `edition` names how it is read: another one reads it anew. Raises as `Web.get`."""
        key = f"{visit.source.id}:{urls.fingerprint(visit.url)}:{edition}"
        memory = await self._remembered(key)
        asked = {} if memory.audit_due else conditional.headers(memory)
        fetched = await self._get(replace(visit, headers={**visit.headers, **asked}))
        if fetched.status == HTTPStatus.NOT_MODIFIED:
            return Revisit(key, conditional.unchanged(memory))
        fresh = conditional.changed(memory, fetched)
        if not urls.same(fetched.url, visit.url):
            fresh = msgspec.structs.replace(fresh, etag="", modified="")
        if memory.audit_due and fresh.digest != memory.digest and await self._insists(visit, memory):
            log.warning("conditional_requests_off", source=visit.source.id, url=visit.url)
            fresh = msgspec.structs.replace(fresh, lies=True)
        return Revisit(key, fresh, fetched)

    async def keep(self, revisit: Revisit) -> None:
        """Remembers for the next run. That the memory is away costs a full request, no more."""
        facts = {name: str(value) for name, value in msgspec.structs.asdict(revisit.memory).items() if value}
        try:
            await self._bridge.call(self._notes.put, revisit.key, facts, ttl_s=KEEP_SECONDS)
        except RetriableError as error:
            log.warning("notes_away", error=str(error))

    async def _insists(self, visit: Visit, memory: Memory) -> bool:
        """Whether the server still says "unchanged" about the page that we have just seen changed."""
        asked = conditional.headers(memory)
        try:
            again = await self._get(replace(visit, headers={**visit.headers, **asked}))
        except (WorkFailed, HandBack):
            return False
        return again.status == HTTPStatus.NOT_MODIFIED

    async def _remembered(self, key: str) -> Memory:
        try:
            return msgspec.convert(await self._bridge.call(self._notes.get, key), Memory, strict=False)
        except (RetriableError, msgspec.ValidationError):
            return Memory()
