"""From log messages to events whose ids, times and sizes can be relied on (pure)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache
from hashlib import blake2b

import msgspec

from kit import urls
from kit.clock import from_ms
from kit.contracts.event import CollectEvent
from kit.errors import InvalidInput
from kit.ids import md5_hex, parse_task_id
from kit.ports.log import Message
from services.monitoring.observed import Seen

EARLY = timedelta(days=7)
LATE = timedelta(hours=1)
OTHER = "other"
_OUTCOME = re.compile(r"[a-z0-9_]{1,24}")
_decode: Callable[[bytes], CollectEvent] = msgspec.json.Decoder(CollectEvent).decode


def read(message: Message) -> Seen | None:
    """None for what is no event, or one whose task or source id cannot be read."""
    try:
        event = _decode(message.value)
        task = parse_task_id(event.task_id)
        logged = from_ms(message.timestamp_ms)
    except (msgspec.MsgspecError, UnicodeDecodeError, InvalidInput, ValueError, OverflowError):
        return None
    if event.source_id != str(task.source_id):
        return None
    if not _OUTCOME.fullmatch(event.outcome):
        event = msgspec.structs.replace(event, outcome=OTHER)
    # A wrong clock on a collector must not open days in the far past or future.
    least, most = logged - EARLY, logged + LATE
    at = min(max(event.at, round(least.timestamp() * 1000)), round(most.timestamp() * 1000))
    return Seen(event, task, task.source_id, from_ms(at), _digest(message.value))


@lru_cache(maxsize=4096)
def page_of(url: str) -> str:
    """The fingerprint of a URL, of its bare text where it is no web address; empty for none."""
    if not url:
        return ""
    try:
        return urls.fingerprint(url)
    except InvalidInput:
        return md5_hex(url)


def _digest(body: bytes) -> int:
    """63 bits: two of ten million different events share one with a probability of 1 in 200,000."""
    return int.from_bytes(blake2b(body, digest_size=8).digest()) >> 1
