"""What every answer and every request of the console must satisfy before a page sees it."""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PAGE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
ARCHIVED_POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src data:",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
        "sandbox",
    )
)
# The page around the frame may ask which element lies under the pointer; scripts and loads stay impossible.
PICKED_POLICY = f"{ARCHIVED_POLICY} allow-same-origin"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
MAX_BODY_BYTES = 4_000_000
_HEADERS = {
    "Content-Security-Policy": PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


class SecurityMiddleware:
    """Refuses cross-site writes and oversized bodies; adds the security headers that a page did not set itself."""

    def __init__(self, app: ASGIApp, *, https: bool) -> None:
        self._app = app
        self._https = https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = _refusal(scope)
        app = self._app if refusal is None else refusal
        await app(scope, _limited(receive), self._with_headers(send))

    def _with_headers(self, send: Send) -> Send:
        async def wrapped(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if self._https:
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            await send(message)

        return wrapped


def _refusal(scope: Scope) -> ASGIApp | None:
    headers = Headers(scope=scope)
    if scope["method"] not in SAFE_METHODS and is_cross_site(headers):
        return PlainTextResponse("This request came from another site and was refused.", status_code=403)
    if int(headers.get("content-length") or 0) > MAX_BODY_BYTES:
        return PlainTextResponse(f"The request is larger than {MAX_BODY_BYTES:,} bytes.", status_code=413)
    return None


def is_cross_site(headers: Headers) -> bool:
    """By Fetch Metadata, and where a browser sends none, by Origin. Clients that send neither are no browsers."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in {"same-origin", "none"}
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host", "")


class BodyTooLarge(Exception):
    """A streamed body went over MAX_BODY_BYTES."""


def _limited(receive: Receive) -> Receive:
    seen = 0

    async def wrapped() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > MAX_BODY_BYTES:
            raise BodyTooLarge
        return message

    return wrapped


def csrf_token(secret: str, purpose: str = "session") -> str:
    """The token that proves that a form came from a page of the holder of `secret`."""
    return hmac.new(secret.encode(), f"csrf:{purpose}".encode(), hashlib.sha256).hexdigest()


def csrf_matches(secret: str, offered: str, purpose: str = "session") -> bool:
    return hmac.compare_digest(csrf_token(secret, purpose).encode(), offered.encode("utf-8", "replace"))
