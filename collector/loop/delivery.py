"""Documents on their way out: on disk before the task goes on, acknowledged by ingest before it ends, if ingest is quick."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from collector.loop.bridge import Bridge
from collector.loop.errors import HandBack, WorkFailed
from collector.loop.ports import Outbox
from kit import logs
from kit.contracts.document import PushPage
from kit.contracts.task import FailureClass, WaitCause
from kit.errors import StaleClaim, Throttled

FULL_DELAY_MS: Final = 2000
SPOOLED: Final = "spooled"
Receipt = asyncio.Future[str]
log = logs.get(__name__)


class Delivery:
    def __init__(self, outbox: Outbox, bridge: Bridge, wait_s: float) -> None:
        self._outbox = outbox
        self._bridge = bridge
        self._wait_s = wait_s

    async def put(self, page: PushPage, events: Sequence[bytes]) -> Receipt:
        """Durable on return. Raises HandBack when there is no room."""
        try:
            answer = await self._bridge.call(self._outbox.put, page, events)
        except Throttled as error:
            raise HandBack(FULL_DELAY_MS, WaitCause.SPOOL_FULL) from error
        return asyncio.wrap_future(answer)

    async def put_events(self, events: Sequence[bytes]) -> None:
        """Events without a page; without room they are dropped, for a trace must not stop the work."""
        try:
            await self._bridge.call(self._outbox.put, None, events)
        except Throttled:
            log.warning("events_dropped", events=len(events))

    async def settle(self, receipts: Sequence[Receipt]) -> str:
        """ "" when ingest has taken every page, "spooled" when it has not answered in time. Raises StaleClaim, WorkFailed."""
        if not receipts:
            return ""
        # Not wait_for: giving up on the answer must not cancel the sending.
        done, late = await asyncio.wait(receipts, timeout=self._wait_s)
        answers = {receipt.result() for receipt in done}
        if "stale" in answers:
            raise StaleClaim("ingest has seen a newer claim")
        if "invalid" in answers:
            raise WorkFailed(FailureClass.PARSE, "ingest refused the document as invalid")
        return SPOOLED if late or SPOOLED in answers else ""
