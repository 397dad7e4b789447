"""What a page in the browser may ask for: everything goes through the fetcher with its checks, the browser itself has no network."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from collector.fetch import Fetched, FetchRequest
from kit import urls
from kit.errors import InvalidInput

if TYPE_CHECKING:
    from playwright.async_api import Request, Route

Fetch = Callable[[FetchRequest], Awaitable[Fetched]]
MAX_REQUESTS: Final = 300
MAX_BYTES: Final = 50_000_000
MAX_POST: Final = 262_144
BLOCKED_TYPES: Final = frozenset(
    {"image", "media", "font", "texttrack", "manifest", "ping", "cspviolationreport", "eventsource"}
)
_METHODS: Final = frozenset({"GET", "HEAD", "POST"})
_SENT: Final[tuple[str, ...]] = ("accept", "accept-language", "content-type", "origin", "referer", "x-requested-with")
# The body comes without its codings and whole; what the page may do with it is for the browser to judge.
_NOT_PASSED: Final = frozenset(
    {"content-encoding", "content-length", "transfer-encoding", "connection", "set-cookie", "strict-transport-security", "alt-svc"}
)  # fmt: skip


@dataclass(slots=True)
class Guard:
    """One page's requests. `first` is its document as fetched already; `in_flight` and `served` tell when a page has become quiet."""

    asked: FetchRequest
    first: Fetched
    fetch: Fetch
    in_flight: int = 0
    served: int = 0
    bytes: int = 0
    refused: list[str] = field(default_factory=list)

    async def handle(self, route: Route) -> None:
        """Answers one request of the page, or refuses it. Never lets the browser go out by itself."""
        request = route.request
        self.in_flight += 1
        try:
            answer = await self._answer(request)
            if answer is None:
                await route.abort("blockedbyclient")
            else:
                await route.fulfill(status=answer.status, headers=_passed(answer), body=answer.body)
        except Exception as error:  # noqa: BLE001 -- a page that is closed meanwhile raises many things; its request is over either way
            with contextlib.suppress(Exception):
                await route.abort("failed")
            self._refuse(request.url, type(error).__name__)
        finally:
            self.in_flight -= 1
            self.served += 1

    async def _answer(self, request: Request) -> Fetched | None:
        if request.is_navigation_request() and request.frame.parent_frame is None and request.url == self.first.url:
            return self.first
        if reason := self._objection(request):
            self._refuse(request.url, reason)
            return None
        got = await self.fetch(await self._request(request))
        self.bytes += len(got.body)
        if got.status == 0:
            self._refuse(request.url, got.detail)
            return None
        return got

    def _objection(self, request: Request) -> str:
        if request.resource_type in BLOCKED_TYPES:
            return f"{request.resource_type} is not needed"
        if request.method not in _METHODS or len(request.post_data_buffer or b"") > MAX_POST:
            return f"{request.method} is not sent"
        if self.served >= MAX_REQUESTS or self.bytes >= MAX_BYTES:
            return "the page asks for too much"
        return ""

    async def _request(self, request: Request) -> FetchRequest:
        found = await request.all_headers()
        sent: dict[str, str] = {name: found[name] for name in _SENT if name in found}
        try:
            own = urls.origin(request.url)
        except InvalidInput:
            own = ""
        headers = {**self.asked.headers, **sent} if own == self.asked.trusted_origin else sent
        return replace(
            self.asked, url=request.url, headers=headers, trusted_origin=own, method=request.method, body=request.post_data_buffer or b""
        )  # fmt: skip

    def _refuse(self, url: str, reason: str) -> None:
        if len(self.refused) < MAX_REQUESTS:
            self.refused.append(f"{url[:200]}: {reason[:200]}")


def _passed(answer: Fetched) -> dict[str, str]:
    found = {name.lower(): value for name, value in answer.headers if name.lower() not in _NOT_PASSED}
    return {name: value for name, value in found.items() if value.isprintable()}
