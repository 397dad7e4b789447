"""Fetches one page: redirects followed by hand, each hop checked and pinned, every amount bounded (F1, F2)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import httpcore
import httpx

from collector.fetch import classify, codings, conditional, credentials, errorpage, headers
from collector.fetch.cookies import Jar
from collector.fetch.model import Fetched, FetchProblem, FetchRequest, Refused
from collector.fetch.plain import PlainTransport
from collector.fetch.proxies import DIRECT, Proxies, ProxyDown
from collector.fetch.resolve import Resolver
from collector.fetch.transports import Transports
from collector.fetch.wire import Answer, Asked, exchange
from kit import urls
from kit.clock import Clock
from kit.contracts.task import FailureClass
from kit.errors import ConfigError, InvalidInput
from kit.settings import Settings
from kit.url_parse import Url, parse

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SAME_METHOD = frozenset({307, 308})
_DISCARD_BYTES = 65536
FIRST_BYTES = 4096
_IN_LOOP_BYTES = 262_144


@dataclass(slots=True)
class _Chain:
    """One fetch in progress: where it is, where it was, and the cookies it has met."""

    url: str
    jar: Jar
    started: float
    method: str = "GET"
    body: bytes = b""
    been: list[str] = field(default_factory=list)
    address: str = ""


class Fetcher:
    """Async, for one event loop; `close` ends its connections. Never raises for a fault of the web."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        *,
        resolver: Resolver | None = None,
        transports: Transports | None = None,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._resolver = resolver or Resolver(settings, clock)
        self._transports = transports or Transports(settings, clock)
        self._proxies = Proxies(clock)

    async def fetch(self, request: FetchRequest) -> Fetched:
        """Asks for `request.url`, following redirects, within the time, size and redirect limits of the settings."""
        jar = request.jar if request.jar is not None else Jar()
        chain = _Chain(request.url, jar, self._clock.monotonic(), request.method, request.body)
        seconds = min(request.seconds or self._settings.total_seconds, self._settings.total_seconds)
        try:
            async with asyncio.timeout(seconds):
                return await self._follow(request, chain)
        except TimeoutError:
            return self._failed(chain, FailureClass.TIMEOUT, f"not complete within {seconds:g} s")
        except FetchProblem as problem:
            return self._failed(chain, problem.failure, problem.detail)

    def _failed(self, chain: _Chain, failure: FailureClass, detail: str) -> Fetched:
        been, elapsed = tuple(chain.been), self._elapsed_ms(chain)
        return Fetched(
            chain.url, redirects=been, elapsed_ms=elapsed, failure=failure, detail=detail, address=chain.address
        )

    async def close(self) -> None:
        self._resolver.close()
        await self._transports.close()

    async def _follow(self, request: FetchRequest, chain: _Chain) -> Fetched:
        seen: set[str] = set()
        while True:
            url = _checked(chain.url)
            chain.url = str(url)
            # With another cookie the same address may well answer differently.
            state = f"{chain.url} {chain.jar.header(url, self._clock.now())}"
            if state in seen:
                raise FetchProblem(FailureClass.REDIRECT, f"redirects lead back to {chain.url}")
            seen.add(state)
            target = await self._hop(request, chain, url)
            if isinstance(target, Fetched):
                return target
            chain.been.append(chain.url)
            if len(chain.been) > self._settings.max_redirects:
                raise FetchProblem(FailureClass.REDIRECT, f"more than {self._settings.max_redirects} redirects")
            chain.url = target

    async def _hop(self, request: FetchRequest, chain: _Chain, url: Url) -> Fetched | str:
        """The page, or the address that the server sends us on to."""
        async with contextlib.AsyncExitStack() as stack:
            answer = await self._answer(self._asked(request, chain, url), url, chain, request.proxies, stack)
            head = headers.Head(answer.pairs)
            if cookies := head.every("set-cookie"):
                chain.jar.keep(url, cookies, self._clock.now())
            if answer.status in _REDIRECTS and (location := head.text("location")):
                await _discard(answer)
                if answer.status not in _SAME_METHOD:
                    chain.method, chain.body = ("HEAD" if chain.method == "HEAD" else "GET"), b""
                return _redirect(chain.url, location)
            return await self._page(answer, head, chain, request)

    async def _page(self, answer: Answer, head: headers.Head, chain: _Chain, request: FetchRequest) -> Fetched:
        status, body = answer.status, b""
        failure = classify.of_status(status)
        detail = "" if failure is None else f"HTTP {status}"
        if failure is None:
            body = await self._body(answer, head, request.max_bytes or self._settings.max_body_bytes)
            failure, detail = _judged(body)
        else:
            body = _readable(await _discard(answer), head.every("content-encoding"))
        if status == httpx.codes.NOT_MODIFIED and conditional.is_conditional(request.headers):
            failure, detail = None, ""
        asked = head.get("retry-after")
        return Fetched(
            chain.url,
            status,
            body if failure is None else b"",
            head.pairs,
            head.get("content-type"),
            tuple(chain.been),
            self._elapsed_ms(chain),
            failure,
            detail,
            None if asked is None else headers.retry_after(asked, self._clock.now()),
            chain.address,
            first=b"" if failure is None else body[:FIRST_BYTES],
        )

    async def _body(self, answer: Answer, head: headers.Head, limit: int) -> bytes:
        declared = head.get("content-length") or ""
        raw = None if declared.isdigit() and int(declared[:20]) > limit else await _read(answer, limit)
        if raw is None:
            raise FetchProblem(FailureClass.TOO_LARGE, f"larger than {limit} bytes")
        names = head.every("content-encoding")
        if not names:
            return raw
        try:
            if len(raw) > _IN_LOOP_BYTES:
                return await asyncio.to_thread(codings.undo, raw, names, limit)
            return codings.undo(raw, names, limit)
        except codings.TooLarge as error:
            raise FetchProblem(FailureClass.TOO_LARGE, f"larger than {limit} bytes when decompressed") from error
        except codings.BadCoding as error:
            raise FetchProblem(FailureClass.DECODE, str(error)) from error

    def _elapsed_ms(self, chain: _Chain) -> int:
        return round((self._clock.monotonic() - chain.started) * 1000)

    async def _answer(
        self, asked: Asked, url: Url, chain: _Chain, proxies: tuple[str, ...], stack: contextlib.AsyncExitStack
    ) -> Answer:
        """The head of the answer, from the first checked address that lets us connect; `stack` ends what was begun for it."""
        problem: FetchProblem | None = None
        for address in await self._resolver.addresses(url.host):
            chain.address = address
            try:
                answer = await self._route(asked, url, address, proxies, stack)
            except classify.ERRORS as error:
                problem = classify.of_error(error)
                if problem.failure is not FailureClass.CONNECT:
                    raise problem from error
            else:
                stack.push_async_callback(answer.close)
                return answer
        raise problem or FetchProblem(FailureClass.DNS, f"{url.host} has no address")

    async def _route(
        self, asked: Asked, url: Url, address: str, proxies: tuple[str, ...], stack: contextlib.AsyncExitStack
    ) -> Answer:
        """Directly, or through the first proxy that does its part. Raises the last one's error."""
        if not proxies:
            return await self._exchange(asked, url, address, stack)
        problem: Exception | None = None
        for proxy in self._proxies.order(proxies):
            if proxy == DIRECT:
                return await self._exchange(asked, url, address, stack)
            try:
                answer = await exchange(self._taken(url, address, stack, proxy), asked)
            except ConfigError as error:
                raise FetchProblem(FailureClass.CONFIG, str(error)) from error
            except httpcore.ProxyError as error:
                if isinstance(error, ProxyDown):
                    self._proxies.failed(proxy)
                problem = error
            else:
                self._proxies.worked(proxy)
                return answer
        raise problem or httpcore.ProxyError("there is no proxy")

    def _taken(
        self, url: Url, address: str, stack: contextlib.AsyncExitStack, proxy: str = ""
    ) -> httpx.AsyncBaseTransport:
        taken = self._transports.take(url, address, proxy)
        stack.push_async_callback(self._transports.give_back, taken)
        return taken.transport

    async def _exchange(self, asked: Asked, url: Url, address: str, stack: contextlib.AsyncExitStack) -> Answer:
        transport = self._taken(url, address, stack)
        try:
            return await exchange(transport, asked)
        except classify.ERRORS as error:
            if classify.is_dropped(error) and asked.method != "POST":
                return await exchange(transport, asked)
            if not classify.needs_plain(error):
                raise
        plain = PlainTransport(url, address, self._settings)
        stack.push_async_callback(plain.aclose)
        return await exchange(plain, asked)

    def _asked(self, request: FetchRequest, chain: _Chain, url: Url) -> Asked:
        trusted = headers.is_trusted(url.origin, request.trusted_origin or urls.origin(request.url))
        sent = headers.request_headers(request.headers, trusted=trusted, user_agent=self._settings.user_agent)
        if request.secret is not None and request.secret.is_for(chain.url):
            sent |= credentials.headers_of(request.secret)
        sent["accept-encoding"] = codings.ACCEPTED
        if kept := chain.jar.header(url, self._clock.now()):
            sent["cookie"] = f"{sent['cookie']}; {kept}" if "cookie" in sent else kept
        return Asked(chain.method, chain.url, sent, chain.body)


def _checked(text: str) -> Url:
    """The address without what servers never see. A final dot of the host goes: DNS and TLS name the same host without it."""
    try:
        url = parse(text)
    except InvalidInput as error:
        raise Refused("host", str(error)) from error
    if url.fragment is None and not url.host.endswith("."):
        return url
    return replace(url, host=url.host.rstrip("."), fragment=None)


def _judged(body: bytes) -> tuple[FailureClass | None, str]:
    """What is wrong with a body that came with a good status."""
    if not body or body.isspace():
        return FailureClass.EMPTY, "the answer has no body"
    return errorpage.of_page(body) or (None, "")


def _redirect(base: str, location: str) -> str:
    try:
        return headers.redirect_target(base, location)
    except InvalidInput as error:
        raise Refused("scheme", str(error)) from error


async def _read(answer: Answer, limit: int) -> bytes | None:
    """The raw body, or None when it is larger than `limit`."""
    try:
        return await answer.read(limit)
    except classify.ERRORS as error:
        raise classify.of_error(error) from error


async def _discard(answer: Answer) -> bytes:
    """Reads what nobody wants, so that the connection can serve again; not for long. What came may serve as evidence."""
    with contextlib.suppress(FetchProblem, TimeoutError):
        async with asyncio.timeout(1.0):
            return await _read(answer, _DISCARD_BYTES) or b""
    return b""


def _readable(raw: bytes, names: Sequence[str]) -> bytes:
    """Without its content codings, where that works."""
    try:
        return codings.undo(raw, names, _DISCARD_BYTES)
    except (codings.TooLarge, codings.BadCoding):
        return raw
