"""Conditional requests (RFC 9110 13), and telling a server that says "unchanged" although its page has moved (F4). Pure."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Final

import msgspec

from collector.fetch.model import Fetched

AUDIT_EVERY: Final = 10
_MAX_CHARS: Final = 500
_ADDRESSES: Final = re.compile(
    rb"""(?:href|src)\s{0,5}=\s{0,5}["']?([^"'\s<>]{1,2000})|<(?:link|loc|guid|id)>\s{0,20}([^<]{1,2000})<|"(?:url|link|href|id)"\s{0,5}:\s{0,5}"([^"]{1,2000})""",
    re.IGNORECASE,
)


class Memory(msgspec.Struct, frozen=True):
    """What the last full answer said about itself, and how often the server has answered "unchanged" since.

    `digest` stands for the addresses on the page: dates and tokens on it change with each request, its links do not. `lies`: it said
    "unchanged" of a page whose links had changed; it is not asked conditionally any more.
    """

    etag: str = ""
    modified: str = ""
    digest: str = ""
    unchanged: int = 0
    lies: bool = False

    @property
    def audit_due(self) -> bool:
        """Time to look for ourselves: after the first "unchanged", and then after every tenth."""
        return self.unchanged == 1 or (self.unchanged > 0 and self.unchanged % AUDIT_EVERY == 0)


def headers(memory: Memory) -> dict[str, str]:
    """What makes the next request conditional; nothing where there is nothing to compare with or no trust."""
    if memory.lies:
        return {}
    asked = {"if-none-match": memory.etag, "if-modified-since": memory.modified}
    return {name: value for name, value in asked.items() if value}


def is_conditional(asked: Mapping[str, str]) -> bool:
    return "if-none-match" in asked or "if-modified-since" in asked


def unchanged(memory: Memory) -> Memory:
    return msgspec.structs.replace(memory, unchanged=memory.unchanged + 1)


def changed(memory: Memory, fetched: Fetched) -> Memory:
    """What to remember of a full answer; no validators of one that came by redirects: they are another address's."""
    found = {name.lower(): value for name, value in fetched.headers if len(value) <= _MAX_CHARS and value.isprintable()}
    if fetched.redirects:
        found = {}
    same = bool(memory.digest) and digest(fetched.body) == memory.digest
    count = memory.unchanged + 1 if same and memory.unchanged else 0
    return Memory(found.get("etag", ""), found.get("last-modified", ""), digest(fetched.body), count, lies=memory.lies)


def digest(body: bytes) -> str:
    """One value for the addresses on a page, whatever their order; for the whole page where it has none."""
    found = {one for match in _ADDRESSES.finditer(body) for one in match.groups() if one}
    text = b"\n".join(sorted(found)) or body
    return hashlib.md5(text, usedforsecurity=False).hexdigest()
