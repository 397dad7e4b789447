"""Cookies of one source, kept per host: stricter than RFC 6265, since nothing here needs a cookie that several hosts share."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from kit.url_parse import Url

MAX_HOSTS: Final = 20
MAX_COOKIES: Final = 30
MAX_CHARS: Final = 4096
_DIGITS: Final = 10


@dataclass(frozen=True, slots=True)
class _Cookie:
    value: str
    path: str
    secure: bool
    until: datetime | None


@dataclass(slots=True)
class Jar:
    """Host-only whatever a Domain attribute says; one that names another host is not kept at all. Path, Secure, Max-Age and Expires hold."""

    _hosts: OrderedDict[str, dict[tuple[str, str], _Cookie]] = field(default_factory=OrderedDict)

    def keep(self, url: Url, values: list[str], now: datetime) -> None:
        """Takes the Set-Cookie headers of an answer from `url`."""
        for value in values:
            if len(value) <= MAX_CHARS and value.isprintable():
                self._keep_one(url, value, now)

    def header(self, url: Url, now: datetime) -> str:
        """The Cookie header for a request to `url`, longer paths first; empty where there is none."""
        kept = self._hosts.get(url.host)
        if not kept:
            return ""
        found = [
            (name, cookie)
            for (name, _), cookie in kept.items()
            if _covers(cookie.path, url.path)
            and (cookie.until is None or cookie.until > now)
            and (url.scheme == "https" or not cookie.secure)
        ]
        found.sort(key=lambda item: -len(item[1].path))
        return "; ".join(f"{name}={cookie.value}" for name, cookie in found)

    def _keep_one(self, url: Url, text: str, now: datetime) -> None:
        pair, *rest = text.split(";")
        name, equals, value = (part.strip() for part in pair.partition("="))
        said = {key.strip().lower(): content.strip() for key, _, content in (part.partition("=") for part in rest)}
        if not equals or not name or not _may_set(url, name, said):
            return
        path = said.get("path", "")
        path = path if path.startswith("/") else _folder(url.path)
        cookies = self._hosts.setdefault(url.host, {})
        self._hosts.move_to_end(url.host)
        cookies.pop((name, path), None)
        until = _until(said, now)
        if until is None or until > now:
            cookies[name, path] = _Cookie(value, path, "secure" in said, until)
        while len(cookies) > MAX_COOKIES:
            del cookies[next(iter(cookies))]
        while len(self._hosts) > MAX_HOSTS:
            self._hosts.popitem(last=False)


def _may_set(url: Url, name: str, said: dict[str, str]) -> bool:
    domain = said.get("domain", "").lower().lstrip(".")
    if domain and url.host != domain and not url.host.endswith("." + domain):
        return False
    if "secure" in said and url.scheme != "https":
        return False
    host_prefix = name.startswith("__Host-") and (domain or said.get("path") != "/")
    return not (name.startswith(("__Host-", "__Secure-")) and "secure" not in said) and not host_prefix


def _until(said: dict[str, str], now: datetime) -> datetime | None:
    age = said.get("max-age", "")
    if age.removeprefix("-").isdigit() and age.isascii():
        seconds = int(age[:_DIGITS])
        return datetime.fromtimestamp(min(max(now.timestamp() + seconds, 0), 253_000_000_000), UTC)
    try:
        moment = parsedate_to_datetime(said["expires"].replace("-", " "))
    except (KeyError, ValueError, TypeError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _folder(path: str) -> str:
    return path[: path.rfind("/")] or "/"


def _covers(cookie_path: str, path: str) -> bool:
    return path == cookie_path or path.startswith(cookie_path if cookie_path.endswith("/") else cookie_path + "/")
