"""Which entries are the same source (pure): the key behind the unique index on (source_type, entry_url)."""

from __future__ import annotations

from urllib.parse import urlsplit

from kit import urls
from kit.ids import md5_hex

# Kinds whose entry is not an address.
WORDS = frozenset({"KEYWORD"})
# Kinds whose entry is a table, scheme://host:port/database/name, and the schemes they take.
TABLES = {
    "TABLE": ("mysql", "mariadb", "mysql+pymysql", "mariadb+pymysql"),
    "COLLECTION": ("mongodb",),
}


def entry_hash(source_type: str, entry_url: str) -> str:
    """MD5 of kind and normalised entry: addresses that differ in case of host, default port, fragment or trackers are one."""
    if source_type in WORDS:
        normal = " ".join(entry_url.split()).casefold()
    else:
        normal = _table(entry_url) if source_type in TABLES else urls.normalize(entry_url)
    return md5_hex(f"{source_type}\n{normal}")


def freed_hash(entry_url_hash: str, source_id: int) -> str:
    """What a deleted source keeps instead, so that its entry can be used again."""
    return md5_hex(f"{entry_url_hash}\ndeleted\n{source_id}")


def problem(source_type: str, entry_url: str) -> str:
    """One sentence on what is wrong with an entry, empty when nothing is."""
    if source_type in WORDS:
        return ""
    if source_type in TABLES:
        return _table_problem(TABLES[source_type], entry_url)
    try:
        parts = urlsplit(entry_url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "is not a valid address"
    if parts.scheme not in {"http", "https"} or not host:
        return "must be an address that begins with http:// or https://"
    return ""


def _table_problem(schemes: tuple[str, ...], entry_url: str) -> str:
    try:
        parts = urlsplit(entry_url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "is not a valid address"
    if parts.username is not None or parts.password is not None:
        return "must not hold user and password; enter them as the source's credential"
    names = [name for name in parts.path.split("/") if name]
    if parts.scheme not in schemes or not host or len(names) != 2 or parts.query or parts.fragment:
        return f"must be an address like {schemes[0]}://host:port/database/name"
    return ""


def _table(entry_url: str) -> str:
    """One spelling, whatever the scheme and the case of the host; what is no such address stands for itself."""
    try:
        parts = urlsplit(entry_url)
        return f"{(parts.hostname or '').lower()}:{parts.port or ''}/{parts.path.strip('/')}"
    except ValueError:
        return entry_url
