"""Notices in words (pure). Whatever comes from pages is one harmless line: no control characters, no mentions, no markup."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Protocol

from services.alerts.words import NAMES, WORDS

TITLE_MAX: Final = 180
LISTED: Final = 20
BODY_MAX: Final = 12_000
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")
# A zero-width space keeps what looks like a mention, a tag, a link or markup from being one in any channel.
_MARK: Final = re.compile(r"(?<=[@<&*_`~\[\]#|>\\])|(?<=://)|(?<=www\.)", re.IGNORECASE)
_GAP: Final = "\u200b"


class Told(Protocol):
    """An incident as notices need it."""

    id: int
    check_key: str
    subject_id: str
    name: str
    severity: str
    state: str
    value: str
    expected: str
    evidence: dict[str, Any]
    opened_at: datetime
    ended_at: datetime | None
    flapping: bool
    silenced_by: int | None


def harmless(text: str, limit: int = 200) -> str:
    """One line of at most `limit` characters that no channel reads as anything but text."""
    line = " ".join(_CONTROL.sub(" ", text[: limit * 4]).split())
    cut = line if len(line) <= limit else line[: limit - 1] + "…"
    return _MARK.sub(_GAP, cut)


def compose(
    kind: str, incidents: Sequence[Told], locale: str, address: str, total: int, note: str = ""
) -> tuple[str, str]:
    """(title, body) of a notice about `total` incidents, of which the first LISTED are named. Times are UTC and say so."""
    words = WORDS.get(locale, WORDS["en"])
    first = incidents[0]
    word = words["closed"] if kind == "resolved" and first.state == "closed" else words[kind]
    what = (
        f"{_check(first, locale)} {harmless(first.name or first.subject_id, 80)}"
        if total == 1
        else words["items"].format(n=total)
    )
    lines = [words["silence_over"].format(x=harmless(note))] if note else []
    lines += [_line(one, words, locale, address) for one in incidents[:LISTED]]
    if total > LISTED:
        lines.append(f"{words['more'].format(n=total - LISTED)}: {address}/alerts")
    return f"[Catchment] {word}: {what}"[:TITLE_MAX], "\n".join(lines)[:BODY_MAX]


def trial(locale: str) -> tuple[str, str]:
    words = WORDS.get(locale, WORDS["en"])
    return f"[Catchment] {words['test']}", words["test_body"]


def _line(one: Told, words: Mapping[str, str], locale: str, address: str) -> str:
    parts = [
        f"{words.get(one.severity, one.severity)}: {_check(one, locale)} {harmless(one.name or one.subject_id, 100)}"
    ]
    if one.value:
        parts.append(f"{one.value} ({words['expected'].format(x=harmless(one.expected, 80))})")
    parts.append(words["since"].format(t=_time(one.opened_at)))
    if one.ended_at is not None:
        parts.append(words["ended"].format(t=_time(one.ended_at)))
    parts += [words[flag] for flag, on in (("flapping", one.flapping), ("silenced", _was_silenced(one))) if on]
    parts += [
        f"{harmless(name, 40)} {harmless(str(value), 120)}" for name, value in list(one.evidence.items())[:3] if value
    ]
    return " · ".join(parts) + f"\n  {address}/alerts/{one.id}"


def _check(one: Told, locale: str) -> str:
    return NAMES.get(locale, NAMES["en"]).get(one.check_key, one.check_key)


def _was_silenced(one: Told) -> bool:
    return one.silenced_by is not None and one.ended_at is not None


def _time(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
