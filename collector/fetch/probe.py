"""`catchment probe fetch|security|dedupe`: what the fetcher makes of a scripted server, without any network."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final

import httpx
from selectolax.lexbor import LexborHTMLParser

from collector.fetch import codings, headers
from collector.fetch.fetcher import Fetcher
from collector.fetch.identity import identity_url
from collector.fetch.model import Fetched, FetchRequest
from collector.fetch.resolve import Resolver
from collector.fetch.transports import Transports
from kit import urls
from kit.clock import ManualClock
from kit.contracts.task import FailureClass
from kit.errors import InvalidInput
from kit.settings import Settings
from kit.url_parse import Url

Asked = dict[str, Any]
_PUBLIC: Final = "93.184.215.14"
_EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)


def fetch(asked: Asked) -> Any:
    """Answers by what was asked: retry_after, a page with meta refresh, stored validators, or a scripted response."""
    if "retry_after" in asked:
        return _retry_after(asked)
    if "stored" in asked:
        return {"modified": int(asked["response"]["status"]) != 304}
    if "html" in asked:
        return {"refresh_to": headers.refresh_target(str(asked["html"]), str(asked["url"]))}
    fetched, _ = _run(asked)
    target = list(fetched.redirects[1:]) or [fetched.url]
    if 300 <= int(asked.get("status", 200)) < 400:
        return {"redirect_to": target[0] if fetched.redirects else None}
    return _body(asked, fetched)


def security(asked: Asked) -> Any:
    """Answers by what was asked: a list of URLs, one URL, scripted DNS answers, a redirect, or a body."""
    if "urls" in asked:
        return {"blocked": [_is_refused(str(url)) for url in asked["urls"]]}
    if "dns_answers" in asked:
        return _rebinding(asked)
    if "url" in asked and "html" not in asked:
        return {"rejected": _is_rejected(str(asked["url"]))}
    if "request_url" not in asked and "body_b64" not in asked:
        raise ValueError("give one of: urls, url, dns_answers, request_url with headers, body_b64")
    fetched, _ = _run(asked)
    if "request_url" not in asked:
        return {"rejected": not fetched.ok, "reason": str(fetched.failure or "")}
    blocked = fetched.failure is FailureClass.BLOCKED
    return {"blocked": blocked, "reason": fetched.detail.split(":")[0] if blocked else None}


def dedupe(asked: Asked) -> Any:
    """The identity of a page (`url`, `html`)."""
    return {"identity_url": identity_url(str(asked["url"]), str(asked["html"]))}


def _retry_after(asked: Asked) -> list[int | None]:
    now = parsedate_to_datetime(str(asked["now"]))
    found = [headers.retry_after(value, now) for value in asked["retry_after"]]
    return [None if seconds is None else round(seconds) for seconds in found]


def _body(asked: Asked, fetched: Fetched) -> Asked:
    if "sitemap" in str(asked.get("request_url", "")):
        return {"locs": _locs(codings.gunzip_file(fetched.body, 10_000_000))}
    if fetched.ok:
        return {"ok": True, "body": fetched.body.decode("utf-8", "replace")}
    return {"ok": False, "failure": str(fetched.failure), "detail": fetched.detail}


def _locs(xml: bytes) -> list[str]:
    tree = LexborHTMLParser(xml.decode("utf-8", "replace"))
    return [node.text().strip() for node in tree.css("loc")]


def _is_refused(url: str) -> bool:
    fetched, _ = _run({"request_url": url}, dns=())
    return fetched.failure is FailureClass.BLOCKED


def _is_rejected(url: str) -> bool:
    try:
        urls.normalize(url)
    except InvalidInput:
        return True
    return _is_refused(url)


def _rebinding(asked: Asked) -> Asked:
    answers = [list(map(str, answer)) for answer in asked["dns_answers"]]
    _, connected = _run(asked, dns=answers)
    every = dict.fromkeys(address for answer in answers for address in answer)
    return {"connects_to_any_of": connected, "never_connects_to": [one for one in every if one not in connected]}


def _run(asked: Asked, dns: Sequence[Sequence[str]] = ((_PUBLIC,),)) -> tuple[Fetched, list[str]]:
    """One fetch against a scripted server that answers the first request as told and every later one with a page."""
    return asyncio.run(_script(asked, list(dns)))


async def _script(asked: Asked, dns: list[Sequence[str]]) -> tuple[Fetched, list[str]]:
    settings, clock = Settings(), ManualClock(_EPOCH)
    connected: list[str] = []
    served = 0

    async def lookup(host: str) -> Sequence[str]:
        if not dns:
            raise OSError(f"{host}: no such name")
        return dns.pop(0) if len(dns) > 1 else dns[0]

    def answer(_request: httpx.Request) -> httpx.Response:
        nonlocal served
        served += 1
        return _scripted(asked) if served == 1 else httpx.Response(200, content=b"<p>arrived</p>")

    def connect(_url: Url, address: str, _settings: Settings) -> httpx.AsyncBaseTransport:
        connected.append(address)
        return httpx.MockTransport(answer)

    fetcher = Fetcher(
        settings, clock, resolver=Resolver(settings, clock, lookup), transports=Transports(settings, clock, connect)
    )
    try:
        fetched = await fetcher.fetch(FetchRequest(str(asked.get("request_url", "https://www.example.com/"))))
    finally:
        await fetcher.close()
    return fetched, connected


def _scripted(asked: Asked) -> httpx.Response:
    body = base64.b64decode(asked.get("body_b64", "PHA+b2s8L3A+"))
    location = base64.b64decode(asked["location_b64"]) if "location_b64" in asked else None
    raw = [(str(name).encode(), str(value).encode()) for name, value in asked.get("headers", ())]
    raw += [(b"Location", location)] if location is not None else []
    return httpx.Response(int(asked.get("status", 200)), headers=raw, stream=httpx.ByteStream(body))


PROBES: dict[str, Callable[[Asked], Any]] = {"fetch": fetch, "security": security, "dedupe": dedupe}
