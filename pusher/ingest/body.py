"""Reading a request body with a bound on each and on all together."""

from __future__ import annotations

import hmac
from collections.abc import AsyncIterator, Awaitable, Callable

from fastapi import HTTPException, Request

MAX_BODY_BYTES = 32 * 1024 * 1024
_ALL_BODIES_BYTES = 256 * 1024 * 1024


class Bodies:
    """Counts the bytes of all requests in flight, so that many large pushes at once cannot exhaust the memory."""

    def __init__(self) -> None:
        self._held = 0

    async def read(self, request: Request) -> AsyncIterator[bytes]:
        """A dependency that yields the body. 413 over 32 MB, 429 while too much is in flight."""
        if _announced(request) > MAX_BODY_BYTES:
            raise HTTPException(413, f"a push may have {MAX_BODY_BYTES} bytes")
        body = bytearray()
        try:
            async for chunk in request.stream():
                body += chunk
                self._held += len(chunk)
                self._check(len(body))
            yield bytes(body)
        finally:
            self._held -= len(body)

    def _check(self, size: int) -> None:
        if size > MAX_BODY_BYTES:
            raise HTTPException(413, f"a push may have {MAX_BODY_BYTES} bytes")
        if self._held > _ALL_BODIES_BYTES:
            raise HTTPException(429, "too many pushes at once", headers={"retry-after": "1"})


def bearer(token: str) -> Callable[[Request], Awaitable[None]]:
    """A dependency that refuses (401) any other token; compared in constant time."""
    expected = f"Bearer {token}".encode()

    async def check(request: Request) -> None:
        given = request.headers.get("authorization", "").encode("latin-1", "replace")
        if not token or not hmac.compare_digest(given, expected):
            raise HTTPException(401, "wrong or missing token", headers={"www-authenticate": "Bearer"})

    return check


def _announced(request: Request) -> int:
    value = request.headers.get("content-length", "0")
    return int(value) if value.isascii() and value.isdigit() else 0
