"""Which failure class an answer or an exception belongs to (F7). Pure."""

from __future__ import annotations

import re
import ssl
from typing import Any, Final

import anyio
import httpcore
import httpx
from pyreqwest.exceptions import PyreqwestError

from collector.fetch.model import FetchProblem
from kit.contracts.task import FailureClass

_BY_STATUS: Final = {
    401: FailureClass.HTTP_401,
    403: FailureClass.HTTP_403,
    404: FailureClass.HTTP_404,
    410: FailureClass.HTTP_410,
    429: FailureClass.HTTP_429,
}
_TLS: Final = re.compile(r"certificate|tls|ssl|handshake|corrupt message|peer is incompatible|alert", re.IGNORECASE)
# Answers that only the tolerant transport can read, and handshakes that only an older TLS stack can make.
_NEEDS_PLAIN: Final = re.compile(
    r"failed to convert header|message head is too large|HandshakeFailure|ProtocolVersion|peer is incompatible",
)
_DROPPED: Final = re.compile(
    "connection closed before message completed|Server disconnected without sending a response"
)
# httpcore maps these to ConnectError during a handshake only; where TCP itself is refused the cause is an OSError.
_HANDSHAKE_ENDS: Final = (anyio.EndOfStream, anyio.BrokenResourceError)
_TIMEOUTS: Final = (httpx.TimeoutException, httpcore.TimeoutException, TimeoutError)
_CONNECTS: Final = (httpx.ConnectError, httpcore.ConnectError, httpx.ReadError, httpcore.ReadError, OSError)
ERRORS: Final = (httpx.HTTPError, PyreqwestError, httpx.InvalidURL, httpx.StreamError, httpcore.NetworkError, httpcore.TimeoutException,
                 httpcore.ProtocolError, httpcore.ProxyError, OSError, ValueError, RuntimeError)  # fmt: skip


def of_status(status: int) -> FailureClass | None:
    """None for 2xx."""
    if 200 <= status < 300:
        return None
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if 300 <= status < 400:
        return FailureClass.REDIRECT
    return FailureClass.HTTP_5XX if status >= 500 else FailureClass.HTTP_4XX


def of_error(error: Exception) -> FetchProblem:
    """The failed exchange as a problem with one readable sentence."""
    detail = chain(error)
    if isinstance(error, _TIMEOUTS):
        return FetchProblem(FailureClass.TIMEOUT, detail)
    if isinstance(error, httpcore.ProxyError):
        return FetchProblem(FailureClass.CONNECT, f"proxy {detail}"[:300])
    if isinstance(error, ssl.SSLError) or (isinstance(error, _CONNECTS) and _TLS.search(detail)):
        return FetchProblem(FailureClass.TLS, detail)
    if isinstance(error, httpcore.ConnectError) and isinstance(error.__cause__ or error.__context__, _HANDSHAKE_ENDS):
        return FetchProblem(FailureClass.TLS, f"the other side hung up in the handshake: {detail}")
    if isinstance(error, _CONNECTS) or is_dropped(error):
        return FetchProblem(FailureClass.CONNECT, detail)
    return FetchProblem(FailureClass.PROTOCOL, detail)


def needs_plain(error: Exception) -> bool:
    return bool(_NEEDS_PLAIN.search(chain(error)))


def is_dropped(error: Exception) -> bool:
    """A connection that the server closed without an answer, as it does with a kept-alive one that is used again too late."""
    return bool(_DROPPED.search(chain(error)))


def chain(error: Exception) -> str:
    """The messages of an exception and its causes, innermost last, at most 300 characters."""
    parts = [str(error)]
    cause: Any = error.__cause__ or error.__context__
    if cause is not None:
        named = cause.args[1].get("causes", ()) if len(cause.args) > 1 and isinstance(cause.args[1], dict) else ()
        parts += [one.get("message", "") for one in named if "for url" not in one.get("message", "")] or [str(cause)]
    return ": ".join(dict.fromkeys(part for part in parts if part))[:300] or type(error).__name__
