"""robots.txt after RFC 9309: groups by product token, the longest matching rule wins, allow wins a tie. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from kit import urls

MAX_BYTES: Final = 512_000
MAX_RULES: Final = 5000
MAX_DELAY: Final = 60.0
_TOKEN: Final = re.compile(r"[A-Za-z_\-]{1,100}")
_ESCAPE: Final = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


@dataclass(frozen=True, slots=True)
class Rule:
    pattern: str
    allow: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """What one robots.txt says to one product. `crawl_delay_s` is 0 where nothing is asked."""

    rules: tuple[Rule, ...] = ()
    crawl_delay_s: float = 0.0
    sitemaps: tuple[str, ...] = ()

    def allows(self, url: str) -> bool:
        """Whether the address may be fetched; robots.txt itself always may. Raises InvalidInput for what is no address."""
        target = _spell(urls.request_target(url))
        if target.split("?", 1)[0] == "/robots.txt":
            return True
        best = max((rule for rule in self.rules if _matches(rule.pattern, target)), key=_weight, default=None)
        return best is None or best.allow


@dataclass(slots=True)
class _Group:
    agents: set[str] = field(default_factory=set)
    rules: list[Rule] = field(default_factory=list)
    delay: float = 0.0
    closed: bool = False


def parse(body: bytes, user_agent: str) -> Rules:
    """The rules for the product that `user_agent` begins with. Never raises: lines that mean nothing are skipped."""
    groups, sitemaps = _groups(body[:MAX_BYTES].decode("utf-8-sig", "replace"))
    product = _product(user_agent)
    chosen = [group for group in groups if product in group.agents] or [
        group for group in groups if "*" in group.agents
    ]
    rules = [rule for group in chosen for rule in group.rules]
    delay = max((group.delay for group in chosen), default=0.0)
    return Rules(tuple(rules[:MAX_RULES]), min(delay, MAX_DELAY), tuple(sitemaps[:50]))


def _groups(text: str) -> tuple[list[_Group], list[str]]:
    groups: list[_Group] = []
    sitemaps: list[str] = []
    for line in text.splitlines():
        name, colon, value = line.split("#", 1)[0].partition(":")
        name, value = name.strip().lower(), value.strip()
        if not colon:
            continue
        if name == "sitemap":
            sitemaps.append(value[:2000])
        elif name in ("user-agent", "useragent"):
            if not groups or groups[-1].closed:
                groups.append(_Group())
            groups[-1].agents.add("*" if value.startswith("*") else _product(value))
        elif groups:
            _add(groups[-1], name, value)
    return groups, sitemaps


def _add(group: _Group, name: str, value: str) -> None:
    if name in ("allow", "disallow"):
        group.closed = True
        if value and len(group.rules) < MAX_RULES:
            group.rules.append(Rule(_spell(value[:1000]), name == "allow"))
    elif name == "crawl-delay":
        group.closed = True
        # Digits and a dot only: "nan" and "inf" are floats, too.
        group.delay = float(value) if re.fullmatch(r"[0-9]{1,6}(?:\.[0-9]{0,6})?", value) else group.delay


def _product(user_agent: str) -> str:
    match = _TOKEN.match(user_agent.strip())
    return match[0].lower() if match else ""


def _weight(rule: Rule) -> tuple[int, bool]:
    return len(rule.pattern.encode()), rule.allow


def _matches(pattern: str, target: str) -> bool:
    """Whether `pattern` (with * and a final $) matches from the start of `target`, piece by piece, so without backtracking."""
    anchored = pattern.endswith("$")
    first, *rest = pattern.removesuffix("$").split("*")
    if not target.startswith(first):
        return False
    position = len(first)
    if not rest:
        return not anchored or position == len(target)
    *middle, last = rest
    for piece in middle:
        found = target.find(piece, position)
        if found < 0:
            return False
        position = found + len(piece)
    if anchored:
        return target.endswith(last) and len(target) - len(last) >= position
    return target.find(last, position) >= 0


def _spell(path: str) -> str:
    """Octets outside US-ASCII escaped, escapes of unreserved characters undone (RFC 9309 2.2.2)."""
    escaped = "".join(char if char.isascii() else _percent(char) for char in path)
    return _ESCAPE.sub(_unescape, escaped)


def _percent(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "replace"))


def _unescape(match: re.Match[str]) -> str:
    char = chr(int(match[1], 16))
    return char if char in _UNRESERVED else match[0].upper()
