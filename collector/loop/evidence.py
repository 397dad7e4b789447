"""What was seen of an answer, as people may be told it; kept for a source whose window has failed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from collector.extract import decode
from collector.fetch import Fetched
from collector.loop.bridge import Bridge
from collector.loop.errors import WorkFailed
from collector.loop.web import Web
from kit import logs
from kit.contracts.config import SourceConfig
from kit.contracts.task import Claim
from kit.contracts.trial import FIRST_CHARS, Seen, Trial
from kit.errors import CatchmentError
from kit.ports.trials import Trials

HEADERS: Final = 40
HEADER_CHARS: Final = 300
_COOKIE: Final = re.compile(r"^([^=;]{1,80})=[^;]*")
_FIRST_BYTES: Final = 4 * FIRST_CHARS
log = logs.get(__name__)


class Evidence:
    """Without `trials` nothing is kept."""

    def __init__(self, trials: Trials | None = None, web: Web | None = None, bridge: Bridge | None = None) -> None:
        self._trials = trials
        self._web = web
        self._bridge = bridge

    async def keep(self, claim: Claim, source: SourceConfig | None, error: WorkFailed) -> None:
        """Of a window's failure. Never raises: a failure without evidence is still one. `source` knows the secrets that are told nowhere."""
        if self._trials is None or self._web is None or self._bridge is None or claim.task.kind != "window":
            return
        web = self._web
        try:
            seen = None
            if error.fetched is not None and source is not None:
                seen = seen_of(error.fetched, lambda text: web.told(source, text))
            trial = Trial(self._bridge.now_ms(), error.failure.value, error.reason[:500], seen)
            await self._bridge.call(self._trials.keep, claim.task.source_id, trial)
        except (CatchmentError, WorkFailed) as problem:
            log.warning("evidence_lost", task=claim.task.id, error=str(problem))


def seen_of(fetched: Fetched, tell: Callable[[str], str]) -> Seen:
    """`tell` takes secrets out of a text. Long values are cut, cookies lose theirs."""
    body = fetched.body or fetched.first
    first = decode(body[:_FIRST_BYTES], fetched.content_type).text[:FIRST_CHARS] if body else ""
    return Seen(
        url=tell(fetched.url),
        status=fetched.status,
        failure=fetched.failure.value if fetched.failure else "",
        detail=tell(fetched.detail),
        address=fetched.address,
        elapsed_ms=fetched.elapsed_ms,
        redirects=[tell(url) for url in fetched.redirects],
        headers=[(name, tell(_header(name, value))) for name, value in fetched.headers[:HEADERS]],
        content_type=fetched.content_type or "",
        size=len(fetched.body),
        first=tell(first),
        notes=[fetched.note] if fetched.note else [],
    )


def _header(name: str, value: str) -> str:
    shown = _COOKIE.sub(r"\1=…", value) if name.lower() == "set-cookie" else value
    return shown[:HEADER_CHARS]
