"""Which entries are the same source (pure): the key behind the unique index on (source_type, entry_url)."""

from __future__ import annotations

from urllib.parse import urlsplit

from kit import urls
from kit.ids import md5_hex

# Kinds whose entry is not an address.
WORDS = frozenset({"KEYWORD"})


def entry_hash(source_type: str, entry_url: str) -> str:
    """MD5 of kind and normalised entry: addresses that differ in case of host, default port, fragment or trackers are one."""
    normal = " ".join(entry_url.split()).casefold() if source_type in WORDS else urls.normalize(entry_url)
    return md5_hex(f"{source_type}\n{normal}")


def freed_hash(entry_url_hash: str, source_id: int) -> str:
    """What a deleted source keeps instead, so that its entry can be used again."""
    return md5_hex(f"{entry_url_hash}\ndeleted\n{source_id}")


def problem(source_type: str, entry_url: str) -> str:
    """One sentence on what is wrong with an entry, empty when nothing is."""
    if source_type in WORDS:
        return ""
    try:
        parts = urlsplit(entry_url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "is not a valid address"
    if parts.scheme not in {"http", "https"} or not host:
        return "must be an address that begins with http:// or https://"
    return ""
