"""Row keys of the archive and the ranges to scan; see the package for what they mean."""

from __future__ import annotations

from collections.abc import Iterable

MS_DIGITS = 13
LAST_MS = 10**MS_DIGITS - 1
PERIOD_MS = 32 * 86_400_000
_AFTER_COLON = ";"


def doc_row(content_hash: str, collect_ms: int) -> str:
    return f"{content_hash[::-1]}:{collect_ms:0{MS_DIGITS}d}"


def doc_head(content_hash: str) -> str:
    return f"{content_hash[::-1]}:"


def sight_row(content_hash: str, fingerprint: str) -> str:
    return f"{content_hash}:{fingerprint}"


def sights_of(content_hash: str) -> tuple[str, str]:
    """Start and stop of the sightings of one document."""
    return f"{content_hash}:", f"{content_hash}{_AFTER_COLON}"


def history_row(fingerprint: str, ms: int, content_hash: str) -> str:
    return f"{fingerprint}:{ms:0{MS_DIGITS}d}:{content_hash}"


def history_of(fingerprint: str, since_ms: int = 0, until_ms: int = LAST_MS) -> tuple[str, str]:
    """Start and stop of a page's accepted sightings with since_ms <= ms < until_ms."""
    return f"{fingerprint}:{since_ms:0{MS_DIGITS}d}", f"{fingerprint}:{until_ms:0{MS_DIGITS}d}"


def parse_history(key: str) -> tuple[int, str]:
    """Unix ms and content hash of a history row."""
    _, ms, content_hash = key.split(":")
    return int(ms), content_hash


def period_of(ms: int) -> int:
    return ms // PERIOD_MS


def band_rows(period: int, bands: Iterable[str]) -> list[str]:
    prefix = f"{period:04d}:"
    return [prefix + band for band in bands]


def signature_row(period: int, content_hash: str) -> str:
    return f"{period:04d}:sig:{content_hash}"
