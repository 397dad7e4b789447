"""What a pushed document must look like. Each check gives the reason to refuse it, or an empty string."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import msgspec

from kit.contracts.document import Document, RawPage
from kit.errors import InvalidInput
from kit.ids import TaskId, parse_task_id

MAX_URL, MAX_TITLE, MAX_CONTENT = 8192, 4000, 20_000_000
_MD5 = re.compile(r"[0-9a-f]{32}")
_SOURCE_TYPE = re.compile(r"[A-Z][A-Z0-9_]{0,31}")
_OBJECT_KEY = re.compile(r"(?:content|raw)/\d{4}/\d\d/\d\d/[0-9a-f]{32}")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_FORBIDDEN_IN_URL = re.compile(r"[\x00-\x20\x7f]")
_CLOCK_SKEW = timedelta(hours=1)
_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)


def document_problem(document: Document, task_id: str) -> str:
    """Why this document of a page of `task_id` is invalid; empty when it is not."""
    return (
        _identity(document, task_id)
        or _address(document.url)
        or _text(document)
        or _times(document)
        or raw_problem(document.raw)
    )


def timely(document: Document, now: datetime) -> Document:
    """A valid document collected more than an hour ahead of `now` was collected now, on a host whose clock is wrong.

    Refusing it would lose its page for good: the host's next try would be no better, and the page is as good as any other.
    """
    collected = _moment(document.collect_time)
    if collected is None or collected <= now + _CLOCK_SKEW:
        return document
    return msgspec.structs.replace(document, collect_time=now.isoformat(timespec="milliseconds"))


def raw_problem(raw: RawPage | None) -> str:
    if raw is None or not raw.key:
        return ""
    return "" if _OBJECT_KEY.fullmatch(raw.key) else "raw.key: not a key of object storage"


def _identity(document: Document, task_id: str) -> str:
    if document.task_id != task_id:
        return "taskId: differs from the task of its page"
    task = _task(task_id)
    if task is None:
        return "taskId: expected src_<number>_<yyyymmddHHMM>"
    if document.source_id != str(task.source_id):
        return "sourceId: differs from the source in taskId"
    if not _SOURCE_TYPE.fullmatch(document.source_type):
        return "sourceType: expected capital letters"
    if not _MD5.fullmatch(document.content_hash):
        return "contentHash: expected 32 hex digits"
    return "" if _MD5.fullmatch(document.fingerprint) else "fingerprint: expected 32 hex digits"


def _task(task_id: str) -> TaskId | None:
    try:
        return parse_task_id(task_id)
    except InvalidInput:
        return None


def _address(url: str) -> str:
    if len(url) > MAX_URL:
        return f"url: longer than {MAX_URL} characters"
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and not _FORBIDDEN_IN_URL.search(url)
    except ValueError:
        good = False
    return "" if good else "url: expected an http or https address"


def _text(document: Document) -> str:
    if len(document.title) > MAX_TITLE:
        return f"title: longer than {MAX_TITLE} characters"
    if len(document.content) > MAX_CONTENT:
        return f"content: longer than {MAX_CONTENT} characters"
    if document.content_key and not _OBJECT_KEY.fullmatch(document.content_key):
        return "contentKey: not a key of object storage"
    empty = not document.content_key and not document.content.strip() and not document.title.strip()
    return "content: neither title nor content" if empty else ""


def _times(document: Document) -> str:
    collected = _moment(document.collect_time)
    if collected is None or collected.tzinfo is None:
        return "collectTime: expected ISO 8601 with an offset"
    if collected < _EARLIEST:
        return "collectTime: before 2000; check the collector's clock"
    for name, value in (("publishTime", document.publish_time), ("modifiedTime", document.modified_time)):
        if value and _moment(value) is None:
            return f"{name}: expected ISO 8601 or a bare day"
    return _published(document.publish_time, collected)


def _published(value: str, collected: datetime) -> str:
    published = _moment(value) if value and not _DAY.fullmatch(value) else None
    if published is None:
        return ""
    aware = published if published.tzinfo else published.replace(tzinfo=UTC)
    same = aware.astimezone(UTC).replace(microsecond=0) == collected.astimezone(UTC).replace(microsecond=0)
    return "publishTime: is the collection time; leave it empty when the page names none" if same else ""


def _moment(value: str) -> datetime | None:
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        return None
