"""One exchange with a server, as little as it takes: most of the time of a fetch went into request and response objects of httpx.

The fast transport does this itself; any other transport with the interface of httpx does it through `exchange`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import httpx
from pyreqwest.request import StreamRequest
from pyreqwest.response import Response

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """`headers` have lower-case names and are all but those that a transport adds (Host, Content-Length)."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes = b""

    def for_httpx(self) -> httpx.Request:
        return httpx.Request(self.method, self.url, headers=self.headers, content=self.body or None)


class Answer(Protocol):
    """The head of an answer, whose body waits. `pairs` are the headers as they came, bytes as Latin-1."""

    status: int
    pairs: Pairs

    async def read(self, limit: int) -> bytes | None:
        """The raw body; None when it is larger than `limit` bytes. Raises what the transport raises."""
        ...

    async def close(self) -> None: ...


class Exchanging(httpx.AsyncBaseTransport):
    """A transport that answers `Asked` without objects of httpx between."""

    async def exchange(self, asked: Asked) -> Answer:
        raise NotImplementedError


async def exchange(transport: httpx.AsyncBaseTransport, asked: Asked) -> Answer:
    """Asks by whatever interface the transport has. Raises what the transport raises."""
    if isinstance(transport, Exchanging):
        return await transport.exchange(asked)
    return _HttpxAnswer(await transport.handle_async_request(asked.for_httpx()))


class WireAnswer:
    """The answer of a request of pyreqwest, which has been begun and not been ended."""

    __slots__ = ("_request", "_response", "pairs", "status")

    def __init__(self, request: StreamRequest, response: Response) -> None:
        self._request, self._response = request, response
        self.status = response.status
        self.pairs: Pairs = tuple(response.headers.items())

    async def read(self, limit: int) -> bytes | None:
        # Reads on until so much is there or the body ends, all of it outside of Python.
        body = await self._response.body_reader.read(limit + 1)
        if body is None:
            return b""
        return None if len(body) > limit else bytes(body)

    async def close(self) -> None:
        await self._request.__aexit__(None, None, None)


class _HttpxAnswer:
    __slots__ = ("_response", "pairs", "status")

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self.status = response.status_code
        self.pairs: Pairs = tuple(
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers.raw
        )

    async def read(self, limit: int) -> bytes | None:
        assert isinstance(self._response.stream, httpx.AsyncByteStream)
        body = bytearray()
        async for chunk in self._response.stream:
            body += chunk
            if len(body) > limit:
                return None
        return bytes(body)

    async def close(self) -> None:
        await self._response.aclose()
