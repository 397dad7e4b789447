"""Identities: task ids, content hashes, page fingerprints, random ids.

Window task `src_{sourceId}_{yyyymmddHHMM}` (UTC), detail task `{window id}#{fingerprint}`, replay `{id}~{n}`.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import UTC, datetime
from typing import NamedTuple

from kit.errors import InvalidInput

CONTENT_HASH_CHARS = 2000
_TASK_ID = re.compile(r"src_(\d{1,18})_(\d{12})(?:~(\d{1,6}))?(?:#([0-9a-f]{32}))?")
_WINDOW = "%Y%m%d%H%M"


class TaskId(NamedTuple):
    source_id: int
    window: datetime
    replay: int
    fingerprint: str | None

    @property
    def root(self) -> str:
        return window_task_id(self.source_id, self.window, self.replay)


def window_task_id(source_id: int, window: datetime, replay: int = 0) -> str:
    suffix = f"~{replay}" if replay else ""
    return f"src_{source_id}_{window.astimezone(UTC):{_WINDOW}}{suffix}"


def detail_task_id(root_id: str, fingerprint: str) -> str:
    return f"{root_id}#{fingerprint}"


def parse_task_id(task_id: str) -> TaskId:
    """Raises InvalidInput for anything that is not a task id."""
    match = _TASK_ID.fullmatch(task_id)
    if match is None:
        raise InvalidInput(f"not a task id: {task_id[:80]!r}; expected src_<number>_<yyyymmddHHMM>", field="task_id")
    source, window, replay, fingerprint = match.groups()
    try:
        moment = datetime.strptime(window, _WINDOW).replace(tzinfo=UTC)
    except ValueError as error:
        raise InvalidInput(f"task id {task_id!r} names no real minute: {window}", field="task_id") from error
    return TaskId(int(source), moment, int(replay or 0), fingerprint)


def root_of(task_id: str) -> str:
    """The window task that a task belongs to (itself for a window task)."""
    return task_id.split("#", 1)[0]


def content_hash(title: str, content: str) -> str:
    """MD5 hex of the title and the first 2,000 characters of the content: the identity of a document."""
    text = title + content[:CONTENT_HASH_CHARS]
    return hashlib.md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


def md5_hex(text: str) -> str:
    return hashlib.md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


def sha256_hex(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def random_id(bits: int = 64) -> str:
    """An unguessable hex id, for workers and sessions."""
    return secrets.token_hex(bits // 8)
