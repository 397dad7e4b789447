"""Reading the headers and hints that steer a fetch. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from selectolax.lexbor import LexborHTMLParser

from kit import urls
from kit.errors import InvalidInput

MAX_RETRY_AFTER: Final = 86400.0
REFRESH_SCAN: Final = 65536
_HARMLESS: Final = frozenset({"accept", "accept-language", "user-agent"})
_OURS: Final = frozenset(
    {"host", "connection", "content-length", "transfer-encoding", "te", "upgrade", "accept-encoding", "keep-alive"}
)
_NO_HOST: Final = re.compile(r"(https?)://(?=:[0-9]{0,5}(?:[/?#]|$)|[/?#]|$)", re.IGNORECASE)
_REFRESH: Final = re.compile(
    r"\s{0,20}([0-9]{1,6})?[0-9.]{0,20}\s{0,20}[;,]?\s{0,20}(?:url\s{0,20}=\s{0,20})?(.*)", re.I | re.DOTALL
)


class Head:
    """The headers of an answer, read once. `pairs` are name and value as they came, bytes as Latin-1."""

    __slots__ = ("_values", "pairs")

    def __init__(self, pairs: tuple[tuple[str, str], ...]) -> None:
        self.pairs = pairs
        self._values: dict[str, list[str]] = {}
        for name, value in pairs:
            self._values.setdefault(name.lower(), []).append(value)

    def every(self, name: str) -> list[str]:
        """The values of each header of a (lower-case) name."""
        return self._values.get(name, [])

    def get(self, name: str) -> str | None:
        """All values joined by commas; None without any."""
        found = self._values.get(name)
        return ", ".join(found) if found else None

    def text(self, name: str) -> str:
        """The first value, which may hold raw UTF-8, against the standard; other bytes are percent-encoded."""
        raw = self.every(name)[0].encode("latin-1") if self.every(name) else b""
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            return "".join(chr(byte) if byte < 0x80 else f"%{byte:02X}" for byte in raw)


def retry_after(value: str | None, now: datetime) -> float | None:
    """Seconds that a Retry-After header asks for, at most a day; None: it says nothing usable (RFC 9110 10.2.3)."""
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return min(float(text[:9]), MAX_RETRY_AFTER)
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError):
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return min(max((moment - now).total_seconds(), 0.0), MAX_RETRY_AFTER)


def redirect_target(base: str, location: str) -> str:
    """Where a Location header leads from `base`. Raises InvalidInput for anything but http(s); a missing host is the request's own."""
    text = _with_host(location.strip(), base)
    target = urls.join(base, text)
    if target is None:
        raise InvalidInput(f"redirect leads to no http(s) address: {location[:100]!r}", field="url")
    return target


def refresh_target(html: str, url: str, *, longest_s: int = 5) -> str | None:
    """Where a page's quick `<meta http-equiv=refresh>` leads, if it leads elsewhere (HTML Standard, 4.2.5.3)."""
    head = html[:REFRESH_SCAN]
    if "refresh" not in head.lower():
        return None
    for meta in LexborHTMLParser(head).css("meta[http-equiv][content]"):
        if (meta.attributes.get("http-equiv") or "").strip().lower() != "refresh":
            continue
        match = _REFRESH.match((meta.attributes.get("content") or "")[:2000])
        if match is None or int(match[1] or 0) > longest_s or not match[2].strip("'\" \t\r\n"):
            return None
        target = urls.join(url, match[2].strip().strip("'\""))
        return None if target is None or urls.same(target, url) else target
    return None


def request_headers(asked: Mapping[str, str], *, trusted: bool, user_agent: str) -> dict[str, str]:
    """The headers to send: ours, and those asked for that may be sent; only harmless ones where the origin is not `trusted`."""
    sent = {"user-agent": user_agent, "accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    for name, value in asked.items():
        lower = name.strip().lower()
        if lower in _OURS or not (trusted or lower in _HARMLESS) or re.search(r"[\x00-\x1f\x7f]", name + value):
            continue
        sent[lower] = value
    return sent


def is_trusted(origin: str, trusted_origin: str) -> bool:
    """Whether credentials for `trusted_origin` may go to `origin`: the same, or the same host after its move to https."""
    return origin == trusted_origin or (origin.startswith("https://") and origin == _upgraded(trusted_origin))


def _with_host(location: str, base: str) -> str:
    match = _NO_HOST.match(location)
    return f"{match[0]}{urls.host(base)}{location[match.end() :]}" if match else location


def _upgraded(origin: str) -> str:
    return "https://" + origin.removeprefix("http://")
