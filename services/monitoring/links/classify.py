"""What one answer says about a collected page (pure): alive, dead, gone behind a 200, or not to be told now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final
from urllib.parse import urljoin, urlsplit

from msgspec import Struct

from services.monitoring.links import words
from services.monitoring.links.page import Page, alike, read

SHORT_TEXT: Final = 500
LONG_TEXT: Final = 1_200
SAME_AS_RANDOM: Final = 0.9
_DEAD_STATUS: Final = frozenset({404, 410, 451})
_PERMANENT: Final = frozenset({301, 308})
_PARTS: Final = re.compile(r"\s*(?:[|·•»›_—–:]|\s-\s|--|::|,,)\s*")
_WORD: Final = re.compile(r"[^\W_]+")


class LinkState(StrEnum):
    """SOFT_DEAD answers as if it were there. UNKNOWN says neither: blocked, overloaded, empty."""

    ALIVE = "alive"
    DEAD = "dead"
    SOFT_DEAD = "soft_dead"
    UNKNOWN = "unknown"


class Answer(Struct, frozen=True):
    """What came back for a page. `status` 0: nothing did. `redirects`: statuses on the way. `stored_title`: as collected, may be empty.

    `random_html`: what the host answers for a path that cannot exist; None where it refuses honestly or was not asked.
    """

    url: str
    status: int
    final_url: str = ""
    redirects: tuple[int, ...] = ()
    html: str = ""
    stored_title: str = ""
    retry_after_s: float | None = None
    random_html: str | None = None
    same_as_random: bool = False
    refresh_to: str = ""


class Verdict(Struct, frozen=True):
    """`reason` is stable and machine readable; `moved_to` is the page's new address, given for good by its host."""

    state: LinkState
    reason: str = ""
    moved_to: str = ""
    retry_after_s: float | None = None

    @property
    def gone(self) -> bool:
        return self.state in (LinkState.DEAD, LinkState.SOFT_DEAD)


def judge(answer: Answer) -> Verdict:
    """One answer alone; whether it counts is decided over several (services.monitoring.links.confirm)."""
    if answer.status in _DEAD_STATUS:
        return Verdict(LinkState.DEAD, f"http_{answer.status}")
    if answer.status == 304:
        return Verdict(LinkState.ALIVE)
    if not 200 <= answer.status < 300:
        reason = f"http_{answer.status}" if answer.status else "no_answer"
        return Verdict(LinkState.UNKNOWN, reason, retry_after_s=answer.retry_after_s)
    page = read(answer.html)
    return _elsewhere(answer, page) or _gone(answer, page) or _generic(answer, page) or _alive(answer, page)


def is_home(url: str) -> bool:
    parts = urlsplit(url)
    return not parts.query and words.HOME_PATH.fullmatch(parts.path or "/") is not None


def _elsewhere(answer: Answer, page: Page) -> Verdict | None:
    """The answer came from a place that is not this page's."""
    final = _final(answer, page)
    if _parked(answer, page, final):
        return _soft("parked_domain")
    if _same_place(answer.url, final) or _shows_title(answer, page):
        return None
    asked, got = urlsplit(answer.url), urlsplit(final)
    if words.ERROR_PATH.search(got.path) and not words.ERROR_PATH.search(asked.path):
        return _soft("redirected_to_error")
    login = words.LOGIN_PATH.search(got.path) or _login_host(got.hostname or "")
    if login and not words.LOGIN_PATH.search(asked.path):
        return _soft("login")
    if is_home(final) and not is_home(answer.url):
        return _soft("redirected_to_home")
    if words.SEARCH_PATH.search(got.path) and not words.SEARCH_PATH.search(asked.path):
        return _soft("redirected_to_search")
    return _soft("redirected_to_section") if _is_section(asked.path, got.path, page) else None


def _gone(answer: Answer, page: Page) -> Verdict | None:
    """The page says so itself: by its name, or where there is little else on it."""
    short, long = page.running < SHORT_TEXT, page.running >= LONG_TEXT
    named = [part for name in page.names for part in (name, *_PARTS.split(name))]
    if long or (_shows_title(answer, page) and not short):
        return None
    if short and words.CHALLENGE.search(page.title + " " + page.text[:SHORT_TEXT]):
        return Verdict(LinkState.UNKNOWN, "challenge", retry_after_s=answer.retry_after_s)
    if any(words.NOT_FOUND_NAME.fullmatch(part) for part in named) and not is_home(answer.url):
        return _soft("not_found")
    if not short:
        return None
    return _said(page, named)


def _said(page: Page, named: Sequence[str]) -> Verdict | None:
    text = " ".join(page.names) + " " + page.text[: 4 * SHORT_TEXT]
    # What a page that is full of links says in a corner says nothing about the page; its own few paragraphs do.
    if len(page.text) > 6 * SHORT_TEXT:
        text = f"{' '.join(page.names)} {page.said}"
    if words.MAINTENANCE.search(text) and not words.REMOVED.search(text):
        return Verdict(LinkState.UNKNOWN, "maintenance")
    if words.REMOVED.search(text):
        return _soft("removed")
    if words.PRIVATE.search(text):
        return _soft("private")
    login_name = any(words.LOGIN_NAME.fullmatch(part) for part in named)
    if words.LOGIN.search(text) and page.running < SHORT_TEXT // 2 or (page.password and login_name):
        return _soft("login")
    return None


def _generic(answer: Answer, page: Page) -> Verdict | None:
    """The host shows the same for what cannot exist."""
    if is_home(answer.url) or _shows_title(answer, page):
        return None
    same = answer.same_as_random
    if not same and answer.random_html is not None:
        same = alike(page, read(answer.random_html)) >= SAME_AS_RANDOM
    return _soft("same_as_random_path") if same else None


def _alive(answer: Answer, page: Page) -> Verdict:
    if not page.text and not page.title:
        return Verdict(LinkState.UNKNOWN, "empty")
    final = answer.final_url or answer.url
    for_good = bool(answer.redirects) and all(status in _PERMANENT for status in answer.redirects)
    return Verdict(LinkState.ALIVE, moved_to=final if for_good and final != answer.url else "")


def _soft(reason: str) -> Verdict:
    return Verdict(LinkState.SOFT_DEAD, reason)


def _final(answer: Answer, page: Page) -> str:
    """Where a browser would end: after redirects, a refresh in the page, or a page that is only a jump."""
    final = answer.final_url or answer.url
    for target in (answer.refresh_to, page.jump if page.running < 100 else ""):
        if target:
            try:
                return urljoin(final, target)
            except ValueError:
                return final
    return final


def _parked(answer: Answer, page: Page, final: str) -> bool:
    names = " ".join(page.names)
    host = urlsplit(answer.url).hostname or ""
    other_host = (urlsplit(final).hostname or "") != host
    if page.running >= LONG_TEXT or (_shows_title(answer, page) and not other_host):
        return False
    if words.PARKED.search(names) and (other_host or page.running < SHORT_TEXT):
        return True
    return page.running < SHORT_TEXT and len(page.text) < 3_000 and words.PARKED.search(page.text) is not None


def _same_place(asked: str, final: str) -> bool:
    """Only scheme, www., trailing slash or query differ."""
    one, other = urlsplit(asked), urlsplit(final)
    hosts = [(parts.hostname or "").removeprefix("www.").removeprefix("m.") for parts in (one, other)]
    same = one.path.rstrip("/").lower() == other.path.rstrip("/").lower()
    return same and hosts[0] == hosts[1]


def _shows_title(answer: Answer, page: Page) -> bool:
    """The collected title stands on the page again."""
    stored = _words(answer.stored_title)
    return len("".join(stored)) >= 4 and any(_contains(_words(name), stored) for name in page.names)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())[:60]


def _contains(name: list[str], wanted: list[str]) -> bool:
    return f" {' '.join(wanted)} " in f" {' '.join(name)} "


def _is_section(asked: str, got: str, page: Page) -> bool:
    """An ancestor folder that is a list, not a shorter address of the same page: little running text, no number or long name at its end."""
    if not asked.startswith(got.rstrip("/") + "/") or page.running >= LONG_TEXT:
        return False
    last = got.rstrip("/").rsplit("/", 1)[-1]
    return len(last) <= 20 and not any(char.isdigit() for char in last) and last.count("-") < 2


def _login_host(host: str) -> bool:
    return host.split(".")[0] in ("login", "passport", "sso", "auth", "accounts", "signin")
