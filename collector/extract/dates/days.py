"""Statements of time grouped by calendar day."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from collector.extract.dates.moment import Moment
from collector.extract.ranking import Candidate

# A page that stamps itself while it is rendered is at most this far from the moment it was fetched.
_RENDER_CLOCK, _PRINTED_CLOCK = timedelta(seconds=5), timedelta(minutes=2)

_DIGITS = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Witness:
    """One statement of a time: the value as read, the rule that found it, and how well it is trusted for the time of day."""

    value: str
    path: str
    rank: int


@dataclass(slots=True)
class Days:
    """Statements grouped by calendar day."""

    at: Moment
    found: dict[str, Candidate] = field(default_factory=dict)
    read: dict[str, str | None] = field(default_factory=dict)
    foreign: set[str] = field(default_factory=set)

    def add(self, text: str, path: str, rank: int, *features: str) -> str | None:
        """Take a statement in where it is a day after 1990 and not the page's own clock; answers the value."""
        if not _DIGITS.search(text) and path != "generic:relative":
            return None
        value = self.read.get(text, "")
        if value == "":
            value = self.read[text] = self.at.read(text)
        if value is None or value[:4] < "1990" or self._is_clock(value, path, rank):
            return None
        one = self.found.setdefault(value[:10], Candidate([], path))
        one.value.append(Witness(value, path, rank))
        one.features.update(features)
        return value

    def _is_clock(self, value: str, path: str, rank: int) -> bool:
        if len(value) == 10 or path == "generic:relative":
            return False
        distance = abs(datetime.fromisoformat(value) - self.at.now)
        return distance <= (_PRINTED_CLOCK if rank >= 5 else _RENDER_CLOCK)


def best_witness(one: Candidate) -> Witness:
    """The statement of a day that is told most exactly and trusted most."""
    witnesses: list[Witness] = one.value
    return min(witnesses, key=lambda witness: (len(witness.value) == 10, witness.rank))
